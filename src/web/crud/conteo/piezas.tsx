import type { KeyboardEvent } from 'react'
import type { Conteo } from '../../../core/dinero/conteo.ts'
import type { Simbolo } from '../../../core/formato.ts'
import classes from './conteo.module.css'
import { FilaConteo, type Pieza } from './fila.tsx'

/** What was typed at each note and coin. */
export type Escrito = Readonly<Record<string, string>>

const CLASES = { billete: 'Billetes', moneda: 'Monedas' } as const

const key = ({ clase, valor }: Pieza) => `${clase} ${valor}`

/** The pieces of which there is at least one. */
export function conteoDe(piezas: readonly Pieza[], escrito: Escrito): Conteo[] {
  return piezas.flatMap(({ clase, valor }): Conteo[] => {
    const cantidad = Number(escrito[key({ clase, valor })] ?? 0)
    return cantidad > 0 ? [{ clase, valor, cantidad }] : []
  })
}

/** A count as it would have been typed. */
export function escritoDe(conteo: readonly Conteo[]): Escrito {
  return Object.fromEntries(conteo.map((c) => [key(c), String(c.cantidad)]))
}

/**
 * Moves between the boxes of a form: arrows, and Enter to the next one. Enter sends it on the last one and where `fin`
 * says that it is done; Ctrl+Enter, anywhere.
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
