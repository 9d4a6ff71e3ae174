import { useMemo } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { entidades } from '../../entidades-financieras/contract.ts'
import { monedas } from '../../monedas/contract.ts'
import { contrato as paises } from '../../paises/contract.ts'
import { contrato as tiposPagos } from '../../tipos-pagos/contract.ts'
import { useNegocio } from '../negocio.tsx'
import { juegosDe, segunNegocio } from '../rules/juegos.ts'
import { piezasDe } from './piezas.tsx'

/** What the sets of these countries propose, and what of it the house has; null until that is known. */
export function usePropuesta(elegidos: readonly string[]) {
  const a = useAnswer(entidades.contrato.listar)
  const b = useAnswer(tiposPagos.listar)
  const c = useAnswer(monedas.contrato.listar)
  const d = useAnswer(paises.listar)
  const key = elegidos.join()
  const { pais, id } = monedaFuncional()
  const negocio = useNegocio()
  const piezas = useMemo(() => {
    if (!a.data || !b.data || !c.data || !d.data) return null
    const casa = { entidades: a.data, pagos: b.data, monedas: c.data, paises: d.data }
    const chosen = juegosDe(pais, key.split(',')).map((each) => segunNegocio(each, negocio, id))
    return piezasDe(chosen, casa)
  }, [a.data, b.data, c.data, d.data, key, pais, negocio, id])
  const asked = [a, b, c, d]
  const refetch = () => Promise.all(asked.map((each) => each.refetch()))
  return { piezas, error: asked.find(({ error }) => error)?.error ?? null, refetch }
}
