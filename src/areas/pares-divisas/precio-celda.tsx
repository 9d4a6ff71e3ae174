import type { KeyboardEvent } from 'react'
import { formatTasa } from '../../core/formato.ts'
import { DecimalInput } from '../../web/crud/decimal-input.tsx'
import { faltas, type Lado, mismo, nombrePar } from './borrador.ts'
import type { Par } from './contract.ts'
import type { Edicion } from './edicion.tsx'
import classes from './pares.module.css'

const WORDS = { compra: 'Compra', venta: 'Venta' } as const

/** Enter goes to the next price, as in a sheet. */
function next(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const all = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
  all[all.indexOf(event.currentTarget) + 1]?.focus()
}

/** One price being typed; below it, the one in force when they differ. */
export function PrecioCelda(props: { par: Par; lado: Lado; edicion: Edicion }) {
  const { par, lado, edicion } = props
  const borrador = edicion.borradores.get(par.id)
  const valor = borrador ? borrador[lado] : par[lado]
  const error = borrador && faltas(par, borrador)[lado]
  const moved = borrador && !mismo(borrador[lado], par[lado])
  return (
    <DecimalInput
      tasa
      size="xs"
      className={classes.precio}
      aria-label={`${WORDS[lado]} de ${nombrePar(par)}, ${par.pais_nombre}`}
      decimales={par.precision}
      value={valor}
      error={error}
      description={moved ? `Vigente: ${formatTasa(par[lado], par.precision)}` : undefined}
      data-cambiado={moved || undefined}
      onKeyDown={next}
      onChange={(typed) => edicion.escribir(par, lado, typed)}
    />
  )
}
