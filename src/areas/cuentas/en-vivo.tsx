import { useRefresco } from '../../web/api/refresco.ts'

/** Areas whose operations move money: what they do changes balances on screen. */
const MUEVEN = ['compras-ventas', 'transferencias', 'gastos', 'ordenes']
const mueven = (area: string) => MUEVEN.includes(area)

/** Asks again for balances and movements when an operation somewhere moved them. */
export function useSaldosEnVivo(): void {
  useRefresco('cuentas', mueven)
}
