import { formatMonto, type Simbolo } from '../formato.ts'
import { decimal, decimalesDe, isDecimal } from './decimal.ts'
import { cotizar, esTasa, type Tasa } from './tasa.ts'
import { nombreTasa, type Segmento, type Tramo, tramoDe, tramoParaRecibir } from './tramos.ts'

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
 * Both amounts out of the one that was typed: without a rate nothing is calculated,
 * without an amount nothing is shown; a rate of zero is none. `decimales` are those of the two currencies.
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
  if (error || !tasa || !esTasa(tasa.tasa)) return typed
  const given = lado === 'envia' ? { envia: valor } : { recibe: valor }
  return { ...cotizar(given, tasa, decimales), [lado]: valor, error: null }
}

export interface Moneda extends Simbolo {
  iso: string
}

export interface Escalon extends Tramo {
  segmento: Segmento
}

/**
 * The same over a corridor's steps: the amount typed says which one it is, on either side. `tramo` is the one that
 * reigns (the first while nothing is typed). An amount that no step quotes says so, and one that no amount yields
 * exactly says what the next step gives.
 */
export function calcularEnTramos<T extends Escalon>(
  entrada: Entrada,
  tramos: readonly T[],
  { de, a }: { de: Moneda; a: Moneda },
): Resultado & { tramo: T | null } {
  const { lado, valor } = entrada
  const decimales = { envia: de.decimales, recibe: a.decimales }
  const first = tramos[0] ?? null
  const plain = calcular(entrada, first, decimales)
  const unusable = valor === null || plain.error || !tramos.every(({ tasa }) => esTasa(tasa))
  if (unusable || !first) return { ...plain, tramo: first }
  const blank = { envia: null, recibe: null, [lado]: valor }
  if (lado === 'envia') {
    const tramo = tramoDe(tramos, valor)
    if (tramo) return { ...calcular(entrada, tramo, decimales), tramo }
    return { ...blank, tramo: first, error: limites(tramos, de) }
  }
  const found = tramoParaRecibir(tramos, valor, decimales)
  if (!found) return { ...blank, tramo: first, error: limites(tramos, de) }
  const { tramo, envia, salto } = found
  if (!salto) return { ...calcular(entrada, tramo, decimales), tramo }
  const { recibe } = cotizar({ envia }, tramo, decimales)
  const error = `Con ${formatMonto(envia, de)} rige la ${nombreTasa(tramo.segmento)} y recibe ${formatMonto(recibe, a)}.`
  return { ...blank, tramo, error }
}

/** From where to where it is quoted, in words. */
function limites(tramos: readonly Tramo[], moneda: Simbolo): string {
  const [from, to] = [tramos[0]?.desde ?? '0', tramos.at(-1)?.tope]
  const least = `Se cotiza desde ${formatMonto(from, moneda)}`
  return to ? `${least} hasta ${formatMonto(to, moneda)}.` : `${least}.`
}
