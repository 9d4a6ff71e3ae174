import { useRefresco } from '../../../web/api/refresco.ts'
import { mueveDinero } from '../../../web/marco/aportes.ts'

/** Refetches balances and movements when an operation anywhere changed them. */
export function useSaldosEnVivo(): void {
  useRefresco('cuentas', mueveDinero)
}
