import { diaDe, finDelDia, inicioDelDia } from '../../../core/zona.ts'
import { masDias } from '../lista/arreglo/dias.ts'
import { type Punto, puntoEn } from './escala.ts'

/** Business days, both inclusive. */
export interface Rango {
  desde: string
  hasta: string
}

/** With what a chart is compared. */
export const MODOS = {
  periodo: 'Período anterior',
  mes: 'Mes anterior',
} as const
export type Modo = keyof typeof MODOS

export const esModo = (text: string | undefined): text is Modo =>
  text !== undefined && Object.hasOwn(MODOS, text)

const DAY = 86_400_000
const primero = (...days: string[]): string => days.toSorted()[0] ?? ''
const ultimo = (...days: string[]): string => days.toSorted().at(-1) ?? ''

/** How many days a range has. */
export const cuantos = ({ desde, hasta }: Rango): number =>
  Math.round((Date.parse(hasta) - Date.parse(desde)) / DAY) + 1

/** A range as it stands in the address: `2025-11-03_2025-11-10`. */
export const escribirRango = ({ desde, hasta }: Rango): string => `${desde}_${hasta}`

/** The range of the address; undefined when the text is none. */
export function leerRango(text: string | undefined): Rango | undefined {
  const match = /^(\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d)$/.exec(text ?? '')
  const [, desde = '', hasta = ''] = match ?? []
  const real = (day: string) => !Number.isNaN(Date.parse(day)) && masDias(day, 0) === day
  return match && real(desde) && real(hasta) && desde <= hasta ? { desde, hasta } : undefined
}

/** The days that the points cover, the last one holding until `hasta` (ms). */
export function alcance(puntos: readonly Punto[], hasta: number): Rango | undefined {
  const first = puntos[0]
  if (!first) return undefined
  const start = Date.parse(first.desde)
  // What holds until midnight does not cover the day that begins then.
  return { desde: diaDe(start), hasta: diaDe(Math.max(hasta - 1, start)) }
}

/** The days of `rango` that `todo` has; undefined when it has none of them, or they are all. */
export function dentroDe(rango: Rango | undefined, todo: Rango | undefined): Rango | undefined {
  if (!rango || !todo) return undefined
  const desde = ultimo(rango.desde, todo.desde)
  const hasta = primero(rango.hasta, todo.hasta)
  if (desde > hasta || (desde === todo.desde && hasta === todo.hasta)) return undefined
  return { desde, hasta }
}

/** The points in force on these days: with the one that began before them, unless each stands for its own day. */
export function recortar(puntos: readonly Punto[], rango: Rango, porDia: boolean): Punto[] {
  const [start, end] = [Date.parse(inicioDelDia(rango.desde)), Date.parse(finDelDia(rango.hasta))]
  return puntos.filter((punto, at) => {
    const from = Date.parse(punto.desde)
    if (from >= end) return false
    const next = puntos[at + 1]
    return from >= start || (!porDia && (!next || Date.parse(next.desde) > start))
  })
}

/**
 * The days with which a range is compared: as many just before, or the same days of the month before, as many of them
 * as it has. Null where there are none: a range of more than one month has no same days.
 */
export function rangoAntes(rango: Rango, modo: Modo): Rango | null {
  const { desde, hasta } = rango
  if (modo === 'periodo') {
    return { desde: masDias(desde, -cuantos(rango)), hasta: masDias(desde, -1) }
  }
  if (desde.slice(0, 7) !== hasta.slice(0, 7)) return null
  const last = masDias(`${desde.slice(0, 8)}01`, -1)
  const same = (day: string) => `${last.slice(0, 8)}${day.slice(8)}`
  if (same(desde) > last) return null
  return { desde: same(desde), hasta: primero(same(hasta), last) }
}

/** A point of the chart, with the one that it is compared with. */
export interface Fila extends Punto {
  antes: Punto | null
}

/**
 * Each point with what held as long before it as `antes` is before `rango`: on the day itself where each point stands
 * for a day.
 */
export function emparejar(
  puntos: readonly Punto[],
  previos: readonly Punto[],
  [rango, antes]: readonly [Rango, Rango],
  porDia: boolean,
): Fila[] {
  const start = Date.parse(inicioDelDia(rango.desde))
  const back = start - Date.parse(inicioDelDia(antes.desde))
  const days = (Date.parse(antes.desde) - Date.parse(rango.desde)) / DAY
  const end = Date.parse(finDelDia(antes.hasta))
  return puntos.map((punto) => {
    const own = Math.max(Date.parse(punto.desde), start)
    // A day is paired by its date: where clocks were changed in between, it begins at another hour of UTC.
    const ms = porDia ? Date.parse(inicioDelDia(masDias(diaDe(own), days))) : own - back
    const found = previos[puntoEn(previos, ms)]
    if (!found || Date.parse(found.desde) > ms || ms >= end) return { ...punto, antes: null }
    const same = !porDia || diaDe(Date.parse(found.desde)) === diaDe(ms)
    return { ...punto, antes: same ? found : null }
  })
}

/** The points of another time, moved onto this one. */
export function trasladar(
  puntos: readonly Punto[],
  [rango, antes]: readonly [Rango, Rango],
): Punto[] {
  const start = Date.parse(inicioDelDia(rango.desde))
  const shift = start - Date.parse(inicioDelDia(antes.desde))
  return puntos.map(({ desde, valores }) => ({
    desde: new Date(Math.max(Date.parse(desde) + shift, start)).toISOString(),
    valores,
  }))
}
