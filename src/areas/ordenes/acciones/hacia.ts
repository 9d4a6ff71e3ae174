import { decimal } from '../../../core/dinero/decimal.ts'
import type { FilaOrden } from '../contract.ts'
import { TRANSICIONES } from '../rules/base.ts'
import { ESTADOS, type Estado } from '../rules.ts'
import type { Rapida } from './acciones.ts'

/** What a card does when it is dropped on a column: an action, or the reason why it does nothing. */
export type Hacia = { accion: Rapida } | { porque: string }

/** The action of the list that leads an order to a state, if it is among those that its user may take now. */
export function hacia(
  orden: Pick<FilaOrden, 'estado' | 'observada' | 'pagador' | 'pagado' | 'cobros_por_verificar'>,
  a: Estado,
  ofrecidas: readonly Rapida[],
): Hacia {
  const { estado: de } = orden
  const ways = TRANSICIONES.filter(([, from, to]) => from === de && to === a).map(([one]) => one)
  const accion = ofrecidas.find((one) => (ways as readonly string[]).includes(one))
  if (accion) return { accion }
  if (a === 'vencida') return { porque: 'Vence sola, cuando pasa su hora.' }
  if (ways.length === 0) {
    return { porque: `De «${ESTADOS[de]}» no pasa a «${ESTADOS[a]}».` }
  }
  if (orden.observada) return { porque: 'Está observada: resuélvala antes.' }
  if (de === 'pendiente' && a === 'pagada') {
    const some = orden.cobros_por_verificar > 0
    return { porque: some ? 'La verifica quien revisa los cobros.' : 'El cliente no pagó todavía.' }
  }
  if (de === 'en_proceso' && (a === 'anulada' || a === 'pagada') && decimal(orden.pagado).gt(0)) {
    return { porque: 'Ya tiene pagos: si rebotaron, regístrelo en su página.' }
  }
  if (de === 'en_proceso' && orden.pagador) return { porque: `La tiene ${orden.pagador}.` }
  return { porque: 'Su rol no hace ese paso.' }
}
