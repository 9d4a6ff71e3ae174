import type { KeyboardEvent } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import type { Par } from '../contract.ts'
import classes from '../pares.module.css'
import { faltas, type Lado, mismo, nombrePar } from './borrador.ts'
import type { Edicion } from './edicion.tsx'

const WORDS = { compra: 'Compra', venta: 'Venta' } as const

/** As in a sheet: Enter goes to the next price, the arrows to the same one of another row, Ctrl+Enter to the review. */
function walk(event: KeyboardEvent<HTMLInputElement>, lado: Lado, revisar: () => void): void {
  const { key, ctrlKey, metaKey, currentTarget } = event
  const which = key === 'Enter' ? 'input' : `input[data-lado="${lado}"]`
  if (!['Enter', 'ArrowUp', 'ArrowDown'].includes(key)) return
  event.preventDefault()
  if (key === 'Enter' && (ctrlKey || metaKey)) {
    revisar()
    return
  }
  const all = [...(currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>(which) ?? [])]
  const next = all[all.indexOf(currentTarget) + (key === 'ArrowUp' ? -1 : 1)]
  next?.focus()
  next?.select()
}

/** One price being typed; beside it, in a place that is always kept, the one in force or what is wrong. */
export function PrecioCelda(props: { par: Par; lado: Lado; edicion: Edicion }) {
  const { par, lado, edicion } = props
  const borrador = edicion.borradores.get(par.id)
  const valor = borrador ? borrador[lado] : par[lado]
  const error = borrador && faltas(par, borrador)[lado]
  const moved = borrador && !mismo(borrador[lado], par[lado])
  const nota = `nota-${lado}-${par.id}`
  return (
    <div className={classes.precio}>
      <DecimalInput
        tasa
        size="xs"
        aria-describedby={nota}
        aria-label={`${WORDS[lado]} de ${nombrePar(par)}, ${par.pais_nombre}`}
        decimales={par.precision}
        value={valor}
        error={error !== undefined}
        data-cambiado={moved || undefined}
        data-lado={lado}
        onKeyDown={(event) => walk(event, lado, () => edicion.completo && void edicion.revisar())}
        onChange={(typed) => edicion.escribir(par, lado, typed)}
      />
      <span id={nota} className={classes.nota} data-error={error !== undefined || undefined}>
        {error ?? (moved ? `Vigente ${formatTasa(par[lado], par.precision)}` : '')}
      </span>
    </div>
  )
}
