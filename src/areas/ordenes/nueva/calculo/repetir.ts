import type { OpcionesOrden } from '../../contract/opciones.ts'
import type { FilaOrden } from '../../contract.ts'
import { conCorredor, corredorDe, elegibles } from './borrador.ts'
import type { Borrador, Elegible } from './tipos.ts'

/** What of an order is repeated: where it went, and to whom. */
export type Repetible = Pick<
  FilaOrden,
  'pais' | 'envia_moneda_id' | 'recibe_moneda_id' | 'beneficiario_id'
>

/**
 * The draft with the corridor and the beneficiary of an earlier order, never its amount; with the reason why not all of
 * it: the corridor has no rate, or the beneficiary can no longer be paid there; empty while the agenda is on its way.
 */
export function repetir(
  opciones: OpcionesOrden,
  borrador: Borrador,
  agenda: readonly Elegible[] | undefined,
  { pais, envia_moneda_id, recibe_moneda_id, beneficiario_id }: Repetible,
): { borrador: Borrador; falta: string | null } {
  const corredor = corredorDe(opciones, `${pais} ${envia_moneda_id} ${recibe_moneda_id}`)
  if (!corredor) return { borrador, falta: 'Sin tasa hoy' }
  const next = conCorredor(opciones, borrador, corredor)
  if (!agenda) return { borrador: next, falta: '' }
  const same = elegibles(agenda, corredor.cotizacion.id).find(({ id }) => id === beneficiario_id)
  if (!same) return { borrador: next, falta: 'Ya no está en su agenda' }
  if (same.reparos.length > 0) return { borrador: next, falta: 'Beneficiario por corregir' }
  return { borrador: { ...next, beneficiario_id }, falta: null }
}
