import { esCci, esCuentaVe20 } from '../../../../core/documento/documentos.ts'
import { antesDe, esDinero, type Lector } from './lector.ts'
import { llano } from './texto.ts'

const GRUPOS_20 = [
  /(?<!\d)\d{20}(?!\d)/,
  /(?<!\d)\d{4}[ .\-–]\d{4}[ .\-–]\d{2}[ .\-–]?\d{10}(?!\d)/,
  /(?<!\d)(?:\d{4}[ .\-–]){4}\d{4}(?!\d)/,
  /(?<!\d)\d{3}[ .\-–]\d{3}[ .\-–]\d{12}[ .\-–]\d{2}(?!\d)/,
]
/** Any other grouping, cut lines too, taken only when its check digits are right. */
const SUELTOS_20 = /(?<!\d)(?:\d[ .\-–]?\s{0,2}){19}\d(?!\d)/
/** A shorter account, where it is called one. */
const LLAMADA =
  /\b(cuenta|cta|ahorros?|corriente)\b([^\d\n\ufffc]{0,25})(?<parte>\d[\d.\-–]*\d)(?! ?\d)/i
const LLAMADA_EN_GRUPOS =
  /\b(cuenta|cta|ahorros?|corriente|n[°º]|nro\.?|n[uú]mero)([^\d\n\ufffc]{0,25})(?<parte>\d[\d .\-–]*\d)/i
/** Between «cuenta» and a number, these say that the number is something else. */
const NO_ES_CUENTA =
  /\b(?:cel\w*|tel\w*|tlf|movil|whatsapp|wsp|dni|ruc|ci|cedula|ced|nequi|daviplata|yape|plin|zelle|bre b|monto|los|por)\b/
const COMO_CELULAR = /^(?:9\d{8}|3\d{9}|0?4\d{9}|57?3\d{9}|519\d{8})$/

const digitos = (text: string) => text.replaceAll(/\D/g, '')

/** The country whose check digits an account of twenty digits keeps. */
export function paisDeCuenta(numero: string): string | null {
  if (esCuentaVe20(numero)) return 've'
  return esCci(numero) ? 'pe' : null
}

/**
 * Accounts, in the turns in which nothing else can be meant: twenty digits first, then what is called an account, and
 * once the phones are gone what may be one.
 */
export function leerCuentas(lector: Lector, turno: 'ciertas' | 'llamadas' | 'sueltas'): void {
  if (turno === 'ciertas') {
    leerVeinte(lector)
    return
  }
  lector.tomar(turno === 'llamadas' ? LLAMADA : LLAMADA_EN_GRUPOS, (found) => {
    const [all, , between = '', number = ''] = found
    const before = llano(antesDe(lector.resto(), found.index))
    const end = found.index + all.length
    const valor = digitos(number)
    if (NO_ES_CUENTA.test(llano(between)) || NO_ES_CUENTA.test(before)) return null
    if (esDinero(lector.resto(), end - number.length, end)) return null
    if (valor.length < 6 || valor.length > 20) return null
    const duda = COMO_CELULAR.test(valor)
      ? 'puede ser una cuenta o un celular'
      : / /.test(number.trim())
        ? 'está escrita en partes'
        : undefined
    return { dato: 'cuenta', valor, ...(duda && { duda }) }
  })
}

function leerVeinte(lector: Lector): void {
  const read = ({ 0: all }: RegExpExecArray) => {
    const valor = digitos(all)
    return { dato: 'cuenta' as const, valor, pais: paisDeCuenta(valor) }
  }
  for (const grupos of GRUPOS_20) lector.tomar(grupos, read)
  lector.tomar(SUELTOS_20, (found) => {
    const account = read(found)
    return account.pais === null ? null : account
  })
}
