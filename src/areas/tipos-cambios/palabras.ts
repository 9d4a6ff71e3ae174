import { decimal, dividir, isDecimal, redondear, texto, UNO } from '../../core/dinero/decimal.ts'
import { convertir, cotizar, esTasa } from '../../core/dinero/tasa.ts'
import { formatDecimal, formatMonto } from '../../core/formato.ts'
import type { TipoCambio } from './contract.ts'
import { bajoCosto, type Costo, margenEfectivo } from './rules.ts'

type Nombrable = Pick<TipoCambio, 'divisa_base' | 'divisa_cotizacion' | 'segmento'>

/** `PEN → VES`, `PEN → VES mayorista`. */
export function nombreTipo({ divisa_base, divisa_cotizacion, segmento }: Nombrable): string {
  const name =
    [divisa_base.iso, divisa_cotizacion.iso].filter(Boolean).join(' → ') || 'Tipo de cambio'
  return segmento === 'publico' ? name : `${name} ${segmento}`
}

/** The amounts that a rate is for: `Menos de S/ 5,000`, `Desde S/ 5,000`; null for all amounts. */
export function montosDe(
  tipo: Pick<TipoCambio, 'divisa_base' | 'monto_min' | 'monto_max' | 'hasta'>,
): string | null {
  const { divisa_base, monto_min, monto_max, hasta } = tipo
  const plain = (text: string) =>
    `${divisa_base.simbolo} ${formatDecimal(text, text.includes('.') ? divisa_base.decimales : 0)}`
  const from = monto_min && decimal(monto_min).gt(0) ? `desde ${plain(monto_min)}` : ''
  const own = monto_max && (!hasta || decimal(monto_max).lt(decimal(hasta)))
  const to = own ? `hasta ${plain(monto_max)}` : hasta ? `menos de ${plain(hasta)}` : ''
  const said = [from, to].filter(Boolean).join(', ')
  return said ? said.charAt(0).toUpperCase() + said.slice(1) : null
}

/** The same inside a sentence, in small letters except the currency symbol: `menos de S/ 5,000`. */
export function montosEnFrase(tipo: Parameters<typeof montosDe>[0]): string | null {
  const said = montosDe(tipo)
  return said && said.charAt(0).toLowerCase() + said.slice(1)
}

export const TIPOS_OPERACION = {
  compra: 'Compra',
  venta: 'Venta',
  canje: 'Canje',
  orden: 'Orden',
} as const
export const ESTADOS_OPERACION = {
  pendiente: 'Pendiente',
  vencida: 'Vencida',
  pagada: 'Por pagar',
  en_proceso: 'En proceso',
  completada: 'Completada',
  anulada: 'Anulada',
} as const

/** The screen that shows an operation, by kind. */
export const DETALLES = {
  'compras-ventas': 'detalle-compra-venta',
  ordenes: 'detalle-orden',
} as const

export const SIGNOS = { m: '×', d: '÷' } as const

type Cotizable = Pick<
  TipoCambio,
  'tasa' | 'metodo_calculo' | 'divisa_base' | 'divisa_cotizacion' | 'monto_min'
>

/**
 * The first of 100, 1,000 … 1,000,000 that yields at least one unit, or the segment's lower bound if that is higher.
 */
function ejemploDe(tipo: Cotizable): string {
  const amounts = ['100', '1000', '10000', '100000', '1000000']
  const least = decimal(tipo.monto_min ?? '0')
  if (least.gt(100)) return texto(redondear(least, 0, 'arriba'), 0)
  const enough = amounts.find((amount) => convertir(decimal(amount), tipo, 2, 'abajo').gte(1))
  return enough ?? '1000000'
}

/** `S/ 100 → Bs 5,241.20`. */
export function ejemplo(tipo: Cotizable): string {
  if (!esTasa(tipo.tasa)) return ''
  const { divisa_base: de, divisa_cotizacion: a } = tipo
  const envia = ejemploDe(tipo)
  const { recibe } = cotizar({ envia }, tipo, { envia: 0, recibe: a.decimales })
  return `${de.simbolo} ${formatDecimal(envia, 0)} → ${formatMonto(recibe, a)}`
}

/** Cost as a fraction, from the decimal text of the answer: exact enough to display. */
function costoDeTexto(tasa_costo: string, metodo: 'm' | 'd'): Costo {
  const c = decimal(tasa_costo)
  const none = { precio_origen: null, precio_destino: null, puente_id: null }
  return metodo === 'm' ? { num: c, den: UNO, ...none } : { num: UNO, den: c, ...none }
}

export interface Juicio {
  /** Margin that the rate would earn, in percent with 4 decimals. */
  margen: string
  bajo_costo: boolean
  /** Distance from the automatic rate, in percent with sign; null without an automatic rate. */
  desvio: string | null
}

/** Margin and distance of a rate that is being typed; null while it is not a valid number. */
export function juzgar(
  tipo: Pick<TipoCambio, 'tasa_costo' | 'tasa_automatica' | 'metodo_calculo'>,
  tasa: string | null,
): Juicio | null {
  const { tasa_costo, tasa_automatica, metodo_calculo } = tipo
  if (!tasa || !isDecimal(tasa) || decimal(tasa).lte(0) || !tasa_costo) return null
  const costo = costoDeTexto(tasa_costo, metodo_calculo)
  const auto = tasa_automatica ? decimal(tasa_automatica) : null
  return {
    margen: margenEfectivo(costo, tasa, metodo_calculo),
    bajo_costo: bajoCosto(costo, tasa, metodo_calculo),
    desvio: auto && texto(dividir(decimal(tasa).minus(auto).times(100), auto, 2, 'medio'), 2),
  }
}

/** A percentage as text: `6 %`, `6.25 %`, and with `signo` `+0.57 %`. */
export function porcentaje(text: string, signo = false): string {
  const decimals = Math.min(text.split('.')[1]?.replace(/0+$/, '').length ?? 0, 2)
  const plus = signo && decimal(text).gt(0) ? '+' : ''
  return `${plus}${formatDecimal(text, Math.max(decimals, signo ? 2 : 0))} %`
}
