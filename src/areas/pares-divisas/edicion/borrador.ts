import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import type { Par } from '../contract.ts'
import { excedeDecimales, mayorVariacion, ordenados, type Precios, superaAlerta } from '../rules.ts'

/** Prices that are being typed over a pair's own. */
export interface Borrador {
  compra: string | null
  venta: string | null
  /** The version they were read from. */
  version: number
}

export type Lado = keyof Precios
export const LADOS: readonly Lado[] = ['compra', 'venta']

/** The same number, however it is written; false while one cannot be read. */
export function mismo(a: string | null, b: string | null): boolean {
  if (a === null || b === null || !isDecimal(a) || !isDecimal(b)) return false
  return decimal(a).eq(decimal(b))
}

export function sinCambios(par: Precios, borrador: Borrador): boolean {
  return LADOS.every((lado) => mismo(par[lado], borrador[lado]))
}

function faltaPrecio(text: string | null, precision: number): string | undefined {
  if (text === null) return 'Escriba el precio.'
  if (!isDecimal(text)) return 'Escriba un número válido.'
  if (decimal(text).lte(0)) return 'Debe ser mayor que cero.'
  if (decimal(text).gte(1e9)) return 'Es demasiado grande.'
  if (!excedeDecimales(text, precision)) return undefined
  return precision === 0 ? 'No admite decimales.' : `Admite hasta ${precision} decimales.`
}

/** What is wrong with a draft, by field; nothing when it can be published. */
export function faltas(
  { precision }: Pick<Par, 'precision'>,
  borrador: Borrador,
): Partial<Record<Lado, string>> {
  const compra = faltaPrecio(borrador.compra, precision)
  const venta = faltaPrecio(borrador.venta, precision)
  if (compra || venta) return { ...(compra && { compra }), ...(venta && { venta }) }
  const both = { compra: borrador.compra ?? '', venta: borrador.venta ?? '' }
  return ordenados(both) ? {} : { venta: 'Menor que la compra.' }
}

/** The pair as it would stand with what is typed; as it stands while that cannot be read. */
export function conBorrador(par: Par, borrador: Borrador | undefined): Par {
  if (!borrador || Object.keys(faltas(par, borrador)).length > 0) return par
  return { ...par, compra: borrador.compra ?? par.compra, venta: borrador.venta ?? par.venta }
}

/** A price far from the one in force: the sides that move are typed again before it is published. */
export interface Repetir {
  id: number
  par: string
  variacion: string
  alerta: string
  escritos: Partial<Record<Lado, string>>
}

/** What has to be typed twice; null when the change stays within the pair's alert. */
export function repetirDe(par: Par, { compra, venta }: Precios): Repetir | null {
  const typed = { compra, venta }
  if (!superaAlerta(par, typed, par.alerta_pct)) return null
  const moved = LADOS.filter((lado) => !mismo(par[lado], typed[lado]))
  return {
    id: par.id,
    par: nombrePar(par),
    variacion: mayorVariacion(par, typed),
    alerta: par.alerta_pct,
    escritos: Object.fromEntries(moved.map((lado) => [lado, typed[lado]])),
  }
}

export function nombrePar({
  divisa_base,
  divisa_cotizacion,
}: Pick<Par, 'divisa_base' | 'divisa_cotizacion'>): string {
  return [divisa_base.iso, divisa_cotizacion.iso].filter(Boolean).join('/') || 'Par'
}
