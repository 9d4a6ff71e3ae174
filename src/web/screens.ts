import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Acceso, Permiso } from '../core/permisos.ts'

/** A screen, as an area declares it. Everything else (route, guard, title, menu) is derived. */
export interface Screen {
  /** Route name, the seed's where it has one: `nueva-etidad-financiera`. */
  nombre: string
  /** Path with `$id` places: `/clientes/detalle/$id`. */
  path: string
  /** Title of the page and of the browser's tab. */
  titulo: string
  /** Of several permissions, one is enough. */
  acceso: Acceso | readonly Permiso[]
  /** Loads the screen's module, whose default export is drawn. */
  component: () => Promise<{ default: ComponentType }>
  /** Typed search parameters, when the loose text of `useBusqueda` is not enough. */
  search?: z.ZodType<Record<string, unknown>>
  /** Takes the whole window: no bar, no margins. */
  completa?: boolean
  /** Does what follows the address's `#` open the screen without a session? The server still decides. */
  llave?: (fragmento: string) => boolean
}

const paths = new Map<string, Screen>()

/** Registers the screens there are: the menu and the links only offer these. */
export function registerScreens(screens: readonly Screen[]): void {
  for (const screen of screens) paths.set(screen.nombre, screen)
}

export function screenOf(nombre: string): Screen | undefined {
  return paths.get(nombre)
}

export function allScreens(): Screen[] {
  return [...paths.values()]
}

/** The screen above `path`: the list of the record that a page shows. */
export function encimaDe(path: string): Screen | undefined {
  const above = path.slice(0, path.lastIndexOf('/'))
  if (above === '') return undefined
  return allScreens().find((screen) => screen.path === above) ?? encimaDe(above)
}

/** Is the screen there for whoever is not signed in? */
export function sinSesion({ acceso, llave }: Screen, fragmento: string): boolean {
  return acceso === 'publico' || llave?.(fragmento) === true
}

/** The address of a screen, its places filled: `ruta('detalle-cliente', { id: 3 })`. */
export function ruta(nombre: string, params: Record<string, string | number> = {}): string {
  const path = paths.get(nombre)?.path ?? '/dashboard'
  return path.replace(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
}
