/**
 * The scales of a line chart. Values are decimal text; here they become numbers, because pixels are numbers.
 * Nothing computed here is ever shown as an amount.
 */

import { adelanto, deReloj } from '../../../core/zona.ts'

/** Values in force from an instant until the next point; null where the value is unknown. */
export interface Punto {
  /** ISO instant. */
  desde: string
  /** Decimal text of each series, in their order. */
  valores: readonly (string | null)[]
}

export interface Marco {
  ancho: number
  alto: number
  izquierda: number
  derecha: number
  arriba: number
  abajo: number
}

export interface Escala {
  /** From the first to the last instant drawn, in milliseconds. */
  desde: number
  hasta: number
  min: number
  max: number
  x: (ms: number) => number
  y: (valor: number) => number
  /** Values of the horizontal lines, and the decimals needed to tell them apart. */
  lineas: readonly number[]
  decimales: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[1, 5, 10, 30].map((n) => n * MINUTE),
  ...[1, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 30, 91, 182, 365].map((n) => n * DAY),
]

/** The smallest step of 1, 2 or 5 × 10ⁿ that cuts `span` into at most `count` parts. */
function niceStep(span: number, count: number): number {
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5].find((n) => n * power >= rough * 0.999_999) ?? 10
  return factor * power
}

function extremes(puntos: readonly Punto[]): [number, number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { valores } of puntos) {
    for (const valor of valores) {
      if (valor === null) continue
      min = Math.min(min, Number(valor))
      max = Math.max(max, Number(valor))
    }
  }
  return Number.isFinite(min) ? [min, max] : [0, 1]
}

/**
 * Scales for points in order of time, the last one holding until `hasta` (ms). Values that never move get room
 * above and below. The axis of a price does not begin at zero, since what matters is how it moves; that of amounts does
 * (`desdeCero`). No axis goes below zero where no value does. Drawn from the first point on, or from `inicio` (ms).
 */
export function escalaDe(
  puntos: readonly Punto[],
  hasta: number,
  marco: Marco,
  desdeCero = false,
  inicio?: number,
): Escala {
  const desde = inicio ?? (puntos[0] ? Date.parse(puntos[0].desde) : hasta - DAY)
  const end = Math.max(hasta, desde + MINUTE)
  const [least, most] = extremes(puntos)
  const [low, high] = desdeCero ? [Math.min(least, 0), Math.max(most, 0)] : [least, most]
  const room = (high - low) * 0.08 || Math.abs(high) * 0.02 || 1
  const step = niceStep(high - low + 2 * room, 5)
  const min = Math.max(Math.floor((low - room) / step) * step, low >= 0 ? 0 : -Infinity)
  const max = Math.ceil((high + room) / step) * step
  const width = marco.ancho - marco.izquierda - marco.derecha
  const height = marco.alto - marco.arriba - marco.abajo
  const count = Math.round((max - min) / step)
  return {
    desde,
    hasta: end,
    min,
    max,
    x: (ms) => marco.izquierda + ((ms - desde) / (end - desde)) * width,
    y: (valor) => marco.arriba + ((max - valor) / (max - min)) * height,
    lineas: Array.from({ length: count + 1 }, (_, n) => min + n * step),
    decimales: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)),
  }
}

/**
 * Instants that are round on the business's clock, for the axis of time, at most `count` of them; of whole days with
 * `porDia`.
 */
export function instantes(desde: number, hasta: number, count: number, porDia = false): number[] {
  const fits = (step: number) => (hasta - desde) / step <= count && (!porDia || step >= DAY)
  const step = STEPS.find(fits) ?? 5 * 365 * DAY
  const first = Math.ceil((desde + adelanto(desde)) / step) * step
  const made: number[] = []
  for (let n = 0; made.length <= count; n += 1) {
    const at = deReloj(first + n * step)
    if (at > hasta) break
    made.push(at)
  }
  return made
}

/** The steps of one series as an SVG path: level until the next point, then straight up or down. */
export function camino(
  puntos: readonly Punto[],
  serie: number,
  { x, y, desde = -Infinity, hasta }: Pick<Escala, 'x' | 'y' | 'hasta'> & { desde?: number },
): string {
  let path = ''
  let open = false
  puntos.forEach((punto, index) => {
    const valor = punto.valores[serie] ?? null
    if (valor === null) {
      open = false
      return
    }
    const next = puntos[index + 1]
    const end = Math.min(next ? Date.parse(next.desde) : hasta, hasta)
    const start = Math.max(Date.parse(punto.desde), desde)
    const [left, right, top] = [x(start), x(end), y(Number(valor))]
    path += open ? `V${round(top)}` : `M${round(left)} ${round(top)}`
    path += `H${round(right)}`
    open = true
  })
  return path
}

const round = (pixels: number) => Math.round(pixels * 10) / 10

/** Which point holds at an instant: the last one that began by then, the first one before all of them. */
export function puntoEn(puntos: readonly Punto[], ms: number): number {
  let [low, high] = [0, puntos.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Date.parse(puntos[middle]?.desde ?? '') <= ms) low = middle
    else high = middle - 1
  }
  return low
}
