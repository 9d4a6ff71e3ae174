import { useSyncExternalStore } from 'react'
import type { Endpoint } from '../../core/contract.ts'
import { request } from '../api/http.ts'

/** What waits for the signed-in user's password: why, for which call, and where the answer goes. */
export interface Pedido {
  mensaje: string
  llamada: Endpoint
  alTerminar: (confirmado: boolean) => void
}

let pedido: Pedido | null = null
const listeners = new Set<() => void>()

function set(next: Pedido | null): void {
  pedido = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePedido = () => useSyncExternalStore(subscribe, () => pedido)

/** Asks the user for his password because of `mensaje`; false when he gave up. */
export function confirmarse(mensaje: string, llamada: Endpoint): Promise<boolean> {
  pedido?.alTerminar(false)
  return new Promise((resolve) => {
    const alTerminar = (confirmado: boolean) => {
      set(null)
      resolve(confirmado)
    }
    set({ mensaje, llamada, alTerminar })
  })
}

/** Confirms the session for two minutes. Errors as `request`. */
export const confirmar = (password: string, codigo: string) =>
  request('POST', '/auth/confirmar', { body: { password, ...(codigo && { codigo }) } })
