import type { z } from 'zod'
import { type CampoTexto, texto } from '../fields.ts'

/* What an account number looks like, as it is typed: words become the expression that is kept (`forma.ts`). */

/** What a form says beside it. */
export const AYUDA_FORMA =
  'Por ejemplo: «20 dígitos», «de 6 a 12 dígitos» o «empieza con 9, luego 8 dígitos».'

/** An account number has at most this many characters. */
const MAX_LARGO = 40

const LARGO = String.raw`(?:de )?(\d{1,2})(?: ?(?:a|-|hasta) ?(\d{1,2}))?(?: ?(?:dígitos?|digitos?|números|numeros|cifras))?`
const EN_PALABRAS = new RegExp(
  `^(?:(?:empiezan? (?:con|por|en) )?([a-z0-9]{1,10})(?:, (?:y )?(?:luego )?| (?:y|luego) (?:luego )?))?${LARGO}$`,
  'i',
)
/** The expression that words stand for; the text as it is where it is not such words (the schema judges it). */
export function formaDePalabras(texto: string): string {
  const [, empieza = '', min, max = min] =
    EN_PALABRAS.exec(texto.trim().replaceAll(/\s+/g, ' ')) ?? []
  const [least, most] = [Number(min), Number(max)]
  if (!(least > 0 && most >= least && empieza.length + most <= MAX_LARGO)) return texto
  return `^${empieza.toUpperCase()}\\d{${least === most ? least : `${least},${most}`}}$`
}

/** Is it an expression? Plain letters would be one too, which nobody means: «veinte». */
export function esForma(patron: string): boolean {
  try {
    return /[\\[^$]/.test(patron) && new RegExp(patron, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** What account numbers look like: at most 120 characters, a regular expression that screens show in words. */
export function expresion(etiqueta: string): CampoTexto<z.ZodType<string>> {
  const plain = texto(etiqueta, { max: 120, ayuda: AYUDA_FORMA })
  const schema = plain.schema.refine(esForma, `No se entiende. ${AYUDA_FORMA}`)
  return { ...plain, schema, control: { ...plain.control, forma: true } }
}
