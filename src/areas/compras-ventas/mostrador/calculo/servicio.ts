import { CERO, decimal, isDecimal, redondear } from '../../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../../core/formato.ts'
import { type Alrededor, debidoDe, type Parte } from '../../../servicio-reglas/rules/regla.ts'
import type { Problema } from '../../../tipos-pagos/rules/linea-pago.ts'
import { tarifaEnPalabras } from '../../../tipos-pagos/rules/tarifa-en-palabras.ts'
import type { Montos } from '../../rules.ts'
import { type Borrador, type Opciones, positive, type TasaMostrador } from './tipos.ts'

/** What a rule says of an operation's service fee. */
export interface ReglaDicha {
  nombre: string
  debido: string
  /** `1 %, desde S/ 2.00` */
  palabras: string
}

/** The fee of an operation: typed, otherwise its rule's. */
export interface Servicio {
  servicio: string
  regla: ReglaDicha | null
}

type Casa = Pick<Opciones, 'servicio' | 'funcional'>

const SOLA: Alrededor = { antes: [], despues: [] }

/**
 * An operation as the rules of the fee see it. A canje is worth what its client hands over; without a price it counts
 * as nothing. Twin of SQL `compras_ventas_parte`.
 */
export function parteDe(
  tipo: Borrador['tipo'],
  { divisa, precio_servicio: price }: Pick<TasaMostrador, 'divisa' | 'precio_servicio'>,
  { monto, contravalor }: Montos,
): Parte {
  const worth = price === null ? CERO : redondear(decimal(monto).times(decimal(price)), 2, 'medio')
  const base = tipo === 'canje' ? worth : decimal(contravalor)
  return { tipo, divisa_id: divisa.id, monto: decimal(monto), base }
}

/**
 * The service fee of a draft whose amounts are known: of a ticket, what its rule says of all that it decides up to it,
 * less what it says of the ones before. Twin of SQL `compras_ventas_servicio`.
 */
export function servicioDe(
  { servicio: { reglas }, funcional }: Casa,
  { tipo, servicio: typed, cliente }: Pick<Borrador, 'tipo' | 'servicio' | 'cliente'>,
  tasa: TasaMostrador,
  montos: Montos,
  alrededor: Alrededor = SOLA,
): Servicio {
  const segmento = cliente?.segmento === 'mayorista' ? 'mayorista' : 'publico'
  const found = debidoDe(reglas, segmento, parteDe(tipo, tasa, montos), alrededor)
  const plain = positive(typed) ? typed : '0'
  if (!found) return { servicio: plain, regla: null }
  const { debido } = found
  const regla = {
    ...{ nombre: found.regla.nombre, debido },
    palabras: tarifaEnPalabras(found.regla, funcional) ?? formatMonto(debido, funcional),
  }
  return { servicio: typed !== null && isDecimal(typed) ? plain : debido, regla }
}

/** Whether something is typed for the fee that is no amount: it is never taken for nothing, nor for the rule's. */
export const servicioIlegible = ({ servicio }: Pick<Borrador, 'servicio'>): boolean =>
  Boolean(servicio?.trim()) && !/^\d+(\.\d+)?$/.test(servicio ?? '')

/** Whether a draft charges another fee than its rule says. */
export const esOtro = ({ servicio, regla }: Servicio): boolean =>
  regla !== null && !decimal(servicio).eq(regla.debido)

/** Whether the fee leaves nothing of what a purchase pays out. */
export const superaPago = (
  tipo: Borrador['tipo'],
  { contravalor }: Montos,
  { servicio }: Servicio,
): boolean =>
  tipo === 'compra' && !decimal(servicio).eq(0) && decimal(servicio).gte(decimal(contravalor))

/** The problem of a fee: it leaves nothing, or it is not the rule's, which somebody may not charge or did not explain. */
export function servicioMal(
  { servicio: { libre }, funcional }: Casa,
  { tipo, motivo }: Pick<Borrador, 'tipo' | 'motivo'>,
  montos: Montos,
  servicio: Servicio,
): Problema | null {
  if (superaPago(tipo, montos, servicio)) {
    const [fee, pays] = [servicio.servicio, montos.contravalor].map((v) =>
      formatMonto(v, funcional),
    )
    return {
      problema: `El servicio (${fee}) es todo lo que recibe el cliente (${pays}) o más.`,
      campo: 'campo-servicio',
    }
  }
  if (!servicio.regla || !esOtro(servicio)) return null
  const due = formatMonto(servicio.regla.debido, funcional)
  if (!libre) {
    return {
      problema: `El servicio es ${due} por la regla «${servicio.regla.nombre}».`,
      campo: 'campo-servicio',
    }
  }
  if (motivo.trim()) return null
  return {
    problema: `Escriba por qué el servicio no es ${due}, como dice su regla.`,
    campo: 'campo-motivo',
  }
}
