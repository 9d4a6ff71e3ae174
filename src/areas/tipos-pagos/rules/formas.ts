import type { Marca } from '../../../core/documento/logo.ts'
import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import type { Lado, TipoDePago } from './linea-pago.ts'

/** An account that a payment may use. */
export interface CuentaDePago {
  id: number
  nombre: string
  tipo: string
  moneda_id: number
  /** Cash amounts are multiples of this; null for any amount. */
  pieza: string | null
}

/** A way of paying: of one currency or any, for one side or both. */
export type FormaDePago = TipoDePago & {
  moneda_id: number | null
  sentido?: 'entra' | 'sale' | 'ambos'
}

/** Whether a way of paying may use that account, as SQL `tipos_pagos_usables` answered. */
const admite = ({ cuentas }: Pick<TipoDePago, 'cuentas'>, id: number) =>
  cuentas === null || cuentas.includes(id)

/**
 * Accounts of a currency that a way of paying can use: tills and vaults for cash, the others otherwise; where it names
 * its own, only those.
 */
export const cuentasDe = <C extends Pick<CuentaDePago, 'id' | 'tipo' | 'moneda_id'>>(
  { cuentas }: { cuentas: readonly C[] },
  moneda_id: number,
  forma: Pick<TipoDePago, 'efectivo' | 'cuentas'>,
): C[] =>
  cuentas.filter(
    (c) =>
      c.moneda_id === moneda_id &&
      (c.tipo === 'caja' || c.tipo === 'boveda') === forma.efectivo &&
      admite(forma, c.id),
  )

/** Ways of paying on this side in a currency, for which there is an account to use. */
export function formasDe<F extends FormaDePago>(
  opciones: { tipos_pago: readonly F[]; cuentas: readonly CuentaDePago[] },
  lado: Lado,
  moneda_id: number,
): F[] {
  const other = lado === 'recibimos' ? 'sale' : 'entra'
  return opciones.tipos_pago.filter(
    (t) =>
      t.sentido !== other &&
      (t.moneda_id === null || t.moneda_id === moneda_id) &&
      cuentasDe(opciones, moneda_id, t).length > 0,
  )
}

/** An account as a form offers it; `de`: its person, of another's. */
export interface CuentaOfrecida {
  id: number
  nombre: string
  marca?: Marca | null
  disponible?: string | null
  de?: string | null
}

/** An account as a form offers it: `Caja USD · de Carla Huamán · US$ 900.00`, its person where it is another's. */
export function cuentaEnPalabras(
  { nombre, de, disponible }: Omit<CuentaOfrecida, 'id'>,
  moneda: Simbolo | undefined,
): string {
  return [
    nombre,
    ...(de ? [`de ${de}`] : []),
    ...(moneda && disponible ? [formatMonto(disponible, moneda)] : []),
  ].join(' · ')
}

/** Which accounts of these payments are in another person's charge, in words; null for none. */
export function deOtros(
  cuentas: readonly CuentaOfrecida[],
  lineas: readonly { cuenta_id: number }[],
): string | null {
  const used = new Set(lineas.map(({ cuenta_id }) => cuenta_id))
  const others = cuentas.filter(({ id, de }) => de && used.has(id))
  if (others.length === 0) return null
  const names = others.map(({ nombre, de }) => `«${nombre}», de ${de}`)
  return `Mueve dinero a cargo de otra persona: ${names.join('; ')}.`
}
