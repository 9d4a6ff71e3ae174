import { type ComponentType, useEffect, useState } from 'react'
import { tarde } from '../../../web/tarde.ts'
import type { HalladosProps } from './hallados-lista.tsx'

const traer = tarde(() => import('./hallados-lista.tsx'))
let lista: ComponentType<HalladosProps> | null = null

/**
 * What shows the clients found. It comes at the first touch or key, ahead of the first answer; the input does without
 * it, so nobody's letters wait for it. What failed to come is asked for again when the list opens the next time.
 */
export function useHallados(opened: boolean): ComponentType<HalladosProps> | null {
  const [Lista, setLista] = useState(() => lista)
  useEffect(() => {
    if (!opened || Lista) return
    traer().then(
      ({ default: found }) => {
        lista = found
        setLista(() => found)
      },
      () => {},
    )
  }, [opened, Lista])
  return Lista
}
