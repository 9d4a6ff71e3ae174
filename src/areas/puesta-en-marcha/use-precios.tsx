import { useMemo } from 'react'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { callWith } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/query.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { useNegocio } from './negocio.tsx'
import type { Registro } from './propuesta/pieza.tsx'
import type { Escrito } from './rules/mayorista.ts'
import { type Faltan, faltanDe, type Margenes, porCrear } from './rules/publicar.ts'

/** The pairs and rates of these countries that the house has not, and the ids of the pairs that it has. */
export function usePrecios(paises: readonly string[]) {
  const a = useAnswer(pares.listar)
  const b = useAnswer(tipos.listar)
  const [hayPares, hayTipos] = [a.data, b.data]
  const key = paises.join()
  const libros = monedaFuncional()
  const negocio = useNegocio()
  const precios = useMemo(
    () =>
      hayPares && hayTipos ? faltanDe(libros, key.split(','), negocio, hayPares, hayTipos) : null,
    [hayPares, hayTipos, key, libros, negocio],
  )
  const refetch = () => Promise.all([a.refetch(), b.refetch()])
  return { precios, error: a.error ?? b.error, refetch }
}

/** What is created, each by the call of its own page; a rate learns the id of a pair that is made before it. */
export function registros(
  precios: Faltan,
  escritos: Readonly<Record<string, Escrito>>,
  margenes: Margenes,
): Registro[] {
  const ids = new Map(precios.ids)
  return porCrear(precios, escritos, margenes).map((paso): Registro => {
    const { titulo } = paso
    if (paso.que === 'par') {
      const crear = async () => {
        ids.set(paso.clave, (await callWith(pares.crear, { body: paso.cuerpo })).id)
      }
      return { titulo, llamada: pares.crear, crear }
    }
    const { origen, destino, cuerpo } = paso
    const crear = async () => {
      const [par_origen_id, par_destino_id] = [origen, destino].map((clave) =>
        clave === null ? null : ids.get(clave),
      )
      // Its pair was refused: the reason stands beside the pair.
      if (par_origen_id === undefined || par_destino_id === undefined) return false
      return callWith(tipos.crear, { body: { ...cuerpo, par_origen_id, par_destino_id } })
    }
    return { titulo, llamada: tipos.crear, crear }
  })
}
