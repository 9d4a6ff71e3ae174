import { z } from 'zod'
import type { CampoTexto } from '../fields.ts'

const alMenos = (min: number) => `Escriba al menos ${min} caracteres.`

/** Schema of a trimmed text of `min` to `max` characters, without the characters that `isStorable` rejects. */
export function textoPlano(min: number, max: number) {
  return z
    .string({ error: 'Escriba un texto.' })
    .trim()
    .min(min, min === 1 ? 'Este dato es obligatorio.' : alMenos(min))
    .max(max, `Escriba como máximo ${max} caracteres.`)
    .refine(isStorable, 'Hay caracteres que no se pueden guardar.')
}

/** False when the text has control characters other than tab and line feed, or lone surrogates. */
export function isStorable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters.
  return text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)
}

/** Text normalised for comparison: lower case, without accents. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** True when the typed text, without leading and trailing blanks, is shorter than the minimum of the field. */
export function esCorto({ control }: CampoTexto, typed: string): boolean {
  return typed.trim().length < control.minimo
}

/** The Spanish sentence for a text that is shorter than the minimum of the field. */
export function faltaLargo({ control }: CampoTexto): string {
  return alMenos(control.minimo)
}
