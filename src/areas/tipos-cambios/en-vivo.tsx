import { useEffect } from 'react'
import { onEvento } from '../../web/events.ts'
import { invalidate } from '../../web/query.ts'

/** Cost, age and the automatic rate follow the pairs even where the rate in force did not move. */
export function useTasasEnVivo(): void {
  useEffect(
    () =>
      onEvento((area) => {
        if (area === 'pares-divisas') void invalidate(['tipos-cambios'])
      }),
    [],
  )
}
