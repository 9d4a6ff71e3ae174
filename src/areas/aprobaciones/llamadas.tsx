import type { Endpoint } from '../../core/contract.ts'
import { aporte } from '../../web/marco/aportes.ts'

type Llamadas = Promise<{ aprobar: Endpoint; rechazar: Endpoint }>

const loaded = new Map<string, Llamadas>()

/** The calls that answer one kind of request; the contract of the contributing area is loaded once. */
export function llamadasDe(tipo: string): Llamadas {
  const known = loaded.get(tipo)
  if (known) return known
  const made =
    aporte('aprueba')[tipo]?.llamadas() ?? Promise.reject(new Error(`Nobody answers ${tipo}`))
  loaded.set(tipo, made)
  return made
}

/** What the call that answers request `id` is given; only the contributing area knows the type of its body. */
export const dado = (id: number, body: unknown) => ({ params: { id }, body }) as never
