import { formatMonto, type Simbolo } from '../formato.ts'
import { decimal, decimalesDe, isDecimal } from './decimal.ts'
import { cotizar, esTasa, type Tasa } from './tasa.ts'
import { nombreTasa, type Segmento, type Tramo, tramoDe, tramoParaRecibir } from './tramos.ts'

/** The amount that was typed, and on which side: what the client sends or what the beneficiary receives. */
export interface Entrada {
  lado: 'envia' | 'recibe'
  /** The typed text, valid decimal or not; null when nothing is typed. */
  valor: string | null
}

export interface Resultado {
  envia: string | null
  recibe: string | null
  /** What is wrong with the typed amount, in Spanish; null when nothing is. */
  error: string | null
}

/** The largest amount that is quoted, 10^18 − 1: no account can hold more. */
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
 * Computes both amounts from the typed one. With nothing typed both are null. Without a rate, or with a rate of
 * zero, only the typed amount is returned. `decimales` are those of the two currencies.
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

interface Digitos {
  decimales: number
  decimales_pago?: number | null | undefined
}

export interface Moneda extends Simbolo, Digitos {
  iso: string
}

/** Decimals of an amount that the client hands over or receives: it is received in what can be paid out. */
export const decimalesDeLado = (lado: Entrada['lado'], moneda: Digitos): number =>
  lado === 'recibe' ? (moneda.decimales_pago ?? moneda.decimales) : moneda.decimales

export interface Escalon extends Tramo {
  segmento: Segmento
}

/**
 * Does the same with the steps (`tramos`) of a corridor: the typed amount, on either side, selects the step. `tramo` is
 * the selected step, or the first one while nothing valid is typed. An amount outside every step gets an error. So does
 * an amount to receive that no amount sent yields exactly; that error states what the next step yields.
 */
export function calcularEnTramos<T extends Escalon>(
  entrada: Entrada,
  tramos: readonly T[],
  { de, a }: { de: Moneda; a: Moneda },
): Resultado & { tramo: T | null } {
  const { lado, valor } = entrada
  const decimales = { envia: de.decimales, recibe: decimalesDeLado('recibe', a) }
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

/** A Spanish sentence with the smallest and the largest amount that the steps quote. */
function limites(tramos: readonly Tramo[], moneda: Simbolo): string {
  const [from, to] = [tramos[0]?.desde ?? '0', tramos.at(-1)?.tope]
  const least = `Se cotiza desde ${formatMonto(from, moneda)}`
  return to ? `${least} hasta ${formatMonto(to, moneda)}.` : `${least}.`
}
