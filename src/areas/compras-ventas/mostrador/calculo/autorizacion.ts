import { decimal } from '../../../../core/dinero/decimal.ts'
import type { Tipo } from '../../contract/opciones.ts'
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

/** True when the permission covers this operation. Twin of SQL `autorizaciones_tasa_exigir`. */
export function cubre(
  p: Permiso | null,
  borrador: Pick<Borrador, 'tipo' | 'divisa_id' | 'contramoneda_id' | 'cliente'>,
  publicada: string,
  valor_tasa: string,
  monto: string,
): p is Permiso {
  if (!p) return false
  const same =
    p.tipo === borrador.tipo &&
    p.divisa_id === borrador.divisa_id &&
    p.contramoneda_id === borrador.contramoneda_id &&
    (p.cliente_id === null || p.cliente_id === borrador.cliente?.id)
  const [pedida, permitida, vigente] = [decimal(valor_tasa), decimal(p.tasa), decimal(publicada)]
  const between = permitida.gt(vigente)
    ? pedida.gte(vigente) && pedida.lte(permitida)
    : pedida.lte(vigente) && pedida.gte(permitida)
  return same && between && decimal(monto).lte(p.monto)
}
