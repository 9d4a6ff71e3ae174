import { useState } from 'react'
import { sesion } from '../../sesion/sesion.ts'
import { deQuien } from '../../sin-linea/borradores.ts'
import { leer } from './borrador.tsx'

/**
 * A state that is typed on a step of several, and stays when the step closes: in this tab, for this person, until he
 * signs out. It is put back by itself, since nothing of it counts before it is sent.
 */
export function useEscrito<T>(nombre: string, inicial: T): [T, (next: T) => void] {
  const lugar = `${deQuien(sesion().usuario?.id)}${location.pathname} ${nombre}`
  const [value, setValue] = useState<T>(() => leer<T>(lugar)?.valores ?? inicial)
  return [
    value,
    (next) => {
      setValue(next)
      sessionStorage.setItem(lugar, JSON.stringify({ en: Date.now(), valores: next }))
    },
  ]
}
