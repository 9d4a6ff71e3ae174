import type { Escrita } from '../../../core/contract.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { escritaPara, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { contrato as paises } from '../../paises/contract.ts'
import { contrato } from '../contract.ts'
import { filtrosDe, type Monedas } from './filtros.tsx'

/** Maximum of open orders in one answer. */
export const MUCHAS = 200

/** The filters of orders in the address. */
export function useFiltro(): Escrita<typeof contrato.resumen> {
  const [{ cursor: _c, pagina: _p, limite: _l, orden: _o, vista: _v, ver: _t, ...typed }] =
    useBusqueda()
  const set = Object.entries(typed).filter(([, valor]) => Boolean(valor))
  return escritaPara(contrato.resumen, Object.fromEntries(set))
}

/** The open orders that match the filters, oldest first. */
export function useAbiertas(activa = true) {
  const query = { revisar: 'abiertas', ...useFiltro(), limite: MUCHAS, orden: 'fecha' } as const
  return useAnswer(contrato.listar, { query }, { activa, conserva: true })
}

/** The filters of both views, with their options. */
export function useFiltros(monedas: Monedas, estados: boolean) {
  const { data: countries = [] } = useAnswer(paises.listar)
  const { data } = useAnswer(contrato.listar, {
    query: { revisar: 'abiertas', limite: MUCHAS, orden: 'fecha' },
  })
  const yo = useSesion().usuario?.id
  const abiertas = data?.items ?? []
  return filtrosDe({ monedas, paises: countries, abiertas, yo }, estados)
}
