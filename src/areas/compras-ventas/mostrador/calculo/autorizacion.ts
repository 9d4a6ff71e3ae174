import { decimal } from '../../../../core/dinero/decimal.ts'
import type { Tipo } from '../../contract/opciones.ts'
import { desvio } from '../../rules.ts'
import type { Borrador, Opciones, TasaMostrador } from './tipos.ts'

/** A permission for a rate outside the cashier's range, with its terms. */
export interface Permiso {
  id: number
  tipo: Tipo
  divisa_id: number | null
  contramoneda_id: number | null
  cliente_id: number | null
  tasa: string
  monto: string
}

/** True when the typed rate deviates from the published one by more than this cashier may. */
export function fueraDeRango(
  { desvio_pct }: Pick<Opciones, 'desvio_pct'>,
  tasa: Pick<TasaMostrador, 'tasa'>,
  valor_tasa: string,
): boolean {
  return desvio(valor_tasa, tasa.tasa).gt(desvio_pct)
}

/** True when the permission covers this operation. Twin of SQL `autorizaciones_tasa_exigir`. */
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
