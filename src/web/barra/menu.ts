import { rolPermitido } from '../../core/permisos.ts'
import { abre, type Ruta, type RutaCon, type Screen, screenOf } from '../marco/screens.ts'
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

/** Roles to which the bar shows every entry. */
const SEE_ALL = ['adm', 'mgr']

let registrado: Menu = { grupos: [], enlaces: [] }

/** Registers the bar's menu, so that screens can read it. */
export function registerMenu(menu: Menu): void {
  registrado = menu
}

export function menuRegistrado(): Menu {
  return registrado
}

/** The user who sees the menu: role, permissions, and whether he sees one branch alone. */
type Quien = Pick<Usuario, 'permisos' | 'role' | 'sucursal'>

function visible(entradas: readonly Entrada[], usuario: Quien): EntradaVisible[] {
  return entradas.flatMap((entrada) => {
    const screen = screenOf(entrada.nombre)
    if (!screen) return []
    // What is of the whole house is no matter of a permission that he could ask for.
    if (screen.casa && usuario.sucursal !== undefined) return []
    const cerrada = !abre(screen, usuario)
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

/** Whether the user may open the screen of this name; false when it does not exist. */
export function puedeAbrir(pantalla: Ruta | Screen, usuario: Quien): boolean {
  const screen = typeof pantalla === 'string' ? screenOf(pantalla) : pantalla
  return screen !== undefined && abre(screen, usuario)
}
