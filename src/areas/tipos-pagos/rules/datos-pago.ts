import { type AlgoritmoCuenta, faltaCuenta } from '../../../core/documento/documentos.ts'
import { formaEsperada } from '../../../core/documento/forma.ts'
import { cumplePatron, pareceDe } from './patron.ts'

/**
 * The data that a way of paying asks for (R-46) and the validation of a beneficiary's data (R-45). Used while typing
 * and before saving; twin of `beneficiarios_reparo` in the database.
 */

export const TIPOS_CAMPO = {
  entidad: 'Banco o entidad',
  documento: 'Documento del beneficiario',
  telefono: 'Celular',
  cuenta: 'Número de cuenta',
  correo: 'Correo',
  contacto: 'Correo o celular',
  llave: 'Llave (Bre-B)',
  digitos: 'Solo dígitos',
  texto: 'Texto',
} as const

export type TipoCampo = keyof typeof TIPOS_CAMPO

/** One datum that a way of paying asks for. */
export interface CampoPago {
  clave: string
  etiqueta: string
  tipo: TipoCampo
  obligatorio: boolean
  patron: string | null
  ejemplo: string | null
}

/** Two data that are columns of the beneficiary: the chosen entity and the document. */
export const DE_COLUMNA = { entidad: 'entidad_id', documento: 'num_doc' } as const

export function esDeColumna(tipo: TipoCampo): tipo is keyof typeof DE_COLUMNA {
  return tipo in DE_COLUMNA
}

/** Maximum length of a datum, in characters. */
export const MAX_DATO = 120

/** The fields of a bank or wallet that affect the data. */
export interface EntidadPago {
  nombre: string
  codigo: string
  algoritmo: AlgoritmoCuenta
  patron: string | null
  /** Its own country, whose accounts its check digits and its pattern are of; those of another are not checked. */
  pais: string
}

const sinSignos = (text: string) => text.replaceAll(/[\s().\-–_/]/g, '')

/** By country: its dialling code, the pattern of a national mobile number, and the message. */
const CELULAR: Record<string, { codigo: string; patron: RegExp; mensaje: string }> = {
  pe: {
    codigo: '51',
    patron: /^9\d{8}$/,
    mensaje: 'Un celular del Perú tiene 9 dígitos y empieza con 9.',
  },
  ve: {
    codigo: '58',
    patron: /^04\d{9}$/,
    mensaje: 'Un celular de Venezuela tiene 11 dígitos: 0414 1234567.',
  },
  co: {
    codigo: '57',
    patron: /^3\d{9}$/,
    mensaje: 'Un celular de Colombia tiene 10 dígitos y empieza con 3.',
  },
  us: {
    codigo: '1',
    patron: /^[2-9]\d{9}$/,
    mensaje: 'Un teléfono de Estados Unidos tiene 10 dígitos.',
  },
}
const CELULAR_DE_OTRO = { patron: /^\d{6,15}$/, mensaje: 'Escriba de 6 a 15 dígitos.' }

/** A mobile in its national form: without the country's code, in Venezuela with the leading 0. */
function limpiarTelefono(text: string, pais: string): string {
  const plain = sinSignos(text).replace(/^00/, '+')
  const rule = CELULAR[pais]
  if (!rule) return plain.replace('+', '')
  const own = plain.startsWith(`+${rule.codigo}`) ? plain.slice(rule.codigo.length + 1) : plain
  const digits = own.replace('+', '')
  const full = digits.startsWith(rule.codigo) && !rule.patron.test(digits)
  const local = full ? digits.slice(rule.codigo.length) : digits
  return pais === 've' && /^4\d{9}$/.test(local) ? `0${local}` : local
}

const CORREO = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const LLAVE = /^(?:@[A-Za-z0-9]{4,20}|3\d{9}|\d{6,10})$/

/** A typed or pasted datum in the form that is stored. */
export function limpiarDato(tipo: TipoCampo, pais: string, typed: string): string {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  if (tipo === 'telefono') return limpiarTelefono(text, pais)
  if (tipo === 'digitos' || tipo === 'cuenta') return sinSignos(text)
  if (tipo === 'correo') return text.toLowerCase()
  if (tipo === 'contacto')
    return text.includes('@') ? text.toLowerCase() : limpiarTelefono(text, pais)
  if (tipo !== 'llave') return text
  if (text.startsWith('@')) return text
  return text.includes('@') ? text.toLowerCase() : limpiarTelefono(text, pais)
}

/** Is it an e-mail in stored form, in small letters? */
function esCorreo(valor: string): boolean {
  return CORREO.test(valor) && valor === valor.toLowerCase()
}

function faltaTelefono(valor: string, pais: string): string | null {
  const { patron, mensaje } = CELULAR[pais] ?? CELULAR_DE_OTRO
  return patron.test(valor) ? null : mensaje
}

/** Checks an account number against its entity, in its own country: check digits, leading digits, pattern. */
function faltaNumero(valor: string, pais: string, entidad: EntidadPago | null): string | null {
  if (!/^[A-Za-z0-9]{4,40}$/.test(valor)) return 'Escriba el número de cuenta sin signos.'
  if (entidad?.pais !== pais) return null
  const { algoritmo, codigo, patron, nombre } = entidad
  const falta = faltaCuenta(algoritmo, valor)
  if (falta) return falta
  if (algoritmo !== 'ninguno' && !valor.startsWith(codigo)) {
    return `Esa cuenta no es de ${nombre}: las suyas empiezan con ${codigo}.`
  }
  if (patron === null || pareceDe(patron, valor)) return null
  return `El número no tiene el formato de ${nombre}${formaEsperada(patron)}.`
}

