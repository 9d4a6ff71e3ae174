import { useEffect } from 'react'
import { onEvento } from '../../../web/api/events.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { mueveDinero } from '../../../web/marco/aportes.ts'
import { contrato } from '../contract.ts'

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
