/** The tables of characters that receipt printers have, with the number by which `ESC t` chooses each. */
export const PAGINAS = {
  pc858: { nombre: 'PC858, con €', numero: 19 },
  pc850: { nombre: 'PC850', numero: 2 },
  wpc1252: { nombre: 'Windows 1252', numero: 16 },
  ninguna: { nombre: 'Sin tildes', numero: 0 },
} as const
export type Pagina = keyof typeof PAGINAS

/** The upper half (0x80 to 0xFF) of code page 850. */
const ALTA_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ' +
  'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** What no table has, or not the one that was chosen, in signs that every printer has. */
const LLANO: Record<string, string> = {
  '−': '-',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '…': '...',
  '×': 'x',
  '÷': '/',
  '·': '-',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  ª: 'a',
  º: 'o',
  '¿': '',
  '¡': '',
}

/** The byte of a sign in a table; undefined when the table does not have it. */
function byteDe(sign: string, pagina: Pagina): number | undefined {
  const code = sign.charCodeAt(0)
  if (sign.length === 1 && code >= 0x20 && code < 0x7f) return code
  if (sign === '€')
    return { pc858: 0xd5, wpc1252: 0x80, pc850: undefined, ninguna: undefined }[pagina]
  if (pagina === 'wpc1252') return code > 0xa0 && code <= 0xff ? code : undefined
  if (pagina === 'ninguna') return undefined
  const place = ALTA_850.indexOf(sign)
  // PC858 has the euro where PC850 has the dotless i.
  return place < 0 || sign === 'ı' ? undefined : 0x80 + place
}

/** One sign as what the table can print: itself, signs that say the same, its letter without accent, or `?`. */
function legible(sign: string, pagina: Pagina): string {
  if (/\s/.test(sign)) return ' '
  if (byteDe(sign, pagina) !== undefined) return sign
  const plain = LLANO[sign] ?? sign.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return [...plain].every((one) => byteDe(one, pagina) !== undefined) ? plain : '?'
}

/**
 * A text as the printer will print it: in signs of the table alone, each of them one column wide. Control characters
 * become spaces, so that no name can give the printer an order.
 */
export const imprimible = (text: string, pagina: Pagina): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not pass
  [...text.normalize('NFC').replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')]
    .map((sign) => legible(sign, pagina))
    .join('')

/** The bytes of a text that `imprimible` made. */
export const bytesDe = (text: string, pagina: Pagina): number[] =>
  [...text].map((sign) => byteDe(sign, pagina) ?? 0x3f)
