import { useRefresco } from '../../web/api/refresco.ts'
import { mueveDinero } from '../../web/marco/aportes.ts'

const cambian = (area: string) => mueveDinero(area) || area === 'cuentas'

/** Refetches the ledger when an operation anywhere posted to it. */
export function useLibroEnVivo(): void {
  useRefresco('libro', cambian)
}
