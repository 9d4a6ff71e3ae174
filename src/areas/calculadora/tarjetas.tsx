import type { AnswerOf } from '../../core/contract.ts'
import { formatDecimal, formatTasa } from '../../core/formato.ts'
import { Bandera } from '../../web/bandera.tsx'
import type { contrato } from '../pares-divisas/contract.ts'
import classes from './calculadora.module.css'
import { enDivisa } from './rules.ts'

type Par = AnswerOf<typeof contrato.tarjetas>[number]

function monto(total: string | null, compra: string): string {
  const amount = total && enDivisa(total, compra)
  return amount ? formatDecimal(amount, 2) : '—'
}

/** "¿Cuántos dólares son?": the total in each reference currency, at our buying price. */
export function Tarjetas({ pares, total }: { pares: readonly Par[]; total: string | null }) {
  if (pares.length === 0) return null
  return (
    <section aria-label="Cambio en Divisas">
      <h3 className={classes.subtitulo}>Cambio en Divisas</h3>
      <ul className={classes.tarjetas}>
        {pares.map(({ id, compra, precision, divisa_base }) => (
          <li key={id} className="pila marco">
            <span className="junto">
              <Bandera imagen={divisa_base.imagen} />
              {divisa_base.nombre}
            </span>
            <span className="nota">Tasa {formatTasa(compra, precision)}</span>
            <strong>
              {divisa_base.simbolo} {monto(total, compra)}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
