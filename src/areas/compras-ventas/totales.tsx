import { decimal, dividir, texto } from '../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { formatDecimal } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useFiltrado } from '../../web/crud/lista/filtros.tsx'
import type { Suma } from '../../web/crud/lista/pie/paginador.tsx'
import { TotalesPorMoneda } from '../../web/crud/totales/totales.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import type { MonedaEscrita } from '../monedas/ui/uso.ts'
import { contrato } from './contract.ts'

const useTotales = () =>
  useAnswer(contrato.totales, { query: useFiltrado(contrato.totales) }, { conserva: true }).data

/** What is bought and sold of the filtered operations, for the foot of their list; null until it is known. */
export function useSumas(monedas: ReadonlyMap<number, MonedaEscrita>): readonly Suma[] | null {
  const data = useTotales()
  if (!data) return null
  return [
    { titulo: 'Compramos', montos: data.map((t) => [t.comprado, monedas.get(t.divisa_id)]) },
    { titulo: 'Vendimos', montos: data.map((t) => [t.vendido, monedas.get(t.divisa_id)]) },
  ]
}

/**
 * Totals of the filtered operations per currency: bought, sold, weighted averages, spread, profit; annulled ones
 * excluded.
 */
export function Totales({ monedas }: { monedas: ReadonlyMap<number, MonedaEscrita> }) {
  const filas = useTotales()
  return (
    <TotalesPorMoneda
      clave="compras-ventas"
      titulo="Totales de lo filtrado por divisa"
      filas={filas}
      monedas={monedas}
      monedaId={(t) => t.divisa_id}
      cuenta={(t) => `${t.operaciones} ${t.operaciones === 1 ? 'operación' : 'operaciones'}`}
      partes={(t, moneda) => (
        <>
          <span>
            Compramos <Monto valor={t.comprado} moneda={moneda} /> {promedio(t.promedio_compra)}
          </span>
          <span>
            Vendimos <Monto valor={t.vendido} moneda={moneda} /> {promedio(t.promedio_venta)}
          </span>
          {t.promedio_compra && t.promedio_venta && (
            <span>Diferencia {diferencia(t.promedio_compra, t.promedio_venta)}</span>
          )}
          {t.ganancia !== undefined && (
            <span>
              Ganancia <Monto valor={t.ganancia} moneda={monedaFuncional()} />
            </span>
          )}
        </>
      )}
    />
  )
}

function promedio(value: string | null): string {
  return value ? `a ${formatDecimal(value, 4)}` : ''
}

/** The spread between the averages, and its percentage of the lower one: `0.0399 · 1.13 %`. */
function diferencia(compra: string, venta: string): string {
  const spread = decimal(venta).minus(decimal(compra))
  const share = dividir(spread.times(100), decimal(compra), 2, 'medio')
  return `${formatDecimal(texto(spread, 4), 4)} · ${formatDecimal(texto(share, 2), 2)} %`
}
