import { useMemo } from 'react'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { callWith } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/query.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { useNegocio } from './negocio.tsx'
import type { Registro } from './propuesta/pieza.tsx'
import {
  conMayorista,
  type Escrito,
  type Lado,
  margenPublico,
  montoMayorista,
  NADA,
} from './rules/mayorista.ts'
import { type ParPropuesto, preciosDe, type TasaPropuesta } from './rules/precios.ts'

const unicos = <T extends { nombre: string }>(all: readonly T[]): T[] => [
  ...new Map(all.map((each) => [each.nombre, each])).values(),
]

/** The pairs and rates of these countries that the house has not, and the ids of the pairs that it has. */
export function usePrecios(paises: readonly string[]) {
  const a = useAnswer(pares.listar)
  const b = useAnswer(tipos.listar)
  const [hayPares, hayTipos] = [a.data, b.data]
  const key = paises.join()
  const libros = monedaFuncional()
  const negocio = useNegocio()
  const precios = useMemo(() => {
    if (!hayPares || !hayTipos) return null
    const chosen = key.split(',').map((pais) => preciosDe(libros, pais, negocio))
    const ids = new Map(
      hayPares.map(({ pais, base_id, cotizacion_id, id }) => [
        `${pais} ${base_id} ${cotizacion_id}`,
        id,
      ]),
    )
    const known = new Set(
      hayTipos.map(({ pais, base_id, cotizacion_id }) => `${pais} ${base_id} ${cotizacion_id}`),
    )
    return {
      ids,
      // Two countries may pay in one currency.
      faltan: unicos(chosen.flatMap((each) => each.pares)).filter(({ clave }) => !ids.has(clave)),
      tasas: unicos(chosen.flatMap((each) => each.tasas)).filter(
        ({ pais, base_id, cotizacion_id }) => !known.has(`${pais} ${base_id} ${cotizacion_id}`),
      ),
    }
  }, [hayPares, hayTipos, key, libros, negocio])
  const refetch = () => Promise.all([a.refetch(), b.refetch()])
  return { precios, error: a.error ?? b.error, refetch }
}

/** What is created: the pairs that were priced, then the rates that follow them and those that exist. */
export function registros(
  { faltan, tasas, ids }: NonNullable<ReturnType<typeof usePrecios>['precios']>,
  escritos: Readonly<Record<string, Escrito>>,
  /** What the user made of the margins of remittances, by the rate's name. */
  margenes: Readonly<Record<string, string | null>>,
): Registro[] {
  const made = new Map(ids)
  const deParte = ({ clave, mercado, nombre, ...par }: ParPropuesto): Registro[] => {
    const escrito = escritos[clave] ?? NADA
    // A pair has the best of its prices: the public one follows it by a margin.
    const mayor = conMayorista(escrito)
    const compra = mayor ? escrito.compra_mayor : escrito.compra
    const venta = mayor ? escrito.venta_mayor : escrito.venta
    if (compra === null || venta === null) return []
    made.set(clave, 0)
    const { base_id, cotizacion_id, precision } = par
    const body = { pais: mercado, base_id, cotizacion_id, precision, compra, venta }
    const crear = async () => {
      const { id } = await callWith(pares.crear, { body })
      made.set(clave, id)
    }
    return [{ titulo: nombre, llamada: pares.crear, crear }]
  }
  const deTasa = ({ nombre, origen, destino, margen, ...tasa }: TasaPropuesta): Registro[] => {
    const legs = [origen, destino].filter((clave) => clave !== null)
    if (!legs.every((clave) => made.has(clave))) return []
    // Of the counter: one side of a pair that is priced here.
    const lado: Lado = origen === null ? 'compra' : 'venta'
    const escrito = margen === null ? (escritos[origen ?? destino ?? ''] ?? NADA) : NADA
    const mayor = conMayorista(escrito) ? escrito : null
    const propio = mayor ? margenPublico(mayor, lado) : (margenes[nombre] ?? margen ?? '0')
    const crear = (own: string, segmento: object) => async () => {
      // Its pair was refused: the reason stands beside the pair.
      if (legs.some((clave) => !made.get(clave))) return false
      const id = (clave: string | null) => (clave === null ? null : (made.get(clave) ?? null))
      const regla = { margen: own, tasa_manual: false, tasa: null, ...segmento }
      const body = { ...tasa, ...regla, par_origen_id: id(origen), par_destino_id: id(destino) }
      return callWith(tipos.crear, { body })
    }
    const llamada = tipos.crear
    const publica = { titulo: nombre, llamada, crear: crear(propio, {}) }
    if (!mayor) return [publica]
    const tramo = { segmento: 'mayorista', monto_min: montoMayorista(mayor, lado) }
    return [publica, { titulo: `${nombre}, mayorista`, llamada, crear: crear('0', tramo) }]
  }
  return [...faltan.flatMap(deParte), ...tasas.flatMap(deTasa)]
}
