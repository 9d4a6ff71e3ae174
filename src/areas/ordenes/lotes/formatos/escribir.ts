import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import type { Columna, Dato, Destino, Formato } from './descripcion.ts'

/** What a line of a batch pays, and where. */
export interface LineaDeLote {
  orden: string
  n: number
  monto: string
  nombre: string
  tipo_doc: string
  num_doc: string
  pais: string
  entidad: string | null
  cuenta: string | null
}

/** A batch as its file is written of it. */
export interface LoteEscrito {
  numero: string
  /** The business day, `2025-11-20`. */
  fecha: string
  /** ISO code. */
  moneda: string
  total: string
  /** Our account. */
  cuenta: string
  titular: string
  titular_doc: string | null
  lineas: readonly LineaDeLote[]
}

/** Why an order does not go into a file. */
export class NoCabe extends Error {}

/** The kind of destination of a payment; a sentence where the file cannot pay it. */
export function destinoDe(
  formato: Formato,
  { pais, entidad, cuenta }: Pick<LineaDeLote, 'pais' | 'entidad' | 'cuenta'>,
): Destino | string {
  if (!cuenta) return 'no se paga a una cuenta'
  if (pais !== formato.banco.pais) return 'su cuenta es de otro país'
  // The code of a bank is one of its own country: of one that serves this country besides it is not known here.
  if (!entidad && formato.registros.detalle.some((c) => 'digitos' in c && c.digitos === 'entidad'))
    return 'no se sabe el código de su banco en ese país'
  const fits = formato.destinos.filter((one) => one.cuenta.test(cuenta))
  const [first] = fits
  if (!first) return 'su número de cuenta no es de los que paga este banco'
  const own = entidad === formato.banco.codigo
  return (
    fits.find((one) => one.entidad === 'cualquiera' || own) ??
    'su cuenta es de otro banco y no es interbancaria'
  )
}

/** The bytes of the file of a batch. @throws NoCabe with the sentence of what does not fit */
export function escribirArchivo(formato: Formato, lote: LoteEscrito): Buffer {
  const { cabecera, detalle, cierre } = formato.registros
  for (const linea of lote.lineas) {
    const found = destinoDe(formato, linea)
    if (typeof found === 'string') throw new NoCabe(found)
  }
  const records = [
    ...cabecera.map((columnas) => record(formato, columnas, lote, null)),
    ...lote.lineas.map((linea) => record(formato, detalle, lote, linea)),
    ...cierre.map((columnas) => record(formato, columnas, lote, null)),
  ]
  const end = formato.finDeLinea
  return Buffer.from(records.join(end) + end, 'latin1')
}

function record(
  formato: Formato,
  columnas: readonly Columna[],
  lote: LoteEscrito,
  linea: LineaDeLote | null,
): string {
  return columnas.map((each) => column(formato, each, lote, linea)).join(formato.separador)
}

function column(
  formato: Formato,
  c: Columna,
  lote: LoteEscrito,
  linea: LineaDeLote | null,
): string {
  if ('fijo' in c) return c.fijo
  if ('texto' in c) {
    const text = plano(valor(c.texto, lote, linea), formato.codificacion).slice(0, c.ancho)
    return formato.separador === '' ? text.padEnd(c.ancho) : text.trim()
  }
  if ('digitos' in c) {
    const own = digits(valor(c.digitos, lote, linea), c.ancho)
    return c.relleno ? own.padEnd(c.ancho) : own.padStart(c.ancho, '0')
  }
  if ('importe' in c) return cents(valor(c.importe, lote, linea), c.decimales, c.ancho)
  if ('fecha' in c) return day(lote.fecha, c.fecha)
  if ('codigo' in c) {
    const own = valor(c.codigo, lote, linea)
    const code = c.valores[own]
    if (code === undefined) throw new NoCabe(`el banco no tiene código para ${own || 'nada'}`)
    return code
  }
  if ('destino' in c) return kind(formato, linea)
  const accounts = [lote.cuenta, ...lote.lineas.map(({ cuenta }) => cuenta ?? '')]
  return sumOf(accounts, c.ancho)
}

function kind(formato: Formato, linea: LineaDeLote | null): string {
  const found = linea ? destinoDe(formato, linea) : 'no es de una orden'
  if (typeof found === 'string') throw new NoCabe(found)
  return found.codigo
}

/** What a field says; a field of a payment is empty in a record of the whole batch. */
function valor(dato: Dato, lote: LoteEscrito, linea: LineaDeLote | null): string {
  switch (dato) {
    case 'lote':
      return lote.numero
    case 'ordenes':
      return String(lote.lineas.length)
    case 'total':
    case 'moneda':
    case 'titular':
      return lote[dato]
    case 'titular_doc':
      return lote.titular_doc ?? ''
    case 'cuenta_propia':
      return lote.cuenta
    default:
      return String(linea?.[dato] ?? '')
  }
}

/**
 * A text as a bank's file takes it: capitals without accents, digits and a few signs, one space between words. Nothing of
 * a name can end a line, part a column or begin a formula.
 */
export function plano(text: string, codificacion: Formato['codificacion']): string {
  const enie = codificacion === 'latin1' ? 'Ñ' : 'N'
  return text
    .toUpperCase()
    .replaceAll(/Ñ|N\u0303/g, '\u0001')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('\u0001', enie)
    .replaceAll(/[^A-Z0-9Ñ .-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replace(/^[ .-]+/, '')
    .trimEnd()
}

function digits(text: string, ancho: number): string {
  const only = text.replaceAll(/[ -]/g, '')
  if (!/^\d+$/.test(only)) throw new NoCabe(`«${plano(text, 'ascii')}» no son solo dígitos`)
  if (only.length > ancho) throw new NoCabe(`«${only}» tiene más de ${ancho} dígitos`)
  return only
}

function cents(amount: string, decimales: number, ancho: number): string {
  const whole = decimal(amount).times(10 ** decimales)
  if (!whole.round(0, 0).eq(whole)) throw new NoCabe(`${amount} tiene más decimales`)
  return digits(texto(whole, 0), ancho).padStart(ancho, '0')
}

function day(iso: string, how: 'AAAAMMDD' | 'DDMMAAAA'): string {
  const [year = '', month = '', date = ''] = iso.split('-')
  return how === 'AAAAMMDD' ? year + month + date : date + month + year
}

function sumOf(accounts: readonly string[], ancho: number): string {
  const numbers = accounts.map((each) => BigInt(each.replaceAll(/\D/g, '').slice(-ancho) || '0'))
  const total = numbers.reduce((sum, each) => sum + each, 0n)
  return String(total).slice(-ancho).padStart(ancho, '0')
}
