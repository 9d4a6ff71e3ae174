import { decimal, decimalesDe, isDecimal, texto } from '../../core/decimal.ts'
import { convertir, cotizar, type Tasa } from '../../core/tasa.ts'

/** What a person typed, and on which side; everything else follows from it. */
export interface Entrada {
  lado: 'envia' | 'recibe'
  /** Plain decimal text, text that cannot be read, or null when empty. */
  valor: string | null
}

export interface Resultado {
  envia: string | null
  recibe: string | null
  /** What is wrong with the amount that was typed. */
  error: string | null
}

/** The largest amount that is quoted: what an account holds. */
const MAXIMO = decimal('999999999999999999')

function falta(valor: string, decimales: number): string | null {
  if (!isDecimal(valor)) return 'Escriba un número válido.'
  const amount = decimal(valor)
  if (amount.lt(0)) return 'Debe ser mayor que cero.'
  if (amount.gt(MAXIMO)) return 'El monto es demasiado grande.'
  if (decimalesDe(valor) <= decimales) return null
  return decimales === 0 ? 'No admite decimales.' : `Admite hasta ${decimales} decimales.`
}

/**
 * Both amounts out of the one that was typed (seed, section 4): without a rate nothing is calculated,
 * without an amount nothing is shown. `decimales` are those of the two currencies.
 */
export function calcular(
  { lado, valor }: Entrada,
  tasa: Tasa | null,
  decimales: { envia: number; recibe: number },
): Resultado {
  const blank = { envia: null, recibe: null, error: null }
  if (valor === null) return blank
  const error = falta(valor, decimales[lado])
  const typed = { ...blank, [lado]: valor, error }
  if (error || !tasa) return typed
  const given = lado === 'envia' ? { envia: valor } : { recibe: valor }
  return { ...cotizar(given, tasa, decimales), [lado]: valor, error: null }
}

/** A card's amount: what would have been taken in that currency for the same total, with 2 decimals. */
export function enDivisa(total: string, compra: string): string {
  const rate: Tasa = { tasa: compra, metodo_calculo: 'd' }
  return texto(convertir(decimal(total), rate, 2, 'medio'), 2)
}
