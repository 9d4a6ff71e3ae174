/*
 * What an account number looks like: stored as a regular expression, written and read in words. «20 dígitos» is
 * `^\d{20}$`; an expression for which there are no words stays as it is.
 */

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
/** The same as it is stored; without its ends too, as older rows have it. */
const GUARDADA = /^\^?([A-Za-z0-9]{0,10})\\d\{(\d{1,2})(?:,(\d{1,2}))?\}\$?$/

/** The words of a stored expression, for example «de 6 a 12 dígitos»; the expression itself where it has none. */
export function formaEnPalabras(patron: string): string {
  const [, empieza, min, max] = GUARDADA.exec(patron) ?? []
  if (min === undefined) return patron
  const digitos = max === undefined || max === min ? `${min} dígitos` : `de ${min} a ${max} dígitos`
  return empieza ? `empieza con ${empieza}, luego ${digitos}` : digitos
}

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

/** Says after a refusal what is expected: « (20 dígitos)»; nothing where the expression has no words. */
export function formaEsperada(patron: string): string {
  const words = formaEnPalabras(patron)
  return words === patron ? '' : ` (${words})`
}
