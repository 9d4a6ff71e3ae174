/**
 * Regular expressions typed into a catalogue to describe a datum. Every browser runs them on whatever is pasted, so
 * only those that cannot run for long are accepted. Twin of `patron_seguro` in the database.
 */

const MAX_LARGO = 120
/** Upper bound of an open repetition (`*`, `+`, `{2,}`): no datum is longer. */
const MAX_DATO = 120
/** Maximum of ways in which the engine may try a text. */
const MAX_INTENTOS = 10_000_000

/** An escape or a class matches one character, whatever it contains. */
const UN_CARACTER = /\\.|\[\^?(?:\\.|[^\]\\])+\]/g
const REPETICION = /\{(\d+)(,?)(\d*)\}|[*+?]/g

/** What is wrong with an expression, in Spanish; null when it compiles and is bounded. */
export function faltaPatron(patron: string): string | null {
  if (patron.length > MAX_LARGO) return `Escriba como máximo ${MAX_LARGO} caracteres.`
  if (!compila(patron)) return 'La expresión regular no es válida.'
  if (/\\(?![dsw]|[^A-Za-z0-9])/.test(patron))
    return 'Use solo \\d, \\w, \\s y signos después de una barra.'
  const plain = patron.replace(UN_CARACTER, 'x')
  if (/\(\?(?!:)|\[/.test(plain) || /\[\^?\]/.test(patron))
    return 'Use solo grupos simples: sin miradas ni nombres.'
  if (/\)[*+?{]/.test(plain)) return 'Un grupo no se repite: escriba la repetición en cada parte.'
  if (intentos(plain) > MAX_INTENTOS) return 'Tiene demasiadas repeticiones abiertas: acótelas.'
  return null
}

function compila(patron: string): boolean {
  try {
    return new RegExp(entero(patron), 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Upper bound of a backtracking engine's tries: repetitions and alternatives multiply. */
function intentos(plain: string): number {
  const widths = Array.from(
    plain.replaceAll('(?:', '(').matchAll(REPETICION),
    ([all, min, comma, max]) => {
      if (all === '?') return 2
      if (min === undefined) return MAX_DATO
      // `{3}` is one way, but three characters long: it is refused when longer than any datum.
      if (Number(min) > MAX_DATO || Number(max || 0) > MAX_DATO) return MAX_INTENTOS + 1
      if (!comma) return 1
      return (max ? Number(max) : MAX_DATO) - Number(min) + 1
    },
  )
  const alternatives = 2 ** (plain.split('|').length - 1)
  return [...widths, alternatives].reduce((product, width) => product * width, 1)
}

/** Anchors a pattern, so that the whole datum must match. */
function entero(patron: string): string {
  return `^(?:${patron})$`
}

/** Does a datum match an expression? False for an expression that `faltaPatron` refuses, which is not run. */
export function cumplePatron(patron: string, valor: string): boolean {
  return faltaPatron(patron) === null && new RegExp(entero(patron), 'u').test(valor)
}

/** The same for an entity's pattern, which may match a part; true for an expression that cannot be run safely. */
export function pareceDe(patron: string, valor: string): boolean {
  return faltaPatron(patron) !== null || new RegExp(patron, 'u').test(valor)
}
