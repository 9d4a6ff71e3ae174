import { antesDeCerrar } from '../documentos/citas.ts'
import type { Jornada } from '../jornadas.ts'
import {
  aprobarMucho,
  cobrosDelBanco,
  devolverFondos,
  fondearMas,
  fondearMenos,
  gastarSinPapel,
  moverDeMas,
  moverFondos,
} from './casa.ts'
import {
  anularLoPropio,
  casiSinNombre,
  confirmarLoPropio,
  dejarLoPropio,
  prometerMucho,
  sinNombreDeMas,
} from './mostrador.ts'

type Hacer = (j: Jornada, vez: number) => Promise<void>
/** When, what, and, of what is done several times, how often: `CADA` minutes lie between two of them. */
type Cita = readonly [hora: string, hacer: Hacer, veces?: number]

const CADA = 5

/**
 * By working day since the first one of the demo: who comes just under, and who just over, each limit that the house
 * sets to one person, to one party or to a day. What depends on all that a counter did comes after its last client.
 */
const CITAS: Readonly<Record<number, readonly Cita[]>> = {
  6: [
    ['11:20', anularLoPropio],
    ['16:40', casiSinNombre, 5],
  ],
  8: [['10:40', fondearMenos]],
  9: [
    ['16:35', casiSinNombre, 5],
    ['17:25', sinNombreDeMas],
  ],
  12: [['12:10', cobrosDelBanco]],
  14: [['11:50', fondearMas]],
  17: [['15:10', gastarSinPapel]],
  18: [
    ['15:55', confirmarLoPropio, 20],
    ['17:50', dejarLoPropio],
  ],
  19: [
    ['10:05', moverFondos],
    ['12:40', devolverFondos],
    ['15:30', moverDeMas],
  ],
  20: [['15:40', prometerMucho]],
  21: [['16:20', aprobarMucho]],
}

/** Those of a past day, each with how many minutes before its end it comes. */
export const pasosDeLimites = (j: Jornada) =>
  (CITAS[j.trabajados] ?? []).flatMap(([hora, hacer, veces = 1]) =>
    Array.from(
      { length: veces },
      (_, i) => [antesDeCerrar(hora) - i * CADA, () => hacer(j, i)] as const,
    ),
  )
