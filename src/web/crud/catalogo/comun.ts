import type { ReactNode } from 'react'
import type { Catalogo } from '../../../core/catalog.ts'
import type { RutaCon } from '../../marco/screens.ts'
import type { Seccion } from '../formulario/formulario.tsx'
import type { Columna } from '../lista/tabla.tsx'

export type Fila = Record<string, unknown> & {
  id: number | string
  estatus: boolean
  version: number
}

/** Route names of a catalogue's three screens. */
export interface Nombres<L extends string, N extends string, D extends string> {
  lista: L
  nuevo: N
  detalle: D
}

/** How a catalogue's rows and forms are drawn where the catalogue does not say it; loaded with its first screen. */
export interface Dibujo {
  /** Groups of fields in the form. */
  secciones?: readonly Seccion[]
  /** Custom rendering of cells of the list, by field. */
  celdas?: Record<string, (fila: Fila) => ReactNode>
  /** The picture of a row, before its title on its page. */
  retrato?: (fila: Fila) => ReactNode
  /** Columns besides the catalogue's own. */
  columnas?: readonly Columna<Fila>[]
  /** Rows say something of another area, whose changes are no event of this one: asked again each time they are shown. */
  fresca?: boolean
  /** The row's name in titles; its `nombre` when omitted. */
  nombreFila?: (fila: Fila) => string
  /** Switching a row on is a control, which takes a second person: it is asked about, and nobody takes it back alone. */
  controlada?: boolean
}

export interface CatalogScreensOptions<L extends string, N extends string, D extends string> {
  /** Route names, those of the original brief where it has them. */
  nombres: Nombres<L, N, D>
  /** Last words of the paths, when they are not `nuevo` and `detalle`: `{ nuevo: 'nueva' }`. */
  paths?: { nuevo?: string; detalle?: string }
  dibujo?: () => Promise<{ dibujo: Dibujo }>
}

export interface CatalogoProps extends Dibujo {
  catalogo: Catalogo
  nombres: Nombres<RutaCon, RutaCon, RutaCon<'id'>>
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `Nueva moneda`, `Nuevo tipo de pago`. */
export function nuevoTitulo({ singular, genero }: Catalogo['palabras']): string {
  return `${genero === 'f' ? 'Nueva' : 'Nuevo'} ${singular}`
}

export function pluralTitulo({ plural }: Catalogo['palabras']): string {
  return capital(plural)
}

export function singularTitulo({ singular }: Catalogo['palabras']): string {
  return capital(singular)
}
