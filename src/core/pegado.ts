import { esCci, esCuentaVe20, limpiarDocumento, type TipoDocumentoPago } from './documentos.ts'

/**
 * Reads what a client sends by chat ("Banesco 0134… V-12345678 0414-…") into the pieces that a way of paying asks for.
 * Nothing here is certain: what was read is shown in the form and judged there like what is typed.
 */

export interface Pegado {
  /** Twenty digits of an account, or an account number that was called so. */
  cuenta: string | null
  telefono: string | null
  /** Where the account, the phone or the document is from; null when nothing says. */
  pais: string | null
  correo: string | null
  /** A key that begins with @. */
  llave: string | null
  /** An address of the Tron network. */
  billetera: string | null
  documento: { tipo_doc: TipoDocumentoPago; num_doc: string } | null
  nombre: string | null
  /** What is left of the text, without accents or case, for whoever knows banks and ways of paying by name. */
  resto: string
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

const S = '[ \\t.\\-–]{0,3}'
const GRUPOS_20 = [
  /(?<!\d)\d{20}(?!\d)/,
  /(?<!\d)\d{4}[ .\-–]\d{4}[ .\-–]\d{2}[ .\-–]?\d{10}(?!\d)/,
  /(?<!\d)(?:\d{4}[ .\-–]){4}\d{4}(?!\d)/,
  /(?<!\d)\d{3}[ .\-–]\d{3}[ .\-–]\d{12}[ .\-–]\d{2}(?!\d)/,
]
/** Any other grouping, taken only when its check digits are right. */
const SUELTOS_20 = /(?<!\d)(?:\d[ .\-–]?){19}\d(?!\d)/

const TELEFONOS: readonly [pais: string, patron: RegExp][] = [
  [
    've',
    new RegExp(
      `(?<!\\d)(?:\\+?58${S})?\\(?0?4(?:12|14|16|22|24|26)\\)?${S}\\d{3}${S}\\d{2}${S}\\d{2}(?!\\d)`,
    ),
  ],
  ['co', new RegExp(`(?<!\\d)(?:\\+?57${S})?3\\d{2}${S}\\d{3}${S}\\d{2}${S}\\d{2}(?!\\d)`)],
  ['pe', new RegExp(`(?<!\\d)(?:\\+?51${S})?9\\d{2}${S}\\d{3}${S}\\d{3}(?!\\d)`)],
  ['us', new RegExp(`(?<!\\d)(?:\\+?1${S})?\\(?[2-9]\\d{2}\\)?${S}\\d{3}${S}\\d{4}(?!\\d)`)],
]

const MILES = '\\d{1,3}(?:[. ]\\d{3}){2,3}|\\d{6,10}'
const DOCUMENTOS: readonly [
  patron: RegExp,
  leer: (letra: string, numero: string) => Pegado['documento'],
][] = [
  [
    new RegExp(`(?<![a-z])([JG])${S}(\\d{8})${S}(\\d)(?!\\d)`, 'i'),
    (letra, numero) => documento('RIF', letra + numero),
  ],
  [
    new RegExp(`(?<![a-z])([VE])[ .:\\-–]{0,3}(${MILES})(?!\\d)`, 'i'),
    (letra, numero) => documento('CVE', letra + numero),
  ],
  [/\b(dni)\b[ .:#°º-]{0,4}(\d{8})(?!\d)/i, (_, numero) => documento('DNI', numero)],
  [
    new RegExp(`\\b(nit)\\b[ .:#°º\\-]{0,4}(${MILES})`, 'i'),
    (_, numero) => documento('NIT', numero),
  ],
  [
    new RegExp(`\\b(c\\.? ?c\\.?)[ .:#°º\\-]{1,4}(${MILES})(?!\\d)`, 'i'),
    (_, numero) => documento('CCO', numero),
  ],
  [
    new RegExp(
      `\\b(c\\.? ?i\\.?|ced(?:ula)?|cédula)(?:[ .:#°º\\-]|de identidad|nro|num|no\\b){1,6}(${MILES})(?!\\d)`,
      'i',
    ),
    (_, numero) => documento('CVE', `V${numero}`),
  ],
]

function documento(tipo_doc: TipoDocumentoPago, numero: string): Pegado['documento'] {
  return { tipo_doc, num_doc: limpiarDocumento(numero) }
}

const TITULAR =
  /(?:titular|nombre(?:s)?(?: y apellidos?)?|beneficiari[oa]|a nombre de|para)\s*[:\-–]?\s+([\p{L}.'’ ]{3,80})/iu
/** Words that are of banks and forms, not of people. */
const AJENAS =
  /\b(?:banco|bank|cuenta|cta|corriente|ahorros?|cedula|telefono|tlf|telf|tel|celular|cel|correo|email|pago|movil|pagomovil|transferencia|numero|nro|datos|zelle|nequi|daviplata|yape|plin|llave|bre|cci|soles|bolivares|pesos|dolares|hola|gracias|por|favor|buenas|buenos|dias|tardes|enviar|mandar|monto|banesco|mercantil|provincial|bancolombia|davivienda|interbank|scotiabank|bbva|bcp|bnc|bdv|bancamiga|venezuela|colombia|peru|ci|cc|dni|rif|nit|titular|nombre|beneficiario|tipo)\b/

/** The pieces of a text. */
export function leerPegado(texto: string): Pegado {
  let rest = texto
    .normalize('NFC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069*_]/g, '')
    .replaceAll('\u00a0', ' ')
  const take = (patron: RegExp): string | null => {
    const found = patron.exec(rest)
    if (!found) return null
    rest = rest.replace(found[0], '\n')
    return found[0]
  }
  const correo = take(/[^\s@,;:<>()]+@[^\s@,;:<>()]+\.[A-Za-z]{2,}/)?.toLowerCase() ?? null
  const llave = take(/(?<![^\s:])@[A-Za-z0-9]{4,20}(?![A-Za-z0-9@.])/)
  const billetera = take(/(?<![A-Za-z0-9])T[1-9A-HJ-NP-Za-km-z]{33}(?![A-Za-z0-9])/)
  const veinte = tomarVeinte(take, () => rest)
  const doc = tomarDocumento(() => rest, take)
  const [pais, tel] = tomarTelefono(take)
  const suelta = veinte ?? tomarCuenta(() => rest, take)
  const nombre = nombreDe(rest)
  return {
    cuenta: suelta,
    telefono: tel,
    pais: (veinte && paisDeCuenta(veinte)) ?? pais ?? paisDeDocumento(doc),
    correo,
    llave,
    billetera,
    documento: doc,
    nombre,
    resto: llano(rest),
  }
}

type Take = (patron: RegExp) => string | null

const digitos = (text: string) => text.replaceAll(/\D/g, '')

function tomarVeinte(take: Take, rest: () => string): string | null {
  for (const grupos of GRUPOS_20) {
    const found = take(grupos)
    if (found) return digitos(found)
  }
  const loose = SUELTOS_20.exec(rest())?.[0]
  if (!loose || paisDeCuenta(digitos(loose)) === null) return null
  take(SUELTOS_20)
  return digitos(loose)
}

function paisDeCuenta(numero: string): string | null {
  if (esCuentaVe20(numero)) return 've'
  return esCci(numero) ? 'pe' : null
}

function tomarDocumento(rest: () => string, take: Take): Pegado['documento'] {
  for (const [patron, leer] of DOCUMENTOS) {
    const found = patron.exec(rest())
    if (!found) continue
    take(patron)
    const [, letra = '', numero = '', control = ''] = found
    return leer(letra.toUpperCase(), numero + control)
  }
  return null
}

function paisDeDocumento(doc: Pegado['documento']): string | null {
  if (doc?.tipo_doc === 'CVE' || doc?.tipo_doc === 'RIF') return 've'
  if (doc?.tipo_doc === 'CCO' || doc?.tipo_doc === 'NIT') return 'co'
  return doc?.tipo_doc === 'DNI' ? 'pe' : null
}

/** The country's code decides, else the first country whose mobiles look so. */
function tomarTelefono(take: Take): [pais: string | null, telefono: string | null] {
  for (const [pais, patron] of TELEFONOS) {
    const found = take(patron)
    if (found) return [pais, found.trim()]
  }
  const other = take(/\+\d[\d .\-–()]{7,18}\d/)
  return [null, other]
}

/** A shorter account, where it is called one. */
function tomarCuenta(rest: () => string, take: Take): string | null {
  const called =
    /(?:cuenta|cta|ahorros?|corriente|n[°º]|nro\.?|n[uú]mero)[^\d\n]{0,25}(\d[\d -]{4,22}\d)/iu.exec(
      rest(),
    )
  if (!called?.[1]) return null
  take(new RegExp(called[1]))
  return digitos(called[1])
}

function nombreDe(rest: string): string | null {
  const called = TITULAR.exec(rest)?.[1]
  if (called && !AJENAS.test(llano(called))) return conMayusculas(called)
  const named = rest
    .split(/[\n,;:|/]+|\s{3,}/)
    .map(sinAjenas)
    .find(
      (line) => /^[\p{L}.'’ ]{5,80}$/u.test(line) && / /.test(line) && !AJENAS.test(llano(line)),
    )
  return named ? conMayusculas(named) : null
}

/** A line without the bank or the label that stands before or after a name. */
function sinAjenas(line: string): string {
  const words = line.trim().split(/[\s\-–]+/)
  const own = (word: string) => llano(word) !== '' && !AJENAS.test(llano(word))
  const first = words.findIndex(own)
  return first < 0 ? '' : words.slice(first, words.findLastIndex(own) + 1).join(' ')
}

/** `MARÍA PÉREZ` and `maría pérez` as people write their names. */
function conMayusculas(text: string): string {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  if (plain !== plain.toUpperCase() && plain !== plain.toLowerCase()) return plain
  return plain.toLowerCase().replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}
