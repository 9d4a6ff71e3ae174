import { useState } from 'react'
import { nuevoUuid } from '../navegador.ts'

/** The idempotency key of one form's operation. */
export interface Clave {
  /** Goes out as `Idempotency-Key`. */
  uuid(): string
  /** Whether this key was sent already, here or before a reload, and no definite answer came. */
  abierta(): boolean
  /** Records, before sending, that an answer is outstanding; the data itself is never stored. */
  enviada(): void
  /** Call it after a definite answer: the next operation gets a new UUID. */
  renovar(): void
  /** True when an earlier visit to this form sent something whose answer never came. */
  pendiente: boolean
}

/** One UUID per form, made at its first render and kept by `ruta` across reloads until an answer arrives. */
export function useClave(ruta: string): Clave {
  const [clave] = useState(() => openKey(`clave:${ruta}`))
  return clave
}

function openKey(place: string): Clave {
  const kept = sessionStorage.getItem(place)
  let uuid = kept ?? nuevoUuid()
  return {
    uuid: () => uuid,
    abierta: () => sessionStorage.getItem(place) === uuid,
    enviada: () => sessionStorage.setItem(place, uuid),
    renovar: () => {
      sessionStorage.removeItem(place)
      uuid = nuevoUuid()
    },
    pendiente: kept !== null,
  }
}
