/** Writes CSV for a spreadsheet, which would run some texts as formulas; `csv.ts` reads it and writes it for programs. */

const QUOTED = /[",;\t\r\n]/
/** First characters that make a spreadsheet read a text as a formula, or that it skips before one. */
const FORMULA = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '\0'])
const NUMBER = /^-?\d+(\.\d+)?$/

/** One cell of RFC 4180. Text that a spreadsheet would run as a formula is escaped; numbers stay numbers. */
export function csvCell(value: string | null): string {
  const text = value ?? ''
  const safe = FORMULA.has(text.charAt(0)) && !NUMBER.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of RFC 4180 for a spreadsheet. */
export const escribirHoja = (filas: readonly (readonly (string | null)[])[]): string =>
  filas.map((celdas) => `${celdas.map(csvCell).join(',')}\r\n`).join('')
