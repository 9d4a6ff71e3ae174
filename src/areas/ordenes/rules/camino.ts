import { ESTADOS_CLIENTE, type Estado } from '../rules.ts'

/** A change of an order, as its history keeps it; `fecha` is an instant. */
interface PasoDeOrden {
  de: Estado | null
  a: Estado
  fecha: string
}

/** The states whose order goes on: one that expired is quoted again and paid. */
const ABIERTOS: readonly Estado[] = ['pendiente', 'vencida', 'pagada', 'en_proceso']

/** Whether whoever follows an order may wait for more. */
export const sigue = (estado: Estado): boolean => ABIERTOS.includes(estado)

/**
 * The way of an order as its client follows it: each state once, when it was reached, in the words that he reads. What
 * was undone inside the house (released by a payer, bounced by a bank) is gone from it; an order that expired waits for
 * its payment anew since it was quoted again.
 */
export function caminoDe(pasos: readonly PasoDeOrden[]): { paso: string; en: string }[] {
  const way: { estado: Estado; en: string }[] = []
  for (const { de, a, fecha } of pasos) {
    if (a === de) continue
    const back = way.findIndex(({ estado }) => estado === a)
    if (back >= 0) way.length = back + 1
    else way.push({ estado: a, en: fecha })
    const last = way.at(-1)
    if (last && de === 'vencida') last.en = fecha
  }
  return way.map(({ estado, en }) => ({ paso: ESTADOS_CLIENTE[estado], en }))
}
