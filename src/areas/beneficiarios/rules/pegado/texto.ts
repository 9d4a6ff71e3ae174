/**
 * Normalizes a pasted text before reading: every change keeps the length, so a position is one of the original text.
 */

/** Replaces what was already read: neither a letter, nor a digit, nor a line break. */
export const LEIDO = '\ufffc'

const blanco = (found: string, filler = ' ') => filler.repeat(found.length)

const HORA = '\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?(?:\\s?[ap]\\.?\\s?m\\.?)?'
const FECHA = '\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{1,4}'
/** Headers that a chat adds to each copied message: time and sender. The sender is not the beneficiary. */
const CABECERAS = [
  new RegExp(`^[ \\t]*\\[(?:${HORA},? ${FECHA}|${FECHA},? ${HORA})\\][^:\\n]{0,60}:`, 'gim'),
  new RegExp(`^[ \\t]*${FECHA},? ${HORA} ?[-–][^:\\n]{0,60}:`, 'gim'),
  new RegExp(`^[^\\n]{0,60}, \\[${FECHA},? ${HORA}\\][ \\t]*:?`, 'gim'),
  /^[ \t]*(?:reenviado|forwarded)(?: de [^\n]{0,60}| from [^\n]{0,60})?:?[ \t]*$/gim,
]

/** The text to show: only the Unicode form of its accents is normalized. */
export const textoMostrado = (texto: string): string => texto.normalize('NFC')

/** Blanks out pure formatting: bold, emoji, invisible marks, chat headers. */
export function textoLimpio(mostrado: string): string {
  const plain = mostrado
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00a0\u202f*~•·→]/g, ' ')
    .replaceAll(
      /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\ufe0f\u20e3]/gu,
      (found) => blanco(found),
    )
    // An underscore is italics at the ends of a word, and part of an e-mail address inside one.
    .replaceAll(/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, ' ')
    .replaceAll('\r', ' ')
  return CABECERAS.reduce(
    (text, header) => text.replaceAll(header, (found) => blanco(found, LEIDO)),
    plain,
  )
}

/** Removes accents and case; keeps the length. */
export function plegado(text: string): string {
  return text
    .replaceAll(/[\u0080-\uffff]/g, (unit) => {
      const base = unit.normalize('NFD').charAt(0)
      return base.toLowerCase().length === 1 ? base : unit
    })
    .toLowerCase()
}

/** Removes accents and case; replaces everything except letters and digits with a space. */
export function llano(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
