import type { MonedaFuncional } from '../../../core/dinero/moneda.ts'
import {
  conMayorista,
  type Escrito,
  type Lado,
  margenPublico,
  montoMayorista,
  NADA,
  reparos,
} from './mayorista.ts'
import { type ParPropuesto, preciosDe, type TasaPropuesta } from './precios.ts'

/** A pair or a rate that the house has. */
interface Hay {
  pais: string
  base_id: number
  cotizacion_id: number
}

/** What of the proposed prices the house has not, and the ids of the pairs that it has, by their key. */
export interface Faltan {
  ids: ReadonlyMap<string, number>
  faltan: readonly ParPropuesto[]
  tasas: readonly TasaPropuesta[]
}

/** What the user made of the margins of remittances, by the rate's name; null: taken away. */
export type Margenes = Readonly<Record<string, string | null>>

const claveDe = ({ pais, base_id, cotizacion_id }: Hay) => `${pais} ${base_id} ${cotizacion_id}`

// Two countries may pay in one currency.
const unicos = <T extends { nombre: string }>(all: readonly T[]): T[] => [
  ...new Map(all.map((each) => [each.nombre, each])).values(),
]

/** The pairs and rates of these countries that the house has not. */
export function faltanDe(
  libros: MonedaFuncional,
  paises: readonly string[],
  negocio: 'ambos' | 'mostrador' | 'envios',
  pares: readonly (Hay & { id: number })[],
  tipos: readonly Hay[],
): Faltan {
  const chosen = paises.map((pais) => preciosDe(libros, pais, negocio))
  const ids = new Map(pares.map((par) => [claveDe(par), par.id]))
  const known = new Set(tipos.map(claveDe))
  return {
    ids,
    faltan: unicos(chosen.flatMap((each) => each.pares)).filter(({ clave }) => !ids.has(clave)),
    tasas: unicos(chosen.flatMap((each) => each.tasas)).filter((t) => !known.has(claveDe(t))),
  }
}

/** What is created of a pair. */
interface PasoPar {
  que: 'par'
  titulo: string
  clave: string
  cuerpo: Omit<ParPropuesto, 'clave' | 'mercado' | 'nombre'> & {
    pais: string
    compra: string
    venta: string
  }
}

/** What is created of a rate, but for the ids of the pairs that it follows: those of these keys. */
interface PasoTasa {
  que: 'tasa'
  titulo: string
  origen: string | null
  destino: string | null
  cuerpo: Omit<TasaPropuesta, 'origen' | 'destino' | 'nombre' | 'margen'> & {
    margen: string
    tasa_manual: false
    tasa: null
    segmento?: 'mayorista'
    monto_min?: string
  }
}

/** The margin of a remittance: as it was written, else as it is proposed; null where it was taken away. */
export const margenDe = ({ nombre, margen }: TasaPropuesta, margenes: Margenes): string | null =>
  nombre in margenes ? (margenes[nombre] ?? null) : margen

/** Whether something is missing or wrong in what was typed: a price, an amount, a margin. */
export const porEscribir = (
  { faltan, tasas }: Faltan,
  escritos: Readonly<Record<string, Escrito>>,
  margenes: Margenes,
): boolean =>
  faltan.some(({ clave }) => Object.keys(reparos(escritos[clave] ?? NADA)).length > 0) ||
  tasas.some((tasa) => tasa.margen !== null && margenDe(tasa, margenes) === null)

/**
 * What is created, in this order: the pairs that were priced, then the rates that follow them and those that exist. A
 * pair that nobody priced is not made, nor what would follow it.
 */
export function porCrear(
  { faltan, tasas, ids }: Faltan,
  escritos: Readonly<Record<string, Escrito>>,
  margenes: Margenes,
): (PasoPar | PasoTasa)[] {
  const pares = faltan.flatMap((par) => deParte(par, escritos[par.clave] ?? NADA))
  const made = new Set([...ids.keys(), ...pares.map(({ clave }) => clave)])
  return [...pares, ...tasas.flatMap((tasa) => deTasa(tasa, made, escritos, margenes))]
}

function deParte({ clave, mercado, nombre, ...par }: ParPropuesto, escrito: Escrito): PasoPar[] {
  // A pair has the best of its prices: the public one follows it by a margin.
  const mayor = conMayorista(escrito)
  const compra = mayor ? escrito.compra_mayor : escrito.compra
  const venta = mayor ? escrito.venta_mayor : escrito.venta
  if (compra === null || venta === null) return []
  return [{ que: 'par', titulo: nombre, clave, cuerpo: { ...par, pais: mercado, compra, venta } }]
}

function deTasa(
  tasa: TasaPropuesta,
  made: ReadonlySet<string>,
  escritos: Readonly<Record<string, Escrito>>,
  margenes: Margenes,
): PasoTasa[] {
  const { nombre, origen, destino, margen, ...resto } = tasa
  const legs = [origen, destino].filter((clave) => clave !== null)
  if (!legs.every((clave) => made.has(clave))) return []
  // Of the counter: one side of a pair that is priced here.
  const lado: Lado = origen === null ? 'compra' : 'venta'
  const escrito = margen === null ? (escritos[origen ?? destino ?? ''] ?? NADA) : NADA
  const mayor = conMayorista(escrito) ? escrito : null
  const comun = { ...resto, tasa_manual: false, tasa: null } as const
  const propio = mayor ? margenPublico(mayor, lado) : (margenDe(tasa, margenes) ?? '0')
  const paso = (titulo: string, cuerpo: PasoTasa['cuerpo']): PasoTasa => ({
    ...{ que: 'tasa', titulo, origen, destino, cuerpo },
  })
  const publica = paso(nombre, { ...comun, margen: propio })
  if (!mayor) return [publica]
  const tramo = { segmento: 'mayorista', monto_min: montoMayorista(mayor, lado) } as const
  return [publica, paso(`${nombre}, mayorista`, { ...comun, margen: '0', ...tramo })]
}
