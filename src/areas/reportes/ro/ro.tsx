import type { AnswerOf } from '../../../core/contract.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import type { FiltroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { escritaPara, useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { MODALIDADES } from '../contract/ro.ts'
import { contrato } from '../contract.ts'
import { Cifras, cuenta, DOLARES, dolares, FilaSumas } from '../partes/cifras.tsx'
import { BarraPeriodo } from '../partes/periodo.tsx'
import { anotarExportacion, PaginaReporte, useFechas } from '../partes/reporte.tsx'
import { columnasDe } from './columnas.tsx'

type Pagina = AnswerOf<typeof contrato.ro>

const opcionesDe = (words: Record<string, string>) =>
  Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))

const FILTROS: readonly FiltroDe<typeof contrato.ro>[] = [
  {
    tipo: 'opciones',
    clave: 'modalidad',
    titulo: 'Modalidad',
    opciones: opcionesDe(MODALIDADES),
  },
  {
    tipo: 'opciones',
    clave: 'faltan',
    titulo: 'Datos',
    opciones: [{ valor: 'si', etiqueta: 'Con datos que faltan' }],
  },
]

/** As wide as those of the register usually are. */
const USUALES = { umbrales: { unica: '10000.00', multiple: '50000.00' } }

/** The thresholds of the register, in words. */
function umbralesDe({ umbrales }: Pick<Pagina, 'umbrales'>): string {
  const [unica, multiple] = [umbrales.unica, umbrales.multiple].map((monto) =>
    formatMonto(monto, DOLARES),
  )
  return `Desde ${unica} en una operación, o ${multiple} sumados en el mes`
}

/** The Registro de Operaciones that the SBS requires. */
export default function RegistroOperaciones() {
  const [busqueda] = useBusqueda()
  const { limite = '50', cursor, pagina: _p, orden: _o, ...escrito } = busqueda
  const filtrado = escritaPara(contrato.ro, escrito)
  const filtros = [...useFechas(), ...FILTROS]
  const clientes = usePuede('clientes:ver')
  const ir = useIr()
  const { data } = useAnswer(
    contrato.ro,
    { query: { ...filtrado, limite, ...(cursor && { cursor }) } },
    { conserva: true },
  )
  const sumas = data?.sumas
  return (
    <PaginaReporte
      titulo="Registro de Operaciones"
      datos={data}
      compara={false}
      nota={umbralesDe(data ?? USUALES)}
      filtros={filtros}
    >
      <BarraPeriodo actual={data?.periodo} />
      <Cifras
        cifras={[
          { titulo: 'Operaciones', valor: sumas && String(sumas.operaciones), formato: cuenta },
          { titulo: 'Clientes', valor: sumas && String(sumas.clientes), formato: cuenta },
          {
            titulo: 'Con datos que faltan',
            valor: sumas && String(sumas.con_faltas),
            formato: cuenta,
            a: 'registro-operaciones',
            search: { ...filtrado, faltan: 'si' },
          },
          { titulo: 'Equivalente', valor: sumas?.usd, formato: dolares },
        ]}
      />
      <ListaPaginada
        lista="registro-operaciones"
        titulo="Registro de Operaciones"
        endpoint={contrato.ro}
        columnas={columnasDe(clientes)}
        id={({ origen, id }) => `${origen}-${id}`}
        abrir={({ origen, id }) =>
          ir(aporte('documentos')[origen]?.ruta ?? 'detalle-compra-venta', { id })
        }
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        pie={({ sumas: { usd } }, visibles) => (
          <FilaSumas visibles={visibles} sumas={{ usd: <Monto valor={usd} moneda={DOLARES} /> }} />
        )}
        alExportar={() => anotarExportacion('registro-operaciones', filtrado)}
        vacio={<p>Ninguna operación de estos días llega al umbral.</p>}
      />
    </PaginaReporte>
  )
}
