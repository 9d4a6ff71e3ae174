import { z } from 'zod'
import type { CampoTexto } from '../fields.ts'

const alMenos = (min: number) => `Escriba al menos ${min} caracteres.`

/** Text without control characters, trimmed; what PostgreSQL cannot store (U+0000, lone surrogates) is refused. */
export function textoPlano(min: number, max: number) {
  return z
    .string({ error: 'Escriba un texto.' })
    .trim()
    .min(min, min === 1 ? 'Este dato es obligatorio.' : alMenos(min))
    .max(max, `Escriba como máximo ${max} caracteres.`)
    .refine(isStorable, 'Hay caracteres que no se pueden guardar.')
}

/** False for control characters (but tab and line feed), U+0000 and lone surrogates. */
export function isStorable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)
}

/** Is what was typed less than the field takes? */
export function esCorto({ control }: CampoTexto, typed: string): boolean {
  return typed.trim().length < control.minimo
}

/** What the field says of a text that is less than it takes. */
export function faltaLargo({ control }: CampoTexto): string {
  return alMenos(control.minimo)
}
