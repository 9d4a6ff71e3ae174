import { useAnswer } from '../../../web/api/query.ts'
import { columnaTexto, columnaValor } from '../../../web/crud/lista/columna.tsx'
import { useFiltrado } from '../../../web/crud/lista/filtros.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { contrato, type Grupo } from '../contract.ts'
import { FilaTotal, MontosDe } from '../ganado/cifras.tsx'
import type { Monedas } from '../palabras.ts'

type Suma = 'devengado' | 'pagado' | 'pendiente'

const importe = (clave: Suma, titulo: string) =>
  columnaValor<Grupo>(clave, titulo, (g) => g[clave], { orden: (g) => Number(g[clave]) })

function columnas(por: 'beneficiario' | 'par', monedas: Monedas): Columna<Grupo>[] {
  const iso = (id: number) => monedas.get(id)?.iso ?? ''
  return [
    columnaTexto('nombre', por === 'par' ? 'Par' : 'Beneficiario', ({ nombre }) => nombre, {
      orden: ({ nombre }) => nombre,
      principal: true,
      amplia: true,
    }),
    {
      clave: 'operaciones',
      titulo: 'Operaciones',
      alinear: 'right',
      celda: ({ operaciones }) => operaciones,
      orden: ({ operaciones }) => operaciones,
      texto: ({ operaciones }) => String(operaciones),
    },
    {
      clave: 'montos',
      titulo: 'Operado por moneda',
      alinear: 'right',
      celda: ({ montos }) => (
        <span className="apilados">
          <MontosDe montos={montos} monedas={monedas} />
        </span>
      ),
      texto: ({ montos }) => montos.map((m) => `${iso(m.moneda_id)} ${m.monto}`).join('; '),
    },
    importe('devengado', 'Devengado'),
    importe('pagado', 'Pagado'),
    importe('pendiente', 'Pendiente'),
  ]
}

/** The filtered commissions grouped by beneficiary or by pair; a row opens its commissions. */
export function Grupos({ por, monedas }: { por: 'beneficiario' | 'par'; monedas: Monedas }) {
  const filtro = useFiltrado(contrato.totales)
  const [, cambiar] = useBusqueda()
  const { data, error, refetch } = useAnswer(
    contrato.grupos,
    { query: { ...filtro, por } },
    { conserva: true },
  )
  const clave = por === 'par' ? 'corredor' : 'beneficiario'
  return (
    <Lista<Grupo>
      lista={`comisiones-por-${por}`}
      titulo={por === 'par' ? 'Comisiones por par' : 'Comisiones por beneficiario'}
      columnas={columnas(por, monedas)}
      filas={monedas.size > 0 ? data : undefined}
      id={(g) => g.clave}
      abrir={(g) => cambiar({ [clave]: g.clave, grupo: undefined }, 'push')}
      nombreFila={({ nombre }) => nombre}
      filtros={[{ tipo: 'fechas' }]}
      error={error}
      reintentar={() => void refetch()}
      pie={() => <FilaTotal query={filtro} monedas={monedas} />}
      vacio={<p>No hay comisiones en estas fechas.</p>}
    />
  )
}
