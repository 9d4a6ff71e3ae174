/** A font as a PDF embeds it. Lengths are in thousandths of the type size. */
export interface Fuente {
  /** The characters that it draws; `glifos` and `anchos` are theirs, in the same order. */
  letras: string
  glifos: readonly number[]
  anchos: readonly number[]
  ascenso: number
  descenso: number
  /** The box around all glyphs: left, bottom, right, top. */
  caja: readonly number[]
  /** Bytes of the TrueType file. */
  largo: number
  /** That file, compressed as a PDF holds it, in base64. */
  datos: string
}

export interface Fuentes {
  normal: Fuente
  fuerte: Fuente
}

interface Letra {
  glifo: number
  ancho: number
}

/** Measures and encodes text in one font. */
export interface Tipo {
  /** Width of a text in points. */
  medir(texto: string, cuerpo: number): number
  /** The operand of Tj that draws it. */
  codificar(texto: string): string
}

/** Drawn for a character that the font does not have. */
const UNKNOWN = '?'

/** How characters of the screen are written that no file of the font draws. */
export const EN_OTRAS: ReadonlyMap<string, string> = new Map([
  ['→', '->'],
  ['←', '<-'],
  ['≈', '~'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '<>'],
  ['‰', ' por mil'],
  ['\u202f', ' '],
])

export function tipoDe({ letras, glifos, anchos }: Fuente): Tipo {
  const known = new Map<string, Letra>()
  for (const [at, letra] of [...letras].entries())
    known.set(letra, { glifo: glifos[at] ?? 0, ancho: anchos[at] ?? 0 })
  const read = (texto: string): Letra[] =>
    [...legible(texto)].flatMap((letra) => known.get(letra) ?? sinTilde(letra, known))
  return {
    medir: (texto, cuerpo) =>
      (read(texto).reduce((sum, { ancho }) => sum + ancho, 0) * cuerpo) / 1000,
    codificar: (texto) =>
      `<${read(texto)
        .map(({ glifo }) => glifo.toString(16).padStart(4, '0'))
        .join('')}>`,
  }
}

/** A letter with a mark that the font lacks is drawn without it: `ő` as `o`. */
function sinTilde(letra: string, known: ReadonlyMap<string, Letra>): Letra[] {
  const bare = letra.normalize('NFD').charAt(0)
  const found = known.get(bare) ?? known.get(UNKNOWN)
  return found ? [found] : []
}

/** Text on one line: composed letters that the font draws, and a space for each run of controls and line ends. */
function legible(texto: string): string {
  const line = texto.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return [...line].map((letra) => EN_OTRAS.get(letra) ?? letra).join('')
}

/**
 * The lines of a text in this width, in points, broken at spaces, and inside a word that is wider than a line. At most
 * `maximo` lines; the last one then ends with `…`.
 */
export function lineasDe(
  texto: string,
  ancho: number,
  cuerpo: number,
  tipo: Tipo,
  maximo = Number.POSITIVE_INFINITY,
): string[] {
  const fits = (text: string) => tipo.medir(text, cuerpo) <= ancho + 0.01
  if (fits(texto)) return [legible(texto)]
  const lines: string[] = []
  let line = ''
  for (const word of legible(texto).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letra of word) {
      if (line !== '' && !fits(line + letra)) {
        lines.push(line)
        line = ''
      }
      line += letra
    }
  }
  lines.push(line)
  if (lines.length <= maximo) return lines
  let last = lines[maximo - 1] ?? ''
  while (last !== '' && !fits(`${last}…`)) last = last.slice(0, -1)
  return [...lines.slice(0, maximo - 1), `${last}…`]
}
