import type { KeyboardEvent } from 'react'
import type { Conteo } from '../../../core/dinero/conteo.ts'
import { decimal } from '../../../core/dinero/decimal.ts'
import type { Simbolo } from '../../../core/formato.ts'
import type { Contado } from '../../../core/lector/contadora.ts'
import classes from './conteo.module.css'
import { FilaConteo, type Pieza } from './fila.tsx'

/** The typed quantity of each note and coin. */
export type Escrito = Readonly<Record<string, string>>

const CLASES = { billete: 'Billetes', moneda: 'Monedas' } as const

const key = ({ clase, valor }: Pieza) => `${clase} ${valor}`

/** The count of the pieces with a quantity of at least one. */
export function conteoDe(piezas: readonly Pieza[], escrito: Escrito): Conteo[] {
  return piezas.flatMap(({ clase, valor }): Conteo[] => {
    const cantidad = Number(escrito[key({ clase, valor })] ?? 0)
    return cantidad > 0 ? [{ clase, valor, cantidad }] : []
  })
}

/** The note or coin of a value, however it is written; undefined where the currency has none. */
export const piezaDe = (piezas: readonly Pieza[], valor: string): Pieza | undefined =>
  piezas.find((p) => decimal(p.valor).eq(decimal(valor)))

/** The quantities with what a bill counter counted of one value; a value that the currency lacks changes nothing. */
export function conContado(
  piezas: readonly Pieza[],
  escrito: Escrito,
  { valor, cantidad }: Contado,
): Escrito {
  const pieza = piezaDe(piezas, valor)
  return pieza ? { ...escrito, [key(pieza)]: String(cantidad) } : escrito
}

/** The inverse of `conteoDe`: the typed quantities of a count. */
export function escritoDe(conteo: readonly Conteo[]): Escrito {
  return Object.fromEntries(conteo.map((c) => [key(c), String(c.cantidad)]))
}

/**
 * Keyboard of the boxes of a form: arrows and Enter move between them. Enter submits on the last box or when `fin`;
 * Ctrl+Enter submits anywhere.
 */
export function moverConteo(event: KeyboardEvent<HTMLInputElement>, fin = false): void {
  const { form } = event.currentTarget
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key]
  const to = step && inputs[inputs.indexOf(event.currentTarget) + step]
  if (event.key === 'Enter' && (!to || event.ctrlKey || fin)) {
    event.preventDefault()
    form?.requestSubmit()
    return
  }
  if (!to) return
  event.preventDefault()
  to.focus()
  to.select()
}

/** Notes and coins of a currency, each with its box. */
export function Piezas(props: {
  piezas: readonly Pieza[]
  moneda: Simbolo
  escrito: Escrito
  escribir: (escrito: Escrito) => void
  mover: (event: KeyboardEvent<HTMLInputElement>) => void
  /** The first box takes the focus when a dialog opens. */
  primera?: boolean
}) {
  const { piezas, moneda, escrito, escribir, mover, primera = false } = props
  return (
    <div className={classes.clases}>
      {(['billete', 'moneda'] as const).map((clase) => (
        <fieldset key={clase} className={classes.clase}>
          <legend>{CLASES[clase]}</legend>
          {piezas
            .filter((p) => p.clase === clase)
            .map((p) => (
              <FilaConteo
                key={p.valor}
                pieza={p}
                moneda={moneda}
                primera={primera && p === piezas[0]}
                cantidad={escrito[key(p)] ?? ''}
                mover={mover}
                escribir={(value) => escribir({ ...escrito, [key(p)]: value })}
              />
            ))}
        </fieldset>
      ))}
    </div>
  )
}
