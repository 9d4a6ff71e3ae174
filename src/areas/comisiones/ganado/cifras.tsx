import type { CallOf } from '../../../core/contract.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Montos } from '../../../web/crud/totales/montos.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import classes from '../comisiones.module.css'
import { contrato } from '../contract.ts'
import type { Monedas } from '../palabras.ts'

type Consulta = CallOf<typeof contrato.totales>['query']

/** Totals of the filtered rows. */
export function useTotales(query: Consulta) {
  return useAnswer(contrato.totales, { query }, { conserva: true }).data
}

/** Accrued, paid and payable: the three totals of the filtered rows. */
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
          <dd>{valor === undefined ? '…' : <Monto valor={valor} moneda={monedaFuncional()} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Amounts by currency, one below the other. */
export function MontosDe({
  montos,
  monedas,
}: {
  montos: readonly { moneda_id: number; monto: string }[]
  monedas: Monedas
}) {
  return <Montos montos={montos.map((each) => [each.monto, monedas.get(each.moneda_id)])} />
}

/** The totals row: all filtered rows, not only the page. */
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
          <MontosDe montos={totales.montos} monedas={monedas} />
          <span>
            Comisión <Monto valor={totales.devengado} moneda={monedaFuncional()} />
          </span>
        </div>
      </td>
    </tr>
  )
}
