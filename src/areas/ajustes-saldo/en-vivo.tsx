import { useEffect } from 'react'
import { onEvento } from '../../web/api/events.ts'
import { invalidate } from '../../web/api/query.ts'

/** Areas whose operations move money: what they do changes the balances on screen. */
const MUEVEN = ['compras-ventas', 'transferencias', 'gastos', 'ordenes', 'cierres', 'comisiones']

/** Asks again for balances when an operation somewhere moved them. */
export function useSaldosEnVivo(): void {
  useEffect(
    () =>
      onEvento((area) => {
        if (MUEVEN.includes(area)) void invalidate(['cuentas'])
      }),
    [],
  )
}
