import type { Juego } from './juego.ts'
import { COLOMBIA } from './juegos/co.ts'
import { ECUADOR, PANAMA } from './juegos/dolar.ts'
import { ESPANA, ESTADOS_UNIDOS, MEXICO } from './juegos/norte.ts'
import { PERU } from './juegos/pe.ts'
import { ARGENTINA, BOLIVIA, BRASIL, CHILE } from './juegos/sur.ts'
import { VENEZUELA } from './juegos/ve.ts'

/** The starter sets: the house's own country first, then those to which it pays, the most usual first. */
export const JUEGOS: readonly [Juego, ...Juego[]] = [
  PERU,
  VENEZUELA,
  COLOMBIA,
  CHILE,
  ECUADOR,
  BOLIVIA,
  ARGENTINA,
  BRASIL,
  MEXICO,
  ESPANA,
  ESTADOS_UNIDOS,
  PANAMA,
]
