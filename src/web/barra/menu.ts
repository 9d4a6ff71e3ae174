import { puede, rolPermitido } from '../../core/permisos.ts'
import { type Ruta, type RutaCon, type Screen, screenOf } from '../marco/screens.ts'
import type { Usuario } from '../sesion/sesion.ts'

/** A place of the bar: a screen by route name, in the words of the bar. */
export interface Entrada {
  nombre: RutaCon
  texto: string
}

export interface Grupo {
  titulo: string
  entradas: readonly Entrada[]
}

/** What the bar offers, in order: menus, then single links. */
export interface Menu {
  grupos: readonly Grupo[]
  enlaces: readonly Entrada[]
}

export interface EntradaVisible extends Entrada {
  path: string
  /** The role may not open it: it carries a lock and leads to `/unauthorized`. */
  cerrada: boolean
}

/** Roles to which the bar shows every item there is. */
const SEE_ALL = ['adm', 'mgr']

let registrado: Menu = { grupos: [], enlaces: [] }

/** Keeps the bar's menu where a screen can look at it. */
export function registerMenu(menu: Menu): void {
  registrado = menu
}

export function menuRegistrado(): Menu {
  return registrado
}

/** Whoever looks at the menu: a role and what it may. */
type Quien = Pick<Usuario, 'permisos' | 'role'>

function visible(entradas: readonly Entrada[], usuario: Quien): EntradaVisible[] {
  return entradas.flatMap((entrada) => {
    const screen = screenOf(entrada.nombre)
    if (!screen) return []
    const cerrada = !puede(usuario.permisos, screen.acceso)
    if (cerrada && !rolPermitido(usuario.role.slug, SEE_ALL)) return []
    return [{ ...entrada, path: screen.path, cerrada }]
  })
}

/** The part of the menu that this user sees: screens that exist, empty menus left out. */
export function menuDe(menu: Menu, usuario: Quien) {
  const grupos = menu.grupos
    .map(({ titulo, entradas }) => ({ titulo, entradas: visible(entradas, usuario) }))
    .filter(({ entradas }) => entradas.length > 0)
  return { grupos, enlaces: visible(menu.enlaces, usuario) }
}

/** May the user open the screen of this name? False when there is no such screen. */
export function puedeAbrir(pantalla: Ruta | Screen, usuario: Quien): boolean {
  const acceso = (typeof pantalla === 'string' ? screenOf(pantalla) : pantalla)?.acceso
  return acceso !== undefined && puede(usuario.permisos, acceso)
}
