import { useAnswer } from '../../../web/api/query.ts'
import type { Filtro } from '../../../web/crud/lista/filtros.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import type { FilaPosicion, Posicion } from '../contract/posicion.ts'
import { contrato } from '../contract.ts'
import { FilaSumas } from '../partes/cifras.tsx'
import { BarraPeriodo } from '../partes/periodo.tsx'
import { deOtrosDias, PorDia } from '../partes/por-dia.tsx'
import { anotarExportacion, PaginaReporte, useFechas, useFiltrado } from '../partes/reporte.tsx'
import { columnasDe } from './columnas.tsx'

/** The position of each currency from opening to closing; of one currency, day by day. */
export default function PosicionDiaria() {
  const [{ moneda_id }, cambiar] = useBusqueda()
  const monedas = useMonedas()
  const { data: opciones } = useAnswer(contrato.opciones)
  const { periodo, desde, hasta } = useFiltrado(contrato.posicion)
  const query = { periodo, desde, hasta, moneda_id }
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    contrato.posicion,
    { query },
    {
      conserva: true,
    },
  )
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  const filtros: Filtro[] = [
    ...useFechas(),
    {
      tipo: 'opciones',
      clave: 'moneda_id',
      titulo: 'Divisa',
      opciones: opciones?.monedas ?? [],
    },
  ]
  const porDia = moneda_id !== undefined
  const moneda = monedas.get(Number(moneda_id))
  // Placeholder rows of another view do not fit these columns; without its currency an amount has another width.
  const filas = isPlaceholderData || monedas.size === 0 ? undefined : data?.filas
  /** A row of a currency opens its days; a row of a day, the movements of that currency's accounts. */
  function abrir({ fecha, moneda_id: id }: FilaPosicion) {
    if (!fecha) return cambiar({ moneda_id: String(id), orden: undefined }, 'push')
    ir('movimientos-cuenta', {}, { moneda_id: String(id), desde: fecha, hasta: fecha })
  }
  return (
    <PaginaReporte
      titulo="Posición diaria"
      datos={data}
      compara={false}
      nota={
        porDia
          ? `En ${moneda?.iso ?? 'su moneda'}, un renglón por día con movimiento; cada día abre donde cerró el anterior`
          : 'Cada divisa en la suya; elija una para verla día por día'
      }
      filtros={filtros}
    >
      <BarraPeriodo actual={data?.periodo} />
      <Lista<FilaPosicion>
        lista={porDia ? 'posicion-por-dia' : 'posicion-por-divisa'}
        titulo="Posición diaria"
        columnas={columnasDe(
          monedas,
          porDia,
          ganancia,
          filas?.some(({ neta }) => neta !== undefined) ?? false,
        )}
        filas={filas}
        id={({ fecha, moneda_id: id }) => `${id}-${fecha}`}
        abrir={abrir}
        nombreFila={({ fecha, moneda_id: id }) =>
          fecha ? `los movimientos del ${fecha}` : `los días de ${monedas.get(id)?.nombre ?? id}`
        }
        filtros={filtros}
        error={error}
        reintentar={() => void refetch()}
        pie={(_, visibles) =>
          data?.costo && <FilaSumas visibles={visibles} sumas={{ costo: data.costo }} />
        }
        alExportar={() => anotarExportacion('posicion-diaria', query)}
        vacio={<p>Sin divisas en este período. Entran con una compra o un saldo inicial.</p>}
      />
      {data && moneda && (
        <PorDia
          titulo={`${moneda.nombre} al cierre de cada día`}
          series={['Cierre']}
          dias={diasDe(data)}
          antes={deOtrosDias(contrato.posicion, { moneda_id }, diasDe)}
          alExportar={() => anotarExportacion('posicion-diaria', query)}
          precision={moneda.decimales}
          queda
        />
      )}
    </PaginaReporte>
  )
}

/** The close of each day, the oldest first. */
const diasDe = ({ filas }: Posicion) =>
  filas.flatMap(({ fecha, cierre }) => (fecha ? [{ fecha, valores: [cierre] }] : [])).toReversed()
