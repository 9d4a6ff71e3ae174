import { atributos, elementos } from './xml.ts'

/** Formats of dates that have a number and no text of their own. */
const FECHAS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

const esFecha = (codigo: string) => /[ymd]/i.test(codigo.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** Of each style of the workbook, whether it shows a date. */
export function estilosDeFecha(styles: string): boolean[] {
  const own = new Map(
    [...elementos(styles, 'numFmts')]
      .flatMap(([, inside]) => [...inside.matchAll(/<(?:\w+:)?numFmt\s([^>]*)>/g)])
      .map(([, tag = '']) => atributos(tag))
      .map(({ numFmtId, formatCode = '' }) => [Number(numFmtId), esFecha(formatCode)]),
  )
  const [[, formats] = [{}, '']] = elementos(styles, 'cellXfs')
  return [...formats.matchAll(/<(?:\w+:)?xf\s([^>]*)>/g)].map(([, tag = '']) => {
    const id = Number(atributos(tag).numFmtId ?? 0)
    return own.get(id) ?? FECHAS.some(([from, to]) => id >= from && id <= to)
  })
}

const DIA = 86_400_000

/** The day of a serial number, `2026-11-25`; the hour is left out. Day 60 is one that 1900 did not have. */
export function fechaDe(serie: string, de1904: boolean): string {
  const whole = Math.floor(Number(serie))
  if (!(whole > 0 && whole < 2_958_466)) return serie
  const shift = de1904 ? 1462 : whole < 60 ? 1 : 0
  return new Date(Date.UTC(1899, 11, 30) + (whole + shift) * DIA).toISOString().slice(0, 10)
}

/** The digits that a spreadsheet shows and keeps; a double holds two more that mean nothing. */
const EXACTO = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

/**
 * A number of the file as decimal text. It keeps binary fractions (`3.5599999999999996` is 3.56) and exponents. Three
 * decimals get a fourth: `3.745` could be thousands in a text, here it is not.
 */
export function numeroDe(valor: string): string {
  const value = Number(valor)
  if (valor.trim() === '' || !Number.isFinite(value)) return valor
  // A whole number of up to 15 digits is exact, and longer ones are told as they stand.
  if (/^-?\d+$/.test(valor)) return valor
  const plain = EXACTO.format(value)
  return /\.\d{3}$/.test(plain) ? `${plain}0` : plain
}
