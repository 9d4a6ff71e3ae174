/** A pasted text made ready for reading: every change keeps the length, so that a place in it is one in the original. */

/** Stands where something was read already: neither a letter, nor a digit, nor a new line. */
export const LEIDO = '\ufffc'

const blanco = (found: string, filler = ' ') => filler.repeat(found.length)

const HORA = '\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?(?:\\s?[ap]\\.?\\s?m\\.?)?'
const FECHA = '\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{1,4}'
/** What a chat writes before each message when it is copied: when, and who wrote it. Nobody is paid by that. */
const CABECERAS = [
  new RegExp(`^[ \\t]*\\[(?:${HORA},? ${FECHA}|${FECHA},? ${HORA})\\][^:\\n]{0,60}:`, 'gim'),
  new RegExp(`^[ \\t]*${FECHA},? ${HORA} ?[-–][^:\\n]{0,60}:`, 'gim'),
  new RegExp(`^[^\\n]{0,60}, \\[${FECHA},? ${HORA}\\][ \\t]*:?`, 'gim'),
  /^[ \t]*(?:reenviado|forwarded)(?: de [^\n]{0,60}| from [^\n]{0,60})?:?[ \t]*$/gim,
]

/** The text as it is shown: only the way in which its accents are stored changes. */
export const textoMostrado = (texto: string): string => texto.normalize('NFC')

/** The text without what is only for the eye: bold, emoji, invisible marks, headers of a chat. */
export function textoLimpio(mostrado: string): string {
  const plain = mostrado
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00a0\u202f*~•·→]/g, ' ')
    .replaceAll(
      /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\ufe0f\u20e3]/gu,
      (found) => blanco(found),
    )
    // An underscore is italics at the ends of a word, and a letter of a mail inside it.
    .replaceAll(/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, ' ')
    .replaceAll('\r', ' ')
  return CABECERAS.reduce(
    (text, header) => text.replaceAll(header, (found) => blanco(found, LEIDO)),
    plain,
  )
}

/** Without accents or case, of the same length. */
export function plegado(text: string): string {
  return text
    .replaceAll(/[\u0080-\uffff]/g, (unit) => {
      const base = unit.normalize('NFD').charAt(0)
      return base.toLowerCase().length === 1 ? base : unit
    })
    .toLowerCase()
}

/** Without accents or case; everything that is neither letter nor digit is a space. */
export function llano(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
