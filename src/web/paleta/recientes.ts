import { LLAVE_RECIENTES } from '../sesion/sesion.ts'
import type { Linea } from './catalogo.ts'

const CUANTOS = 8

/** What this person opened last from the palette, in this browser. */
export function recientesDe(usuario: number): Linea[] {
  try {
    const kept = JSON.parse(localStorage.getItem(LLAVE_RECIENTES) ?? 'null')
    return kept?.usuario === usuario ? kept.filas : []
  } catch {
    return []
  }
}

export function recordar(usuario: number, linea: Linea): void {
  const same = ({ a, texto }: Linea) => a === linea.a && texto === linea.texto
  const others = recientesDe(usuario).filter((one) => !same(one))
  const filas = [{ ...linea, grupo: 'Reciente' }, ...others].slice(0, CUANTOS)
  localStorage.setItem(LLAVE_RECIENTES, JSON.stringify({ usuario, filas }))
}
