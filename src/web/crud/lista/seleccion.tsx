import type { Opcion } from '../../../core/fields.ts'
import { quieto } from '../quieto.tsx'
import classes from './lista.module.css'

/** The browser's own select, for a short list: light, and native on a phone. For forms use `CampoForm`. */
export const Seleccion = quieto(function Seleccion(props: {
  id?: string
  etiqueta: string
  opciones: readonly Opcion[]
  valor: string | undefined
  alElegir: (valor: string | undefined) => void
  /** Label of the empty choice; without it a value is always selected. */
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
})
