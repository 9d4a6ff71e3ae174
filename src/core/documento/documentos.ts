import type { Palabras } from '../base.ts'
import { monedaFuncional } from '../dinero/moneda.ts'
import { celularNacional } from './paises/celulares.ts'
import { DE_OTROS_PAISES, REGLAS_DE_OTROS, type Regla } from './paises/tipos.ts'

/**
 * Formats and check digits of identity documents, phones and account numbers. These are pure functions of text:
 * none of them asks a registry whether a number was ever issued.
 */
export const TIPOS_DOCUMENTO = {
  DNI: 'DNI',
  CE: 'Carné de extranjería',
  PAS: 'Pasaporte',
  PTP: 'PTP',
  CPP: 'CPP',
  CVE: 'Cédula de Venezuela',
  CCO: 'Cédula de Colombia',
  RUC: 'RUC',
  ...DE_OTROS_PAISES,
} as const satisfies Record<Palabras['clientes.tipo_doc' | 'usuarios.tipo_doc'], string>

export type TipoDocumento = keyof typeof TIPOS_DOCUMENTO

/** Document types of beneficiaries: those of clients. */
export const TIPOS_DOCUMENTO_PAGO = TIPOS_DOCUMENTO satisfies Record<
  Palabras['beneficiarios.tipo_doc'],
  string
>

export type TipoDocumentoPago = keyof typeof TIPOS_DOCUMENTO_PAGO

const REGLAS: Record<TipoDocumentoPago, Regla> = {
  DNI: { patron: /^\d{8}$/, mensaje: 'El DNI tiene 8 dígitos.' },
  CE: {
    patron: /^[A-Z0-9]{8,12}$/,
    mensaje: 'El carné de extranjería tiene de 8 a 12 letras o números.',
  },
  PAS: { patron: /^[A-Z0-9]{5,12}$/, mensaje: 'El pasaporte tiene de 5 a 12 letras o números.' },
  PTP: { patron: /^[A-Z0-9]{8,12}$/, mensaje: 'El PTP tiene de 8 a 12 letras o números.' },
  CPP: { patron: /^[A-Z0-9]{8,12}$/, mensaje: 'El CPP tiene de 8 a 12 letras o números.' },
  CVE: {
    patron: /^[VE]\d{6,9}$/,
    mensaje: 'La cédula de Venezuela es V o E y de 6 a 9 dígitos: V12345678.',
  },
  CCO: { patron: /^\d{6,10}$/, mensaje: 'La cédula de Colombia tiene de 6 a 10 dígitos.' },
  RUC: { patron: /^(10|15|16|17|20)\d{9}$/, mensaje: 'El RUC tiene 11 dígitos.' },
  ...REGLAS_DE_OTROS,
}

/** A document number as it is stored: in capitals, without dots, dashes and spaces. */
export function limpiarDocumento(numero: string): string {
  return numero.replaceAll(/[\s.\-–]/g, '').toUpperCase()
}

/** What is wrong with a document number that `limpiarDocumento` returned, in Spanish; null when nothing is. */
export function faltaDocumento(tipo: TipoDocumentoPago, numero: string): string | null {
  const { patron, mensaje, digito } = REGLAS[tipo]
  if (!patron.test(numero)) return mensaje
  if (tipo === 'RUC' && !esRuc(numero)) return 'El RUC no es válido: revise los dígitos.'
  if (digito && !digito(numero)) return `${mensaje} Revise los dígitos: no cuadran.`
  return null
}

/** A warning for a number that is accepted but unusual, in Spanish: nearly every CE is 9 characters long. */
export function avisoDocumento(tipo: TipoDocumento, numero: string): string | null {
  return tipo === 'CE' && numero.length !== 9
    ? 'El carné de extranjería suele tener 9 dígitos. Revíselo.'
    : null
}

const digits = (text: string) => Array.from(text, Number)

function weighted(text: string, weights: readonly number[]): number {
  return digits(text).reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0)
}

const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** True for a valid RUC: 11 digits, a taxpayer's prefix and a modulo-11 check digit (SUNAT). */
export function esRuc(numero: string): boolean {
  if (!REGLAS.RUC.patron.test(numero)) return false
  const check = (11 - (weighted(numero.slice(0, 10), RUC_WEIGHTS) % 11)) % 10
  return check === Number(numero[10])
}

/** Luhn check digit: sums the digits of each product with weights 1, 2, 1, 2 … and completes the sum to a ten. */
function luhnCheck(text: string): number {
  const sum = digits(text).reduce((total, digit, i) => {
    const product = digit * (i % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** True for a valid CCI (Peru): bank (3 digits), office (3), account (12), and one check digit for each part. */
export function esCci(numero: string): boolean {
  if (!/^\d{20}$/.test(numero)) return false
  const checks = `${luhnCheck(numero.slice(0, 6))}${luhnCheck(numero.slice(6, 18))}`
  return numero.endsWith(checks)
}

const VE_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Modulo-11 check digit of the Venezuelan banks: 10 is written 0 and 11 is written 1. */
function veCheck(text: string): number {
  return (11 - (weighted(text, VE_WEIGHTS) % 11)) % 10
}

/** True for a valid Venezuelan account: bank (4 digits), office (4), two check digits, account (10). */
export function esCuentaVe20(numero: string): boolean {
  if (!/^\d{20}$/.test(numero)) return false
  const [bank, office, checks, account] = [
    numero.slice(0, 4),
    numero.slice(4, 8),
    numero.slice(8, 10),
    numero.slice(10),
  ]
  return checks === `${veCheck(bank + office)}${veCheck(office + account)}`
}

/** Name of an algorithm for the check digits of account numbers, as the record of a bank stores it. */
export type AlgoritmoCuenta = 'ninguno' | 'cci' | 've20'

/** What is wrong with an account number according to `algoritmo`, in Spanish; null when nothing is. */
export function faltaCuenta(algoritmo: AlgoritmoCuenta, numero: string): string | null {
  if (algoritmo === 'cci' && !esCci(numero)) {
    return 'El CCI no es válido: son 20 dígitos con sus dígitos de control.'
  }
  if (algoritmo === 've20' && !esCuentaVe20(numero)) {
    return 'La cuenta no es válida: son 20 dígitos con sus dígitos de control.'
  }
  return null
}

/**
 * A phone number in E.164 (`+51987654321`), or null when `text` is none. A mobile as it is written within the house's
 * country gets its code; any other number must start with `+` or `00`.
 */
export function limpiarCelular(text: string): string | null {
  const plain = text.replaceAll(/[\s().\-–]/g, '').replace(/^00/, '+')
  const full =
    celularNacional(monedaFuncional().pais, plain) ??
    (/^519\d{8}$/.test(plain) ? `+${plain}` : plain)
  if (!/^\+[1-9]\d{6,14}$/.test(full)) return null
  return full.startsWith('+51') && !/^\+519\d{8}$/.test(full) ? null : full
}
