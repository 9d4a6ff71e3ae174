import type { KeyboardEvent } from 'react'
import { type Conteo, MAX_PIEZAS, sumaConteo } from '../../../core/dinero/conteo.ts'
import { formatDecimal, formatMonto, type Simbolo } from '../../../core/formato.ts'
import classes from './conteo.module.css'

/** An existing note or coin. */
export type Pieza = Pick<Conteo, 'clase' | 'valor'>

/** A row of the count: value, quantity and subtotal of a note or coin. */
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
        maxLength={String(MAX_PIEZAS).length}
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

/** Decimals shown for a value: none for a whole one, else those of the currency. */
function decimals(valor: string, moneda: Simbolo): Simbolo {
  return { ...moneda, decimales: valor.includes('.') ? moneda.decimales : 0 }
}
