import type { FunctionComponent } from 'react'
import type { z } from 'zod'
import type { CallOf, Endpoint } from '../../core/contract.ts'
import { type Acceso, type Permiso, puede } from '../../core/permisos.ts'

/** Where a page stands: the places and the query of its address. */
export interface Direccion {
  params: Record<string, string>
  search: Record<string, string>
}

/** A call with which a page begins, as `useAnswer` makes it. */
export type Primera = readonly [endpoint: Endpoint, asked?: CallOf<Endpoint>]

/**
 * With what calls a page begins: its row; some that ask for nothing; the first page of a list, with its totals;
 * or its own. Never one of which a look is written into the audit.
 */
export type Empieza =
  | { fila: Endpoint }
  | { todo: readonly Endpoint[] }
  | { lista: string; de: Endpoint; totales?: Endpoint }
  | { suyas: (search: Direccion['search']) => readonly Primera[] }

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
  /** It shows the whole house at once: closed to whoever does not see every branch. */
  casa?: boolean
  /** Loads the screen's module, whose default export is drawn, and which may say with what it begins. */
  component: () => Promise<{ default: FunctionComponent; empieza?: Empieza }>
  /** Typed search parameters, when the loose text of `useBusqueda` is not enough. */
  search?: z.ZodType<Record<string, unknown>>
  /**
   * The calls that the screen begins with where nothing narrows it, written out for the page, which makes them while the
   * program is on its way. Only where `acceso` is one permission.
   */
  primeras?: readonly string[]
  /**
   * Takes the whole window: no bar, no margins. `ajena`: somebody else looks at it too, so the palette, its keys and
   * the forms of a session stay away.
   */
  completa?: boolean | 'ajena'
  /** Whether the address's fragment (after `#`) opens the screen without a session. The server still decides. */
  llave?: (fragmento: string) => boolean
}

/**
 * Extended by `main.screens.tsx`: `pantallas` is the type of all its screens. In a compilation without that file,
 * any name is valid.
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged with its other declaration
export interface Registro {}

type Pantalla = Registro extends { pantallas: readonly (infer S extends Screen)[] } ? S : Screen

/** The name of an existing screen. */
export type Ruta = Pantalla['nombre']

type Primero<P extends string> = P extends `/${infer A}/${string}`
  ? Literal<A>
  : P extends `/${infer A}`
    ? Literal<A>
    : never
type Literal<A extends string> = string extends A ? never : A

/** The first word of some screen's path: what the answers of an area are kept and marked stale by. */
export type Area = string extends Ruta ? string : AreaDe<Pantalla> | SinPantalla
type SinPantalla = Registro extends { sinPantalla: infer S extends string } ? S : never
type AreaDe<S> = S extends { path: infer P extends string } ? Primero<P> : never

/** The places of a path: `id` of `/clientes/detalle/$id`. */
type Lugar<P extends string> = P extends `${string}$${infer Resto}`
  ? Resto extends `${infer Uno}/${infer Otros}`
    ? Uno | Lugar<`/${Otros}`>
    : Resto
  : never

type LugarDe<R extends Ruta> = Lugar<Extract<Pantalla, { nombre: R }>['path']>

/** The exact parameters of a screen's path. */
export type Params<R extends Ruta> = [LugarDe<R>] extends [never]
  ? Record<string, never>
  : { [K in LugarDe<R>]: string | number }

/** The parameters of a path as an argument; optional when the path has none. */
export type Resto<R extends Ruta, Mas extends unknown[] = []> = [LugarDe<R>] extends [never]
  ? [params?: Params<R>, ...Mas]
  : [params: Params<R>, ...Mas]

/** Names of the screens whose path has exactly these parameters: `RutaCon<'id'>`; `RutaCon` for none. */
export type RutaCon<K extends string = never> = string extends Ruta
  ? string
  : { [R in Ruta]: [LugarDe<R>, K] extends [K, LugarDe<R>] ? R : never }[Ruta]

const paths = new Map<string, Screen>()

/** Registers the existing screens: the menu and the links offer only these. */
export function registerScreens(screens: readonly Screen[]): void {
  for (const screen of screens) paths.set(screen.nombre, screen)
}

export function screenOf(nombre: Ruta): Screen | undefined {
  return paths.get(nombre)
}

/** The screen with a name taken from data, if it exists. */
export function pantallaLlamada(nombre: string): Screen | undefined {
  return paths.get(nombre)
}

/** The route with a name taken from data; undefined when it does not exist or its path has other parameters. */
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

/** Filters items that name a screen to those whose screen exists. */
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

/** Whether this user may open the screen. */
export function abre({ acceso, casa }: Screen, usuario: Quien | null | undefined): boolean {
  return puede(usuario?.permisos, acceso) && !(casa && usuario?.sucursal !== undefined)
}

/** Of a user, what says which screens he may open; `sucursal` is there where he does not see every branch. */
interface Quien {
  permisos: readonly string[]
  sucursal?: object | null
}

/** Whether the screen opens without a session. */
export function sinSesion({ acceso, llave }: Screen, fragmento: string): boolean {
  return acceso === 'publico' || llave?.(fragmento) === true
}

/** The address of a screen with its parameters: `ruta('detalle-cliente', { id: 3 })`. */
export function ruta<R extends Ruta>(nombre: R, ...[params]: Resto<R>): string {
  return direccion(nombre, params)
}

/** The same without the type check of the parameters, for links that were already checked. */
export function direccion(nombre: Ruta, params: Record<string, string | number> = {}): string {
  const path = paths.get(nombre)?.path ?? '/dashboard'
  return path.replace(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
}
