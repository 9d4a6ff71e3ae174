import type { Escrita } from '../../../core/contract.ts'
import { ZONA } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { escritaPara, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { contrato as paises } from '../../paises/contract.ts'
import { contrato } from '../contract.ts'
import { filtrosDe, type Monedas } from './filtros.tsx'

/** As many open orders as one answer holds. */
export const MUCHAS = 200

/** What narrows the orders, of all that the address says. */
export function useFiltro(): Escrita<typeof contrato.resumen> {
  const [{ cursor: _c, pagina: _p, limite: _l, orden: _o, vista: _v, ...typed }] = useBusqueda()
  const set = Object.entries(typed).filter(([, valor]) => Boolean(valor))
  return escritaPara(contrato.resumen, Object.fromEntries(set))
}

/** Every open order that the filters leave, the oldest first. */
export function useAbiertas(activa = true) {
  const query = { revisar: 'abiertas', ...useFiltro(), limite: MUCHAS, orden: 'fecha' } as const
  return useAnswer(contrato.listar, { query }, { activa, conserva: true })
}

/** The filters of both views, with what there is to choose. */
export function useFiltros(monedas: Monedas, estados: boolean) {
  const { data: countries = [] } = useAnswer(paises.listar)
  const { data } = useAnswer(contrato.listar, {
    query: { revisar: 'abiertas', limite: MUCHAS, orden: 'fecha' },
  })
  const yo = useSesion().usuario?.id
  const abiertas = data?.items ?? []
  return filtrosDe({ monedas, paises: countries, abiertas, yo }, estados)
}

/** The business's day, for orders that are over: those of others are in the table. */
export function hoy(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: ZONA }).format(new Date())
}
