import { useRefresco } from '../../../web/api/refresco.ts'

const pares = (area: string) => area === 'pares-divisas'

/** Reloads rates when a pair changes: cost, age and the automatic rate change even if the rate in force does not. */
export function useTasasEnVivo(): void {
  useRefresco('tipos-cambios', pares)
}
