import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { ConBandera } from '../../web/bandera.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import type { CuentaFila } from './contract.ts'
import { totalesPorMoneda, valorTotal } from './rules.ts'

/** Balances of these accounts per currency, and their total value at cost in soles; currencies are never added. */
export function Totales({ cuentas }: { cuentas: readonly CuentaFila[] }) {
  const totales = totalesPorMoneda(cuentas)
  const total = valorTotal(cuentas)
  if (totales.length === 0) return null
  return (
    <ul className="tira" aria-label="Totales por moneda">
      {totales.map(({ moneda, saldo, disponible, valor }) => (
        <li key={moneda.id}>
          <ConBandera imagen={moneda.imagen}>{moneda.iso}</ConBandera>
          <strong>
            <Monto valor={saldo} moneda={moneda} />
          </strong>
          {saldo !== disponible && (
            <span>
              Disponible <Monto valor={disponible} moneda={moneda} />
            </span>
          )}
          {valor !== undefined && valor !== saldo && (
            <span>
              Costó <Monto valor={valor} moneda={monedaFuncional()} />
            </span>
          )}
        </li>
      ))}
      {total !== undefined && totales.length > 1 && (
        <li>
          <span>Total al costo</span>
          <strong>
            <Monto valor={total} moneda={monedaFuncional()} />
          </strong>
        </li>
      )}
    </ul>
  )
}
