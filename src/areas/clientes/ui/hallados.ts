import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { fillPath } from '../../../core/contract.ts'
import { callWith } from '../../../web/api/api.ts'
import { tarde } from '../../../web/tarde.ts'
import type { HalladosProps } from './hallados-lista.tsx'
import type { AreaClientes } from './picker.tsx'

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

/** The clients that a term finds, by name or document; asked for from its second letter on. */
export function useEncontrados(buscar: AreaClientes['buscar'], term: string) {
  return useQuery({
    queryKey: [fillPath(buscar.path, { term }), {}],
    queryFn: ({ signal }) => callWith(buscar, { params: { term } }, { signal }),
    enabled: term.length > 1,
  })
}
