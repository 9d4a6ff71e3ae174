import { enPlural } from '../../../core/dinero/moneda.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import {
  CONCEPTOS,
  type Concepto,
  contrato,
  type Ganancia as Datos,
  type GrupoGanancia,
  VISTAS_GANANCIA,
  type VistaGanancia,
} from '../contract.ts'
import { detrasDe, nombreDe } from '../palabras.ts'
import { Cifras, cambio, FilaSumas } from '../partes/cifras.tsx'
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

/** Operating profit and its costs, equal to the ledger to the cent. */
export default function Ganancia() {
  const [{ por: asked }] = useBusqueda()
  const por = (asked ?? 'moneda') as VistaGanancia
  const filtrado = useFiltrado(contrato.ganancia)
  const filtros = useFiltros()
  const ir = useIr()
  const vistas = useVistas(VISTAS_GANANCIA)
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    contrato.ganancia,
    { query: { ...filtrado, por } },
    { conserva: true },
  )
  const total = data?.total
  const duda = <Duda en="reportes#margen-y-ganancia" sobre="margen y ganancia" />
  return (
    <PaginaReporte
      titulo="Ganancia"
      datos={data}
      nota={`En ${enPlural()}`}
      duda={duda}
      filtros={filtros}
    >
      <BarraVistas actual={data?.periodo} vistas={vistas} por={por} />
      <Totales datos={data} filtrado={filtrado} />
      <Lista<GrupoGanancia>
        lista={`ganancia-por-${por}`}
        titulo={`Ganancia por ${VISTAS_GANANCIA[por].toLowerCase()}`}
        columnas={columnasDe(por, filtrado)}
        // Placeholder rows of another grouping do not fit these columns.
        filas={isPlaceholderData ? undefined : data?.filas}
        id={({ clave }) => clave}
        abrir={({ clave }) => ir('movimientos-ganancia', {}, detrasDe(filtrado, por, clave))}
        nombreFila={(fila) => `los movimientos de ${nombreDe(por, fila)}`}
        filtros={filtros}
        error={error}
        reintentar={() => void refetch()}
        pie={(_, visibles) =>
          total && (
            <FilaSumas
              visibles={visibles}
              sumas={{
                ...total,
                ...(por !== 'dia' && {
                  antes: data.total_antes.neta,
                  cambio: cambio(total.neta, data.total_antes.neta),
                }),
              }}
            />
          )
        }
        alExportar={() => anotarExportacion(`ganancia-por-${por}`, filtrado)}
        vacio={<p>Nada movió la ganancia en este período. Elija otro, o quite algún filtro.</p>}
      />
      {data && (
        <PorDia
          titulo={`Ganancia por día, en ${enPlural()}`}
          series={['Ganancia realizada', 'Ganancia neta']}
          dias={diasDe(data)}
          antes={deOtrosDias(contrato.ganancia, { ...filtrado, por }, diasDe, ['0', '0'])}
          alExportar={() => anotarExportacion('ganancia-por-dia', filtrado)}
        />
      )}
    </PaginaReporte>
  )
}

const diasDe = ({ dias }: Datos) =>
  dias.map(({ fecha, ganancia, neta }) => ({ fecha, valores: [ganancia, neta] }))

function Totales({ datos, filtrado }: { datos: Datos | undefined; filtrado: object }) {
  const figures = [
    ['neta', 'Ganancia neta', {}] as const,
    ...Object.entries(CONCEPTOS).map(
      ([clave, titulo]) => [clave as Concepto, titulo, { concepto: clave }] as const,
    ),
  ]
  return (
    <Cifras
      cifras={figures.map(([clave, titulo, concepto]) => ({
        titulo,
        valor: datos?.total[clave],
        antes: datos?.total_antes[clave],
        a: 'movimientos-ganancia',
        search: { ...filtrado, ...concepto },
      }))}
    />
  )
}
