import { useEffect } from 'react'
import { onEvento } from '../../web/api/events.ts'
import { invalidate } from '../../web/api/query.ts'
import { mueveDinero } from '../../web/marco/aportes.ts'

/** Asks again for balances when an operation somewhere moved them. */
export function useSaldosEnVivo(): void {
  useEffect(
    () =>
      onEvento((area) => {
        if (mueveDinero(area)) void invalidate(['cuentas'])
      }),
    [],
  )
}
