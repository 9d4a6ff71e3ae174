import { useEffect } from 'react'
import { LLAVE_RECIENTES, sesion } from '../sesion/sesion.ts'
import type { Linea } from './catalogo.ts'

const CUANTOS = 8

/** What this person opened last, in this browser. */
export function recientesDe(usuario: number): Linea[] {
  try {
    const kept = JSON.parse(localStorage.getItem(LLAVE_RECIENTES) ?? 'null')
    return kept?.usuario === usuario ? kept.filas : []
  } catch {
    return []
  }
}

const lugar = ({ a, search }: Linea) => `${a} ${JSON.stringify(search ?? {})}`

/** Puts a line before the others, once. */
export function recordar(usuario: number, linea: Linea): void {
  const others = recientesDe(usuario).filter((one) => lugar(one) !== lugar(linea))
  const filas = [{ ...linea, grupo: 'Reciente' }, ...others].slice(0, CUANTOS)
  localStorage.setItem(LLAVE_RECIENTES, JSON.stringify({ usuario, filas }))
}

/** The page of a record that is open is recent, however it was reached; the palette's own words for it stay. */
export function useReciente(titulo: string | undefined): void {
  useEffect(() => {
    const { usuario } = sesion()
    if (!titulo || !usuario) return
    const linea = { grupo: 'Reciente', texto: titulo, a: location.pathname }
    const known = recientesDe(usuario.id).find((one) => lugar(one) === lugar(linea))
    recordar(usuario.id, known ?? linea)
  }, [titulo])
}
