import { puede } from '../../core/permisos.ts'
import { menuDe, menuRegistrado, puedeAbrir } from '../barra/menu.ts'
import { aporte, type Buscable } from '../marco/aportes.ts'
import { allScreens, direccion, type Screen } from '../marco/screens.ts'
import type { Usuario } from '../sesion/sesion.ts'

/**
 * A line of the palette: where it leads, the words by which it is found besides its own, and what the bar calls it
 * where that is another name.
 */
export interface Linea {
  grupo: string
  texto: string
  nota?: string
  tambien?: string
  alias?: string
  a: string
  search?: Record<string, string>
  tecla?: string
}

/** A list to look in, with the key by which the server knows it. */
export type ConClave = Buscable & { clave: string }

/** The group of what can be done. */
export const HACER = 'Hacer'

type Quien = Pick<Usuario, 'permisos' | 'role'>

const sinLugar = ({ acceso, path, nombre }: Screen) =>
  acceso !== 'publico' && acceso !== 'ingreso' && nombre !== 'unauthorized' && !path.includes('$')

/** The pages that this person may open, in the words of the bar where it has them, else by their titles. */
export function paginasDe(usuario: Quien): Linea[] {
  const { grupos, enlaces } = menuDe(menuRegistrado(), usuario)
  const words = new Map(
    [...grupos, { titulo: '', entradas: enlaces }].flatMap(({ titulo, entradas }) =>
      entradas.map(({ nombre, texto }) => [nombre as string, { titulo, texto }] as const),
    ),
  )
  return allScreens()
    .filter((screen) => sinLugar(screen) && puedeAbrir(screen, usuario))
    .map(({ nombre, path, titulo }) => {
      const bar = words.get(nombre)
      return {
        grupo: 'Ir a',
        texto: titulo,
        ...(bar?.titulo && { nota: bar.titulo }),
        ...(bar && { alias: bar.texto }),
        tambien: path.replaceAll('/', ' '),
        a: path,
      }
    })
}

/** What this person may do from anywhere. */
export function accionesDe(usuario: Quien): Linea[] {
  return Object.values(aporte('hace'))
    .filter(
      ({ pantalla, permiso }) =>
        puedeAbrir(pantalla, usuario) && (!permiso || puede(usuario.permisos, permiso)),
    )
    .map(({ texto, pantalla, search, tecla }) => ({
      grupo: HACER,
      texto,
      a: direccion(pantalla),
      ...(search && { search }),
      ...(tecla && { tecla }),
    }))
}

/** The lists in which this person may look for a record. */
export const buscablesDe = (usuario: Quien): ConClave[] =>
  Object.entries(aporte('busca'))
    .filter(([, { detalle }]) => puedeAbrir(detalle, usuario))
    .map(([clave, each]) => ({ clave, ...each }))
