import { useState } from 'react'
import { nuevoUuid } from '../navegador.ts'

/** The UUID of one form's operation. */
export interface Clave {
  /** Goes out as `Idempotency-Key`. */
  uuid(): string
  /** Remembers, before sending, that an answer is owed; the data itself is never kept. */
  enviada(): void
  /** A definite answer came: the next operation gets a new UUID. */
  renovar(): void
  /** True when an earlier visit to this form sent something whose answer never came. */
  pendiente: boolean
}

/** One UUID per form, made at its first drawing, kept by `ruta` across a reload until it is answered. */
export function useClave(ruta: string): Clave {
  const [clave] = useState(() => openKey(`clave:${ruta}`))
  return clave
}

function openKey(place: string): Clave {
  const kept = sessionStorage.getItem(place)
  let uuid = kept ?? nuevoUuid()
  return {
    uuid: () => uuid,
    enviada: () => sessionStorage.setItem(place, uuid),
    renovar: () => {
      sessionStorage.removeItem(place)
      uuid = nuevoUuid()
    },
    pendiente: kept !== null,
  }
}
