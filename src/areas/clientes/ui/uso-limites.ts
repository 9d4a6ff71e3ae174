import { useEffect } from 'react'
import { onEvento } from '../../../web/api/events.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { mueveDinero } from '../../../web/marco/aportes.ts'
import { contrato } from '../contract.ts'
import { fraseDeDeclaracion } from './frase-limites.ts'

/** What of a client's limits is used and left, asked again whenever money moved; `id` 0 asks nothing. */
export function useLimites(id: number) {
  const { data, refetch } = useAnswer(
    contrato.limites,
    { params: { id } },
    { activa: id > 0, fresca: true },
  )
  useEffect(
    () =>
      onEvento((area) => {
        if (id > 0 && mueveDinero(area)) void refetch()
      }),
    [id, refetch],
  )
  return data
}

/** Whether the client will be asked to declare his funds, in words, before it is sent; `id` undefined: nobody known. */
export function useDeclaracion(
  id: number | undefined,
  dolares: string | null,
  umbral: string,
): string | null {
  const limites = useLimites(id ?? 0)
  return fraseDeDeclaracion(dolares, umbral, (id && limites?.mes.operado) || null)
}
