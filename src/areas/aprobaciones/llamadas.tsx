import type { Endpoint } from '../../core/contract.ts'
import { aporte } from '../../web/marco/aportes.ts'

type Llamadas = Promise<{ aprobar: Endpoint; rechazar: Endpoint }>

const loaded = new Map<string, Llamadas>()

/** The calls that answer a kind of request, fetched with the contract of the area that contributes it, once. */
export function llamadasDe(tipo: string): Llamadas {
  const known = loaded.get(tipo)
  if (known) return known
  const made =
    aporte('aprueba')[tipo]?.llamadas() ?? Promise.reject(new Error(`Nobody answers ${tipo}`))
  loaded.set(tipo, made)
  return made
}
