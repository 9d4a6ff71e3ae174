import type { Opcion } from '../../../core/fields.ts'
import classes from './lista.module.css'

/** A small choice, by the browser's own select: light, and at home on a phone. For forms use `CampoForm`. */
export function Seleccion(props: {
  id?: string
  etiqueta: string
  opciones: readonly Opcion[]
  valor: string | undefined
  alElegir: (valor: string | undefined) => void
  /** Words of choosing nothing; without them something is always chosen. */
  vacia?: string
  className?: string | undefined
}) {
  const { id, etiqueta, opciones, valor, alElegir, vacia, className } = props
  return (
    <select
      id={id}
      aria-label={etiqueta}
      className={`${classes.seleccion} ${className ?? ''}`}
      data-vacia={vacia !== undefined && !valor}
      value={valor ?? ''}
      onChange={(event) => alElegir(event.currentTarget.value || undefined)}
    >
      {vacia !== undefined && <option value="">{vacia}</option>}
      {opciones.map((opcion) => (
        <option key={opcion.valor} value={opcion.valor}>
          {opcion.etiqueta}
        </option>
      ))}
    </select>
  )
}
