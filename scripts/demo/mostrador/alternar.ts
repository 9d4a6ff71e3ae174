import type { Azar } from '../azar.ts'
import type { Horario } from '../horario.ts'

/** Another counter serves one client while the main one serves this many. */
const CADA = 5
/** The first one comes within so many, so that a counter that has just opened has served somebody. */
const PRONTO = 2
/** Today the other counters serve nobody in these last milliseconds before now, because one of them closes then. */
const CIERRA = 12 * 60_000

/** The instant until which the counters other than the main one serve today; on a young day it is nearer to now. */
export const cierranOtras = ({ abre, hasta }: Pick<Horario, 'abre' | 'hasta'>): number =>
  hasta - Math.min(CIERRA, (hasta - abre) / 6)

/**
 * Returns what is called at each client of the main counter: another counter then serves somebody by `atender`, once in
 * so many at a moment of chance. While the client was refused (`false`), the next one comes at the next call.
 */
export function alternar(dice: Azar): (atender: () => Promise<boolean>) => Promise<void> {
  let turn = 0
  let moment = dice.hasta(PRONTO)
  let owed = 0
  return async (atender) => {
    if (turn % CADA === 0 && turn > 0) moment = dice.hasta(CADA)
    if (turn % CADA === moment) owed += 1
    turn += 1
    if (owed > 0 && (await atender())) owed -= 1
  }
}
