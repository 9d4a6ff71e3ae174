import { enPlural } from '../../../core/dinero/moneda.ts'
import { formatDecimal } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import {
  contrato,
  type GrupoArqueos,
  type SumasArqueos,
  VISTAS_ARQUEOS,
  type VistaArqueos,
} from '../contract/arqueos.ts'
import { vistasDe } from '../palabras.ts'
import { Cambio, Cifras, cuenta, FilaSumas } from '../partes/cifras.tsx'
import { BarraVistas } from '../partes/periodo.tsx'
import { anotarExportacion, PaginaReporte, useFechas, useFiltrado } from '../partes/reporte.tsx'
import { columnasDe } from './columnas.tsx'

const VISTAS = vistasDe(VISTAS_ARQUEOS)

/** How tills agreed with the books at their closes, by cashier or by till. */
export default function Arqueos() {
  const [{ por: asked }] = useBusqueda()
  const por = (asked ?? 'cajero') as VistaArqueos
  const filtrado = useFiltrado(contrato.arqueos)
  const filtros = [...useFechas(), ...useSucursales().filtros]
  const ir = useIr()
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    contrato.arqueos,
    { query: { ...filtrado, por } },
    { conserva: true },
  )
  const { desde, hasta } = data?.periodo ?? {}
  return (
    <PaginaReporte
      titulo="Cuadre de cajas"
      datos={data}
      nota={`Solo los cierres aprobados; las diferencias, en ${enPlural()} al costo con que se asentaron`}
      filtros={filtros}
    >
      <BarraVistas actual={data?.periodo} vistas={VISTAS} por={por} />
      <Totales total={data?.total} antes={data?.total_antes} />
      <Lista<GrupoArqueos>
        lista={`arqueos-por-${por}`}
        titulo={`Arqueos por ${VISTAS_ARQUEOS[por].toLowerCase()}`}
        columnas={columnasDe(por)}
        // Placeholder rows of another grouping do not fit these columns.
        filas={isPlaceholderData ? undefined : data?.filas}
        id={({ clave }) => clave}
        abrir={({ clave, nombre }) =>
          ir(
            'cierres-diferencias',
            {},
            { desde, hasta, ...(por === 'cajero' ? { usuario_id: clave } : { buscar: nombre }) },
          )
        }
        nombreFila={({ nombre }) => `las diferencias de ${nombre}`}
        filtros={filtros}
        error={error}
        reintentar={() => void refetch()}
        pie={(_, visibles) => data && <FilaSumas visibles={visibles} sumas={sumasDe(data.total)} />}
        alExportar={() => anotarExportacion(`arqueos-por-${por}`, filtrado)}
        vacio={<p>Ninguna caja se cerró en este período. Elija otro, o quite algún filtro.</p>}
      />
    </PaginaReporte>
  )
}

const sumasDe = ({ faltante, sobrante, neto, ...numbers }: SumasArqueos) => ({
  ...Object.fromEntries(
    Object.entries(numbers).map(([clave, n]) => [
      clave,
      <span key={clave}>{formatDecimal(String(n), 0)}</span>,
    ]),
  ),
  faltante,
  sobrante,
  neto: <Cambio valor={neto} />,
})

/** What lacked is below zero, so that more of it is not shown as a gain. */
function conSigno(clave: 'faltante' | 'sobrante' | 'neto', sumas: SumasArqueos | undefined) {
  const value = sumas?.[clave]
  return clave === 'faltante' && value && Number(value) !== 0 ? `-${value}` : value
}

function Totales(props: { total: SumasArqueos | undefined; antes: SumasArqueos | undefined }) {
  const { total, antes } = props
  const cifra = (clave: 'conteos' | 'exactos', titulo: string) => ({
    titulo,
    valor: total && String(total[clave]),
    antes: antes && String(antes[clave]),
    formato: cuenta,
  })
  const plata = (clave: 'faltante' | 'sobrante' | 'neto', titulo: string) => ({
    titulo,
    valor: conSigno(clave, total),
    antes: conSigno(clave, antes),
  })
  return (
    <Cifras
      cifras={[
        cifra('conteos', 'Cierres de caja'),
        cifra('exactos', 'Cuadraron al primer conteo'),
        plata('faltante', 'Faltó'),
        plata('sobrante', 'Sobró'),
        plata('neto', 'Neto'),
      ]}
    />
  )
}
