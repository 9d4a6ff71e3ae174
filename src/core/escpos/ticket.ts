import { fiscalDe, registroDe } from '../documento/fiscal.ts'
import type { Ticket } from '../documento/ticket.ts'
import {
  ABRIR_CAJON,
  alinear,
  avanzar,
  CORTAR,
  empezar,
  negrita,
  qr,
  SALTO,
  tamano,
} from './ordenes.ts'
import { bytesDe, imprimible, type Pagina } from './paginas.ts'

/** The widths of paper, with what fits on a line and the size of a QR code's squares. */
export const ANCHOS = {
  80: { nombre: '80 mm', columnas: 48, modulo: 6 },
  58: { nombre: '58 mm', columnas: 32, modulo: 5 },
} as const
export type Ancho = keyof typeof ANCHOS

export interface Papel {
  ancho: Ancho
  pagina: Pagina
}

/** A ticket as the bytes that print it. `abrirCajon`: the drawer opens first, while the paper comes. */
export function escribirTicket(t: Ticket, papel: Papel, abrirCajon = false): Uint8Array {
  const { columnas, modulo } = ANCHOS[papel.ancho]
  const text = (said: string) => bytesDe(imprimible(said, papel.pagina), papel.pagina)
  const centered = (said: string, columns: number = columnas) =>
    partir(imprimible(said, papel.pagina), columns).flatMap((line) => [...text(line), SALTO])
  const rows = (all: Ticket['filas'], grandes = false) =>
    all.flatMap(([name, value]) => fila(name, value, papel, grandes))
  const rule = [...text('-'.repeat(columnas)), SALTO]
  const { empresa } = t
  const registro = registroDe(empresa.registro_sbs)
  return Uint8Array.from([
    ...empezar(papel.pagina),
    ...(abrirCajon ? ABRIR_CAJON : []),
    ...alinear('centro'),
    ...[...negrita(true), ...centered(empresa.razon_social), ...negrita(false)],
    ...centered([fiscalDe(empresa.ruc), registro].filter(Boolean).join(' · ')),
    ...centered(empresa.direccion),
    ...t.marcas.flatMap((mark) => [
      ...[...tamano(true, true), ...centered(mark, columnas / 2), ...tamano(false)],
    ]),
    ...[
      ...negrita(true),
      ...tamano(true),
      ...centered(t.titulo),
      ...tamano(false),
      ...negrita(false),
    ],
    ...centered(t.fecha),
    ...alinear('izquierda'),
    ...rule,
    ...(t.manos.length > 0 ? [...rows(t.manos, true), ...rule] : []),
    ...[...rows(t.filas), ...rule],
    ...alinear('centro'),
    ...t.pie.flatMap((line) => centered(line)),
    ...(t.sello ? sello(t.sello, modulo, centered) : []),
    ...avanzar(papel.ancho === 58 ? 3 : 1),
    ...CORTAR,
  ])
}

function sello(
  s: NonNullable<Ticket['sello']>,
  modulo: number,
  centered: (said: string) => number[],
): number[] {
  return [
    ...[SALTO, ...qr(s.enlace, modulo)],
    ...centered('Código de verificación'),
    ...[...negrita(true), ...centered(s.codigo), ...negrita(false)],
    ...centered(s.donde),
  ]
}

/** A name at the left and its value at the right, on one line where both fit; amounts in bold, twice as high. */
function fila(name: string, value: string, { ancho, pagina }: Papel, grande: boolean): number[] {
  const { columnas } = ANCHOS[ancho]
  const [left, right] = [imprimible(name, pagina), imprimible(value, pagina)]
  const bytes = (said: string) => bytesDe(said, pagina)
  const big = (said: string) =>
    grande
      ? [...negrita(true), ...tamano(true), ...bytes(said), ...tamano(false), ...negrita(false)]
      : bytes(said)
  const free = columnas - left.length - right.length
  if (free >= 1) return [...bytes(left + ' '.repeat(free)), ...big(right), SALTO]
  return [
    ...partir(left, columnas).flatMap((line) => [...bytes(line), SALTO]),
    ...partir(right, columnas).flatMap((line) => [
      ...[...bytes(' '.repeat(columnas - line.length)), ...big(line), SALTO],
    ]),
  ]
}

/** What stands before a number and belongs to it: the sign of a currency, its code, the kind of a document. */
const DE_UN_NUMERO = /(?<=^|[ (])(\S{0,4}[/$]|Bs|[A-Z]{3,4}) (?=-?\d)/g

/**
 * A text in lines of at most `columnas` signs, between words where that is possible; an amount stays with its currency.
 * Nothing for an empty text.
 */
export function partir(text: string, columnas: number): string[] {
  const words = text.replaceAll(DE_UN_NUMERO, '$1\u00a0').split(' ').filter(Boolean)
  return enLineas(words, columnas).map((line) => line.replaceAll('\u00a0', ' '))
}

function enLineas(words: readonly string[], columnas: number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of words) {
    if (line && line.length + 1 + word.length <= columnas) {
      line += ` ${word}`
      continue
    }
    if (line) lines.push(line)
    for (; word.length > columnas; word = word.slice(columnas)) lines.push(word.slice(0, columnas))
    line = word
  }
  return line ? [...lines, line] : lines
}
