import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Acceso, Permiso } from '../../core/permisos.ts'

/** A screen, as an area declares it. Everything else (route, guard, title, menu) is derived. */
export interface Screen {
  /** Route name, that of the original brief where it has one: `nueva-etidad-financiera`. */
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

/**
 * Filled by `main.screens.tsx`: `pantallas` is the type of all its screens. Where that file is not compiled along,
 * any name is good.
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged with its other declaration
export interface Registro {}

type Pantalla = Registro extends { pantallas: readonly (infer S extends Screen)[] } ? S : Screen

/** The name of a screen that exists. */
export type Ruta = Pantalla['nombre']

/** The places of a path: `id` of `/clientes/detalle/$id`. */
type Lugar<P extends string> = P extends `${string}$${infer Resto}`
  ? Resto extends `${infer Uno}/${infer Otros}`
    ? Uno | Lugar<`/${Otros}`>
    : Resto
  : never

type LugarDe<R extends Ruta> = Lugar<Extract<Pantalla, { nombre: R }>['path']>

/** What fills the places of a screen's path: exactly those. */
export type Params<R extends Ruta> = [LugarDe<R>] extends [never]
  ? Record<string, never>
  : { [K in LugarDe<R>]: string | number }

/** What fills a path, as an argument: it may be left out where there is nothing to fill. */
export type Resto<R extends Ruta, Mas extends unknown[] = []> = [LugarDe<R>] extends [never]
  ? [params?: Params<R>, ...Mas]
  : [params: Params<R>, ...Mas]

/** The names of the screens whose path has exactly these places: `RutaCon<'id'>`, and of those that have none. */
export type RutaCon<K extends string = never> = string extends Ruta
  ? string
  : { [R in Ruta]: [LugarDe<R>, K] extends [K, LugarDe<R>] ? R : never }[Ruta]

const paths = new Map<string, Screen>()

/** Registers the screens there are: the menu and the links only offer these. */
export function registerScreens(screens: readonly Screen[]): void {
  for (const screen of screens) paths.set(screen.nombre, screen)
}

export function screenOf(nombre: Ruta): Screen | undefined {
  return paths.get(nombre)
}

/** The screen that data names, if there is one. */
export function pantallaLlamada(nombre: string): Screen | undefined {
  return paths.get(nombre)
}

/** The route that data names: undefined when there is no such screen, or its path has other places than these. */
export function comoRuta<K extends string = never>(
  nombre: string,
  ...lugares: K[]
): RutaCon<K> | undefined {
  const found = paths.get(nombre)?.path.match(/(?<=\$)\w+/g) ?? []
  const same =
    found.length === lugares.length &&
    found.every((lugar) => lugares.some((given) => given === lugar))
  return paths.has(nombre) && same ? (nombre as RutaCon<K>) : undefined
}

export function allScreens(): Screen[] {
  return [...paths.values()]
}

/** Of what names a screen in data, what names one that there is. */
export function conPantalla<T extends { pantalla: string }>(
  filas: readonly T[],
): (T & { pantalla: RutaCon })[] {
  return filas.flatMap((fila) => {
    const pantalla = comoRuta(fila.pantalla)
    return pantalla ? [{ ...fila, pantalla }] : []
  })
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
export function ruta<R extends Ruta>(nombre: R, ...[params]: Resto<R>): string {
  return direccion(nombre, params)
}

/** The same where the two were matched before: a link's properties. */
export function direccion(nombre: Ruta, params: Record<string, string | number> = {}): string {
  const path = paths.get(nombre)?.path ?? '/dashboard'
  return path.replace(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
}
