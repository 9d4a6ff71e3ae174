import { TIPOS, type Tipo } from '../contract/registro.ts'
import classes from './nueva.module.css'

const KEYS = { interna: 'F2', conversion: 'F4', tercero: 'F6' } as const

/** The kind of transfer: a radio group, changed with the arrow keys. */
export function TipoCampo({
  tipo,
  tercero,
  elegir,
}: {
  tipo: Tipo
  /** Whether the user may transfer to third parties. */
  tercero: boolean
  elegir: (tipo: Tipo) => void
}) {
  const offered = (Object.keys(TIPOS) as Tipo[]).filter((t) => t !== 'tercero' || tercero)
  return (
    <fieldset className={classes.tipos}>
      <legend className="solo-lectores">Tipo de transferencia</legend>
      {offered.map((t) => (
        <label key={t}>
          <input type="radio" name="tipo" checked={tipo === t} onChange={() => elegir(t)} />
          <span>{TIPOS[t]}</span>
          <kbd>{KEYS[t]}</kbd>
        </label>
      ))}
    </fieldset>
  )
}
