import { PAGINAS, type Pagina } from './paginas.ts'

/*
 * The orders of ESC/POS that a ticket needs, in the form in which Epson documents them and nearly every receipt printer
 * understands them.
 */

const ESC = 0x1b
const FS = 0x1c
const GS = 0x1d
const DLE = 0x10

/** Forgets what an earlier ticket left behind. Printers made for China also leave the mode in which two bytes are a sign. */
export const empezar = (pagina: Pagina): number[] => [
  ...[ESC, 0x40],
  ...[FS, 0x2e],
  ...[ESC, 0x74, PAGINAS[pagina].numero],
]

export const LADO = { izquierda: 0, centro: 1 } as const

export const alinear = (lado: keyof typeof LADO): number[] => [ESC, 0x61, LADO[lado]]

export const negrita = (on: boolean): number[] => [ESC, 0x45, on ? 1 : 0]

/** Type of twice the height, and of twice the width with `ancha`. */
export const tamano = (alta: boolean, ancha = false): number[] => [
  ...[GS, 0x21, (alta ? 0x01 : 0) | (ancha ? 0x10 : 0)],
]

export const SALTO = 0x0a

/** Feeds some lines. */
export const avanzar = (lineas: number): number[] => [ESC, 0x64, lineas]

/** Feeds to the knife and cuts, leaving a point. Without a knife it does nothing. */
export const CORTAR: readonly number[] = [GS, 0x56, 0x42, 0x00]

/** A pulse of 50 ms on pin 2 of the drawer's socket, then half a second of rest. */
export const ABRIR_CAJON: readonly number[] = [ESC, 0x70, 0x00, 0x19, 0xfa]

/** A QR code that the printer draws by itself: model 2, correction M, `modulo` dots for each of its squares. */
export function qr(text: string, modulo: number): number[] {
  const data = [...text].map((sign) => sign.charCodeAt(0))
  const order = (fn: number, ...rest: number[]) => {
    const long = rest.length + 2
    return [GS, 0x28, 0x6b, long & 0xff, long >> 8, 0x31, fn, ...rest]
  }
  return [
    ...order(0x41, 0x32, 0x00),
    ...order(0x43, modulo),
    ...order(0x45, 0x31),
    ...order(0x50, 0x30, ...data),
    ...order(0x51, 0x30),
  ]
}

/** Questions that a printer answers at once, with one byte each, whatever it is doing. */
export const PREGUNTAS = { papel: [DLE, 0x04, 0x04], parada: [DLE, 0x04, 0x02] } as const

/** What keeps a printer from printing, by its answers to both questions; null when nothing does. */
export function impedimento(papel: number, parada: number): 'papel' | 'tapa' | 'error' | null {
  if ((papel & 0x60) !== 0 || (parada & 0x20) !== 0) return 'papel'
  if ((parada & 0x04) !== 0) return 'tapa'
  return (parada & 0x40) !== 0 ? 'error' : null
}
