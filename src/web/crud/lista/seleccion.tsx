import type { Opcion } from '../../../core/fields.ts'
import { Logo } from '../../logo/logo.tsx'
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
  // The same frame with and without a logo, so that the select keeps the focus when another is chosen.
  const conMarcas = opciones.some(({ marca }) => marca !== undefined)
  const marca = opciones.find((opcion) => opcion.valor === valor)?.marca
  const select = (
    <select
      id={id}
      aria-label={etiqueta}
      className={`${classes.seleccion} ${(!conMarcas && className) || ''}`}
      data-marca={marca ? true : undefined}
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
  if (!conMarcas) return select
  return (
    <span className={`${classes.conMarca} ${className ?? ''}`}>
      {marca && <Logo marca={marca} />}
      {select}
    </span>
  )
})
