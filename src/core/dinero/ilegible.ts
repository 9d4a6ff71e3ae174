import { isDecimal } from './decimal.ts'

/** What is said of a number that `parseMonto` does not read. */
export const ILEGIBLE = 'No se entiende el número. Use punto para los decimales: 1,500.50.'

/** Why what was typed is no amount: it cannot be read, or it is zero or less. */
export const porQueNoEsMonto = (typed: string): string =>
  isDecimal(typed) ? 'El monto debe ser mayor que cero.' : ILEGIBLE
