import { useRefresco } from '../../../web/api/refresco.ts'

const pares = (area: string) => area === 'pares-divisas'

/** Cost, age and the automatic rate follow the pairs even where the rate in force did not move. */
export function useTasasEnVivo(): void {
  useRefresco('tipos-cambios', pares)
}
