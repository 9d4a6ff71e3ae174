import { decimal } from '../../../../core/dinero/decimal.ts'
import type { Tipo } from '../../contract/opciones.ts'
import type { Borrador, Opciones, TasaMostrador } from './tipos.ts'

/** A permission for a rate outside the cashier's range, with what it is good for. */
export interface Permiso {
  id: number
  tipo: Tipo
  divisa_id: number | null
  contramoneda_id: number | null
  cliente_id: number | null
  tasa: string
  monto: string
}

/**
 * Is the typed rate further from the published one than this cashier may go? Nothing is rounded. Twin of SQL
 * `compras_ventas_fuera_de_rango`.
 */
export function fueraDeRango(
  { desvio_pct }: Pick<Opciones, 'desvio_pct'>,
  tasa: Pick<TasaMostrador, 'tasa'>,
  valor_tasa: string,
): boolean {
  const published = decimal(tasa.tasa)
  const off = decimal(valor_tasa).minus(published).abs().times(100)
  return off.gt(published.times(desvio_pct))
}

/** Is the permission good for this operation? Twin of SQL `autorizaciones_tasa_exigir`. */
export function cubre(
  p: Permiso | null,
  draft: Pick<Borrador, 'tipo' | 'divisa_id' | 'contramoneda_id' | 'cliente'>,
  publicada: string,
  valor_tasa: string,
  monto: string,
): p is Permiso {
  if (!p) return false
  const same =
    p.tipo === draft.tipo &&
    p.divisa_id === draft.divisa_id &&
    p.contramoneda_id === draft.contramoneda_id &&
    (p.cliente_id === null || p.cliente_id === draft.cliente?.id)
  const [rate, allowed, published] = [decimal(valor_tasa), decimal(p.tasa), decimal(publicada)]
  const between = allowed.gt(published)
    ? rate.gte(published) && rate.lte(allowed)
    : rate.lte(published) && rate.gte(allowed)
  return same && between && decimal(monto).lte(p.monto)
}
