import { plain } from '../../core/texto/texto.ts'

/** The words of a search, normalised: any order, without accents. */
export const palabrasDe = (typed: string): string[] =>
  plain(typed)
    .split(/[\s·/→-]+/)
    .filter(Boolean)

/** A word without each one of its letters, and whole. */
const sinUna = (word: string) => [
  word,
  ...Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1)),
]

/**
 * Whether two words of at least four letters differ by one letter: wrong, missing, too many, or in another place
 * . Twin of SQL nombre_casi. Numbers are never corrected.
 */
export function casi(a: string, b: string): boolean {
  if (!/^\p{L}{4,30}$/u.test(a) || !/^\p{L}{4,30}$/u.test(b)) return false
  if (Math.abs(a.length - b.length) > 1) return false
  const short = new Set(sinUna(a))
  return sinUna(b).some((each) => short.has(each))
}

/** A number as documents are called, where spaces were typed for its hyphens: `cv 646` is `cv-646`. */
export const numeroDe = (typed: string): string =>
  /^\p{L}{1,5}(?:\s+\d+){1,2}$/u.test(typed) ? typed.replaceAll(/\s+/g, '-') : typed

const ARTICULOS = ['a', 'al', 'de', 'del', 'el', 'la', 'las', 'los']

const sinPalabras = (words: readonly string[], others: readonly string[]) =>
  words.filter((word) => !others.includes(plain(word)))

/** What says the record, without the word for its kind before it: `48` for `el gasto 48`. */
export function sinLlamada(typed: string, llamada: readonly string[]): string {
  const [first = '', ...rest] = sinPalabras(typed.split(/\s+/), ARTICULOS)
  return llamada.includes(plain(first)) && rest.length > 0 ? rest.join(' ') : typed
}

/** Something to do with a record: the verb, and the words that say the record. Null where that was not typed. */
export function pedidoDe(
  typed: string,
  verbos: readonly string[],
  llamada: readonly string[],
): { verbo: string; termino: string } | null {
  const [first = '', ...rest] = typed.split(/\s+/)
  const verbo = plain(first)
  if (!verbos.includes(verbo)) return null
  const said = sinPalabras(rest, [...ARTICULOS, ...llamada])
  return said.length > 0 ? { verbo, termino: said.join(' ') } : null
}

/**
 * How well a text answers the words: 0 when one is missing; words begun count more, then a text of few words, and most
 * what is called just so. `nombres`: what it is called, the text itself unless it has other words beside its name.
 */
export function puntaje(
  text: string,
  words: readonly string[],
  nombres: readonly string[] = [text],
): number {
  const own = palabrasDe(text)
  let sum = 0
  for (const word of words) {
    if (own.some((each) => each.startsWith(word))) sum += 3
    else if (own.some((each) => each.includes(word))) sum += 1
    else if (own.some((each) => casi(each, word))) sum += 0.1
    else return 0
  }
  const called = nombres.map(palabrasDe)
  const just = called.some((name) => name.join(' ') === words.join(' '))
  return sum + (just ? 10 : 0) + 1 / (1 + Math.min(...called.map(({ length }) => length)))
}

/**
 * Those that answer the words, the best first; all of them for no words. Those with a letter wrong only where nothing
 * else answers.
 */
export function mejores<T>(
  all: readonly T[],
  words: readonly string[],
  text: (one: T) => string,
  nombres: (one: T) => readonly string[] = (one) => [text(one)],
) {
  if (words.length === 0) return [...all]
  const scored = all
    .map((one) => ({ one, score: puntaje(text(one), words, nombres(one)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const exact = scored.filter(({ score }) => score >= words.length)
  return (exact.length > 0 ? exact : scored).map(({ one }) => one)
}