/** What is wrong with one cleaned datum, in Spanish; null when it is valid. */
export function faltaDato(
  { tipo, etiqueta, patron, ejemplo }: CampoPago,
  valor: string,
  pais: string,
  entidad: EntidadPago | null,
): string | null {
  if (valor.length > MAX_DATO) return `Escriba como máximo ${MAX_DATO} caracteres.`
  const falta = faltaPorTipo(tipo, valor, pais, entidad)
  if (falta) return falta
  if (patron === null || cumplePatron(patron, valor)) return null
  return `${etiqueta}: no tiene el formato esperado${ejemplo ? `, por ejemplo ${ejemplo}` : ''}.`
}

function faltaPorTipo(
  tipo: TipoCampo,
  valor: string,
  pais: string,
  entidad: EntidadPago | null,
): string | null {
  const correo = esCorreo(valor) ? null : 'Escriba un correo válido.'
  switch (tipo) {
    case 'telefono':
      return faltaTelefono(valor, pais)
    case 'cuenta':
      return faltaNumero(valor, pais, entidad)
    case 'correo':
      return correo
    case 'contacto':
      return valor.includes('@') ? correo : faltaTelefono(valor, pais)
    case 'llave':
      if (LLAVE.test(valor)) return null
      return valor.includes('@') && !valor.startsWith('@')
        ? correo
        : 'Una llave es un celular, un documento, un correo o @ y letras: @maria22.'
    case 'digitos':
      return /^\d{1,40}$/.test(valor) ? null : 'Escriba solo dígitos.'
    default:
      return null
  }
}

/** The payment data of a beneficiary. */
export interface DatosPago {
  pais: string
  num_doc: string
  /** Cleaned values, by the key of the way's fields. */
  campos: Readonly<Record<string, string>>
}

export interface Reparo {
  /** Path of the field: `campos.telefono`, or a column: `entidad_id`, `num_doc`. */
  campo: string
  msg: string
}

/** Every fault of the data for a way of paying, in the order of its fields. */
export function reparosDePago(
  pide: readonly CampoPago[],
  { pais, num_doc, campos }: DatosPago,
  entidad: EntidadPago | null,
): Reparo[] {
  const claves = new Set(pide.filter(({ tipo }) => !esDeColumna(tipo)).map(({ clave }) => clave))
  const sobran = Object.keys(campos)
    .filter((clave) => !claves.has(clave))
    .map((clave) => ({ campo: `campos.${clave}`, msg: 'Este tipo de pago no pide ese dato.' }))
  const faltan = pide.flatMap((campo): Reparo[] => {
    const { tipo, clave, obligatorio } = campo
    if (tipo === 'entidad') {
      return obligatorio && !entidad ? [{ campo: 'entidad_id', msg: 'Elija el banco.' }] : []
    }
    const donde = esDeColumna(tipo) ? DE_COLUMNA[tipo] : `campos.${clave}`
    const valor = esDeColumna(tipo) ? num_doc : (campos[clave] ?? '')
    if (valor === '') return obligatorio ? [{ campo: donde, msg: 'Este dato es obligatorio.' }] : []
    const msg = faltaDato(campo, valor, pais, entidad)
    return msg ? [{ campo: donde, msg }] : []
  })
  const ajena =
    entidad && !pide.some(({ tipo }) => tipo === 'entidad')
      ? [{ campo: 'entidad_id', msg: 'Este tipo de pago no lleva entidad.' }]
      : []
  return [...sobran, ...faltan, ...ajena]
}

/** Types whose value identifies one account, alone or together with the entity. */
const IDENTIFICA: readonly TipoCampo[] = [
  'telefono',
  'cuenta',
  'correo',
  'contacto',
  'llave',
  'digitos',
]

/**
 * The huella of an account, equal in every agenda; null when nothing identifies it (cash at the door). An account
 * number that contains its bank's digits identifies the account for any way of paying.
 */
export function huellaDePago(
  pide: readonly CampoPago[],
  { campos }: Pick<DatosPago, 'campos'>,
  tipo_pago_id: number,
  entidad: (EntidadPago & { id: number }) | null,
): string | null {
  const cuenta = pide.find(({ tipo, clave }) => tipo === 'cuenta' && campos[clave])
  if (cuenta && entidad) return `${entidad.id}:${campos[cuenta.clave]}`
  const values = pide
    .filter(({ tipo }) => IDENTIFICA.includes(tipo))
    .flatMap(({ clave }) => campos[clave] || [])
  if (values.length === 0) return null
  return [`p${tipo_pago_id}`, ...(entidad ? [entidad.id] : []), ...values].join(':')
}

export interface DatoCopiable {
  etiqueta: string
  valor: string
}

/** The data in the order of a bank's page: as the way lists them, then the name. */
export function datosDePago(
  pide: readonly CampoPago[],
  b: {
    nombre: string
    tipo_doc: string
    num_doc: string
    campos: Readonly<Record<string, string>>
  },
  entidad: Pick<EntidadPago, 'nombre' | 'codigo'> | null,
): DatoCopiable[] {
  const named = pide.flatMap(({ tipo, etiqueta, clave }): DatoCopiable[] => {
    const valor =
      tipo === 'entidad'
        ? entidad &&
          `${entidad.nombre}${/^\d+$/.test(entidad.codigo) ? ` (${entidad.codigo})` : ''}`
        : tipo === 'documento'
          ? b.num_doc
          : b.campos[clave]
    return valor ? [{ etiqueta, valor }] : []
  })
  const documento = pide.some(({ tipo }) => tipo === 'documento')
    ? []
    : [{ etiqueta: 'Documento', valor: `${b.tipo_doc} ${b.num_doc}` }]
  return [...named, { etiqueta: 'Titular', valor: b.nombre }, ...documento]
}
