import { formatMonto } from '../../../core/formato.ts'
import type { Limites } from '../contract/limites.ts'
import { DOLARES } from '../contract.ts'
import classes from './cliente.module.css'

/** How much is used of each limit that he has: of this day, of this month, and of what his level allows in one. */
export function Barras({ limites: { hoy, mes, nivel } }: { limites: Limites }) {
  const all = [
    ['Hoy', hoy],
    ['Este mes', mes],
    ['Su nivel', { operado: mes.operado, limite: nivel.hasta, queda: nivel.queda }],
  ] as const
  const bound = all.flatMap(([titulo, { operado, limite, queda }]) =>
    limite === null || queda === null ? [] : [{ titulo, operado, limite, queda }],
  )
  if (bound.length === 0) return null
  return (
    <dl className={classes.barras}>
      {bound.map(({ titulo, operado, limite, queda }) => (
        <div key={titulo} data-lleno={Number(queda) === 0 || undefined}>
          <dt>{titulo}</dt>
          <dd>
            {/* Only for the bar: what it shows is a share of a line. */}
            <progress
              value={Math.min(1, Number(operado) / Math.max(Number(limite), 0.01))}
              max={1}
              aria-label={`Parte usada: ${titulo}`}
            />
            {`queda ${formatMonto(queda, DOLARES)}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
