import type { Lector } from './lector.ts'
import { claseDe } from './palabras.ts'
import { llano } from './texto.ts'

/** A name that the reader knows: a bank, a wallet, a way of paying. */
export interface Conocido {
  clave: string
  dato: 'entidad' | 'metodo'
  /** As it is written whole. */
  frases: readonly string[]
  /** Parts of its name that may be of a person too: «Plaza» of «Banco Plaza». */
  cortas?: readonly string[]
}

const CON_ACENTO: Record<string, string> = {
  a: '[aá]',
  e: '[eé]',
  i: '[ií]',
  o: '[oó]',
  u: '[uúü]',
  n: '[nñ]',
}

/** The words of a phrase as a text may have them: any accent, any sign between. */
function patronDe(frase: string): RegExp {
  const words = llano(frase).replaceAll(/[aeioun]/g, (letter) => CON_ACENTO[letter] ?? letter)
  return new RegExp(
    `(?<![\\p{L}\\d.,/])${words.replaceAll(' ', '[ .\\-–]{0,3}')}(?![\\p{L}\\d]|[.,/]\\d)`,
    'iu',
  )
}

/** Beside a word that can be a name, half the name of a bank is a surname. */
function entreNombres(text: string, inicio: number, fin: number): boolean {
  const before = /(\p{L}+) $/u.exec(text.slice(0, inicio))?.[1]
  const after = /^ (\p{L}+)/u.exec(text.slice(fin))?.[1]
  return [before, after].some(
    (word) => word !== undefined && ['pila', 'otra'].includes(claseDe(llano(word))),
  )
}

/** Names of banks, wallets and ways of paying, the longest first. */
export function leerConocidos(lector: Lector, conocidos: readonly Conocido[]): void {
  const all = conocidos.flatMap(({ clave, dato, frases, cortas = [] }) => [
    ...frases.map((frase) => ({ clave, dato, frase, corta: false })),
    ...cortas.map((frase) => ({ clave, dato, frase, corta: true })),
  ])
  const longest = all
    .filter(({ frase }) => llano(frase) !== '')
    .toSorted((a, b) => Number(a.corta) - Number(b.corta) || b.frase.length - a.frase.length)
  for (const { clave, dato, frase, corta } of longest) {
    lector.tomar(patronDe(frase), ({ 0: found, index }) =>
      corta && entreNombres(lector.resto(), index, index + found.length)
        ? null
        : { dato, valor: clave },
    )
  }
}
