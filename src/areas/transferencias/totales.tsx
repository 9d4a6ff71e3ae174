import { useAnswer } from '../../web/api/query.ts'
import { useFiltrado } from '../../web/crud/lista/filtros.tsx'
import type { Suma } from '../../web/crud/lista/pie/paginador.tsx'
import { TotalesPorMoneda } from '../../web/crud/totales/totales.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import type { MonedaEscrita } from '../monedas/ui/uso.ts'
import { contrato } from './contract.ts'

const useTotales = () =>
  useAnswer(contrato.totales, { query: useFiltrado(contrato.totales) }, { conserva: true }).data

/** What leaves, arrives and is on its way, for the foot of the list; null until it is known. */
export function useSumas(monedas: ReadonlyMap<number, MonedaEscrita>): readonly Suma[] | null {
  const data = useTotales()
  if (!data) return null
  return [
    { titulo: 'Sale', montos: data.map((t) => [t.sale, monedas.get(t.moneda_id)]) },
    { titulo: 'Entra', montos: data.map((t) => [t.entra, monedas.get(t.moneda_id)]) },
    { titulo: 'Por recibir', montos: data.map((t) => [t.en_camino, monedas.get(t.moneda_id)]) },
  ]
}

/** Totals of the filters per currency: sent, received, in transit, fees. */
export function Totales({ monedas }: { monedas: ReadonlyMap<number, MonedaEscrita> }) {
  const filas = useTotales()
  return (
    <TotalesPorMoneda
      clave="transferencias"
      titulo="Totales de lo filtrado por moneda"
      filas={filas}
      monedas={monedas}
      monedaId={(t) => t.moneda_id}
      cuenta={(t) =>
        `${t.transferencias} ${t.transferencias === 1 ? 'transferencia' : 'transferencias'}`
      }
      partes={(t, moneda) => {
        const part = (words: string, value: string) =>
          Number(value) !== 0 && (
            <span>
              {words} <Monto valor={value} moneda={moneda} />
            </span>
          )
        return (
          <>
            {part('Sale', t.sale)}
            {part('Entra', t.entra)}
            {part('Por recibir', t.en_camino)}
            {part('Comisiones', t.comisiones)}
          </>
        )
      }}
    />
  )
}
