/*
 * What an account number looks like, in words: «20 dígitos» is kept as `^\d{20}$`. How they are read stands in
 * `forma-escrita.ts`; an expression for which there are no words stays as it is.
 */

/** As it is kept; without its ends too, as older rows have it. */
const GUARDADA = /^\^?([A-Za-z0-9]{0,10})\\d\{(\d{1,2})(?:,(\d{1,2}))?\}\$?$/

/** The words of a stored expression, for example «de 6 a 12 dígitos»; the expression itself where it has none. */
export function formaEnPalabras(patron: string): string {
  const [, empieza, min, max] = GUARDADA.exec(patron) ?? []
  if (min === undefined) return patron
  const digitos = max === undefined || max === min ? `${min} dígitos` : `de ${min} a ${max} dígitos`
  return empieza ? `empieza con ${empieza}, luego ${digitos}` : digitos
}

/** Says after a refusal what is expected: « (20 dígitos)»; nothing where the expression has no words. */
export function formaEsperada(patron: string): string {
  const words = formaEnPalabras(patron)
  return words === patron ? '' : ` (${words})`
}
