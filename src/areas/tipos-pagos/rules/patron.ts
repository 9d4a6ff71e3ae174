/**
 * Expressions that somebody types into a catalogue to say what a datum looks like. They are run in every browser on
 * whatever is pasted there, so only those are taken that cannot make it run for long: `patron_seguro` in the database
 * decides the same.
 */

const MAX_LARGO = 120
/** What an open repetition (`*`, `+`, `{2,}`) counts for: no datum is longer. */
const MAX_DATO = 120
/** In how many ways a text may be tried, at most. */
const MAX_INTENTOS = 10_000_000

/** Escapes and classes are one character each, whatever is in them. */
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

/** The most ways in which a backtracking engine could try a text: each repetition and alternative multiplies them. */
function intentos(plain: string): number {
  const widths = Array.from(
    plain.replaceAll('(?:', '(').matchAll(REPETICION),
    ([all, min, comma, max]) => {
      if (all === '?') return 2
      if (min === undefined) return MAX_DATO
      // `{3}` is one way, and as long as three: longer than any datum it is refused.
      if (Number(min) > MAX_DATO || Number(max || 0) > MAX_DATO) return MAX_INTENTOS + 1
      if (!comma) return 1
      return (max ? Number(max) : MAX_DATO) - Number(min) + 1
    },
  )
  const alternatives = 2 ** (plain.split('|').length - 1)
  return [...widths, alternatives].reduce((product, width) => product * width, 1)
}

/** The whole datum has to match, not a part of it. */
function entero(patron: string): string {
  return `^(?:${patron})$`
}

/** Does a datum match an expression that `faltaPatron` let in? One that it did not is not run. */
export function cumplePatron(patron: string, valor: string): boolean {
  return faltaPatron(patron) === null && new RegExp(entero(patron), 'u').test(valor)
}

/** The same for an entity's pattern, which looks anywhere in a number; one that is too free to be run here passes. */
export function pareceDe(patron: string, valor: string): boolean {
  return faltaPatron(patron) !== null || new RegExp(patron, 'u').test(valor)
}
