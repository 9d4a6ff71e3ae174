import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { formatDecimal } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { useMonedas } from '../../monedas/ui/uso.ts'
import {
  type Volumen as Datos,
  type GrupoVolumen,
  VISTAS_VOLUMEN,
  type VistaVolumen,
} from '../contract/volumen.ts'
import { contrato } from '../contract.ts'
import { detrasDe, nombreDe } from '../palabras.ts'
import { Cambio, Cifras, cambio, cuenta, DOLARES, dolares, FilaSumas } from '../partes/cifras.tsx'
import { BarraVistas } from '../partes/periodo.tsx'
import { deOtrosDias, PorDia } from '../partes/por-dia.tsx'
import {
  anotarExportacion,
  PaginaReporte,
  useFiltrado,
  useFiltros,
  useVistas,
} from '../partes/reporte.tsx'
import { columnasDe } from './columnas.tsx'

export const SEGMENTO = {
  tipo: 'opciones',
  clave: 'segmento',
  titulo: 'Segmento',
  opciones: Object.entries(SEGMENTOS).map(([valor, etiqueta]) => ({ valor, etiqueta })),
} as const

/** Number of operations and the amounts that they moved. */
export default function Volumen() {
  const [{ por: asked }] = useBusqueda()
  const por = (asked ?? 'moneda') as VistaVolumen
  const filtrado = useFiltrado(contrato.volumen)
  const filtros = [...useFiltros(), SEGMENTO]
  const byId = useMonedas()
  const ir = useIr()
  const vistas = useVistas(VISTAS_VOLUMEN)
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    contrato.volumen,
    { query: { ...filtrado, por } },
    { conserva: true },
  )
  // Placeholder rows of another grouping do not fit these columns; nor is an amount written without its currency.
  const filas = isPlaceholderData || byId.size === 0 ? undefined : data?.filas
  const monedas = new Map([...byId.values()].map((moneda) => [moneda.iso, moneda]))
  return (
    <PaginaReporte
      titulo="Volumen"
      datos={data}
      nota="Sin las anuladas; una orden cuenta el día en que el cliente la pagó"
      filtros={filtros}
    >
      <BarraVistas actual={data?.periodo} vistas={vistas} por={por} />
      <Totales datos={data} filtrado={filtrado} />
      <Lista<GrupoVolumen>
        lista={`volumen-por-${por}`}
        titulo={`Volumen por ${VISTAS_VOLUMEN[por].toLowerCase()}`}
        columnas={columnasDe(por, monedas)}
        filas={filas}
        id={({ clave }) => clave}
        abrir={({ clave }) => ir('documentos-volumen', {}, detrasDe(filtrado, por, clave))}
        nombreFila={(fila) => `las operaciones de ${nombreDe(por, fila)}`}
        filtros={filtros}
        error={error}
        reintentar={() => void refetch()}
        pie={(_, visibles) => data && <FilaSumas visibles={visibles} sumas={sumasDe(data, por)} />}
        alExportar={() => anotarExportacion(`volumen-por-${por}`, filtrado)}
        vacio={<p>Sin operaciones en este período. Elija otro, o quite algún filtro.</p>}
      />
      {data && byId.size > 0 && (
        <PorDia
          titulo="Equivalente por día, en dólares"
          series={['Equivalente US$']}
          dias={diasDe(data)}
          antes={deOtrosDias(contrato.volumen, { ...filtrado, por }, diasDe, ['0'])}
          alExportar={() => anotarExportacion('volumen-por-dia', filtrado)}
        />
      )}
    </PaginaReporte>
  )
}

const diasDe = ({ dias }: Datos) => dias.map(({ fecha, usd }) => ({ fecha, valores: [usd] }))

function sumasDe({ total, total_antes }: Datos, por: VistaVolumen) {
  const sums = {
    operaciones: <>{formatDecimal(String(total.operaciones), 0)}</>,
    usd: <Monto valor={total.usd} moneda={DOLARES} />,
    ticket: <Monto valor={total.ticket} moneda={DOLARES} />,
  }
  if (por === 'dia') return sums
  return {
    ...sums,
    antes: <Monto valor={total_antes.usd} moneda={DOLARES} />,
    cambio: <Cambio valor={cambio(total.usd, total_antes.usd)} formato={dolares} />,
  }
}

function Totales({ datos, filtrado }: { datos: Datos | undefined; filtrado: object }) {
  const { total, total_antes: antes, sin_usd = 0 } = datos ?? {}
  const behind = { a: 'documentos-volumen' as const, search: { ...filtrado } }
  return (
    <>
      <Cifras
        cifras={[
          {
            titulo: 'Operaciones',
            valor: total && String(total.operaciones),
            antes: antes && String(antes.operaciones),
            formato: cuenta,
            ...behind,
          },
          {
            titulo: 'Equivalente',
            valor: total?.usd,
            antes: antes?.usd,
            formato: dolares,
            ...behind,
          },
          {
            titulo: 'Promedio por operación',
            valor: total?.ticket,
            antes: antes?.ticket,
            formato: dolares,
          },
        ]}
      />
      {sin_usd > 0 && (
        <p className="menor alerta">
          {sin_usd} {sin_usd === 1 ? 'operación' : 'operaciones'} sin equivalente en dólares: cuando
          se hicieron, nadie cotizaba su divisa.
        </p>
      )}
    </>
  )
}
