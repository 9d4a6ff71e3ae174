import { useRefresco } from '../../web/api/refresco.ts'
import { mueveDinero } from '../../web/marco/aportes.ts'

/** Asks again for balances and movements when an operation somewhere moved them. */
export function useSaldosEnVivo(): void {
  useRefresco('cuentas', mueveDinero)
}
