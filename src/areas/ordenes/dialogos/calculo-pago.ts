import { decimal, isDecimal, texto } from '../../../core/dinero/decimal.ts'
import type { PropuestaPago } from '../contract/consultas.ts'
import { cargoDe } from '../rules/reparto.ts'

/** What the bank charges for this payout as its way of paying, or else its account, says. */
export function cargoDicho(
  { cargos }: PropuestaPago,
  cuenta: number,
  monto: string | null,
  decimales: number,
): { monto: string; segun: string } | null {
  const cargo = cargos.find(({ cuenta_id }) => cuenta_id === cuenta)
  if (!cargo || !isAmount(monto)) return null
  return { monto: texto(cargoDe(cargo, decimal(monto), decimales), decimales), segun: cargo.segun }
}

const isAmount = (text: string | null): text is string => text !== null && isDecimal(text)

/** What a payout still lacks before it can be registered; null when nothing. */
export function faltaDe(p: {
  monto: string | null
  comision: string | null
  referencia: string
  comprobante: { id: number | null; error: string | null } | null
  propuesta: PropuestaPago
}): string | null {
  if (!isAmount(p.monto) || !decimal(p.monto).gt(0)) return 'Escriba el monto.'
  if (decimal(p.monto).gt(decimal(p.propuesta.por_pagar))) return 'Es más de lo que falta pagar.'
  if (p.comision !== null && !isAmount(p.comision)) return 'La comisión no se entiende.'
  if (p.referencia.trim() === '') return 'Escriba la referencia del banco.'
  if (p.comprobante && p.comprobante.id === null) {
    return p.comprobante.error ?? 'El comprobante se está subiendo.'
  }
  return null
}
