import type { CallOf } from '../../../core/contract.ts'
import { SOLES } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Monto } from '../../../web/crud/valores.tsx'
import classes from '../comisiones.module.css'
import { contrato } from '../contract.ts'
import type { Monedas } from '../palabras.ts'

type Consulta = CallOf<typeof contrato.totales>['query']

/** The sums of what is filtered. */
export function useTotales(query: Consulta) {
  return useAnswer(contrato.totales, { query }, { conserva: true }).data
}

/** Accrued, paid, still to pay: the three figures of whatever is filtered. */
export function Cifras({ query }: { query: Consulta }) {
  const totales = useTotales(query)
  const figures = [
    ['Devengado', totales?.devengado],
    ['Pagado', totales?.pagado],
    ['Pendiente', totales?.pendiente],
  ] as const
  return (
    <dl className={classes.cifras} aria-label="Totales de lo filtrado">
      {figures.map(([titulo, valor]) => (
        <div key={titulo}>
          <dt>{titulo}</dt>
          <dd>{valor === undefined ? '…' : <Monto valor={valor} moneda={SOLES} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Amounts by currency, one below the other: never added up. */
export function Montos({
  montos,
  monedas,
}: {
  montos: readonly { moneda_id: number; monto: string }[]
  monedas: Monedas
}) {
  return montos.map(({ moneda_id, monto }) => {
    const moneda = monedas.get(moneda_id)
    return moneda && <Monto key={moneda_id} valor={monto} moneda={moneda} />
  })
}

/** The last row: everything that is filtered, not the page alone. */
export function FilaTotal({ query, monedas }: { query: Consulta; monedas: Monedas }) {
  const totales = useTotales(query)
  if (!totales) return null
  return (
    <tr>
      <td colSpan={99} data-principal>
        <div className={classes.total}>
          <span>
            TOTAL · {totales.operaciones} {totales.operaciones === 1 ? 'operación' : 'operaciones'}
          </span>
          <Montos montos={totales.montos} monedas={monedas} />
          <span>
            Comisión <Monto valor={totales.devengado} moneda={SOLES} />
          </span>
        </div>
      </td>
    </tr>
  )
}
