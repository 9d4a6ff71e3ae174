const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is looked for by itself.
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters.
const BLANCO = /[\u0001-\u001F\u007F-\u009F\u2028\u2029]+/g

/**
 * Text that somebody typed, in one line and with a mark for each character that nobody sees or that turns the reading
 * around. Twin of `visible` in server/sql/control-palabras.sql.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '\uFFFD').replace(BLANCO, ' ')
}

/** What as a rule is one plain word: in quotes where it might be read as words of the program. Twin of `dicho` in SQL. */
export function dicho(text: string): string {
  return /[;:()«»·\uFFFD]|,(?!\d)| a /.test(visible(text)) ? citado(text) : text
}

/** A name within a sentence of the program: nothing in it closes its own quotes. Twin of `citado` in SQL. */
export function citado(name: string): string {
  return `«${visible(name).replaceAll('«', '“').replaceAll('»', '”')}»`
}
