import type { KeyboardEvent } from 'react'
import { type Conteo, sumaConteo } from '../../../core/dinero/conteo.ts'
import { formatDecimal, formatMonto, type Simbolo } from '../../../core/formato.ts'
import classes from './conteo.module.css'

/** A note or a coin that there is. */
export type Pieza = Pick<Conteo, 'clase' | 'valor'>

/** A note or coin: its value, how many, and what they come to. */
export function FilaConteo(props: {
  pieza: Pieza
  moneda: Simbolo
  primera: boolean
  cantidad: string
  mover: (event: KeyboardEvent<HTMLInputElement>) => void
  escribir: (value: string) => void
}) {
  const { pieza, moneda, primera, cantidad, mover, escribir } = props
  const sum = cantidad && sumaConteo([{ ...pieza, cantidad: Number(cantidad) }], moneda.decimales)
  return (
    <label className={classes.pieza}>
      <span>{formatMonto(pieza.valor, decimals(pieza.valor, moneda))}</span>
      <span aria-hidden="true">×</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        data-autofocus={primera || undefined}
        value={cantidad}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={mover}
        onChange={({ currentTarget: { value } }) => escribir(value.replaceAll(/\D/g, ''))}
      />
      <span aria-hidden="true">{sum && formatDecimal(sum, moneda.decimales)}</span>
    </label>
  )
}

/** A note without decimals, a coin with those it has. */
function decimals(valor: string, moneda: Simbolo): Simbolo {
  return { ...moneda, decimales: valor.includes('.') ? moneda.decimales : 0 }
}
