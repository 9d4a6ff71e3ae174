import { plain } from '../../core/texto/texto.ts'

/** The words of a search, normalised: any order, without accents. */
export const palabrasDe = (typed: string): string[] =>
  plain(typed)
    .split(/[\s·-]+/)
    .filter(Boolean)

/** How well a text answers the words: 0 when one is missing; words begun count more, and so does the whole text. */
export function puntaje(text: string, words: readonly string[]): number {
  const own = palabrasDe(text)
  let sum = 0
  for (const word of words) {
    if (own.some((each) => each.startsWith(word))) sum += 3
    else if (own.some((each) => each.includes(word))) sum += 1
    else return 0
  }
  return sum + (own.join(' ') === words.join(' ') ? 10 : 0) + 1 / (1 + own.length)
}

/** Those that answer the words, the best first; all of them for no words. */
export function mejores<T>(all: readonly T[], words: readonly string[], text: (one: T) => string) {
  if (words.length === 0) return [...all]
  return all
    .map((one) => ({ one, score: puntaje(text(one), words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one)
}
