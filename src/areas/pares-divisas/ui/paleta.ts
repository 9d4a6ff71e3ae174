import { decimal, decimalesDe } from '../../../core/dinero/decimal.ts'
import { formatTasa, parseMonto } from '../../../core/formato.ts'
import type { Permiso } from '../../../core/permisos.ts'
import type { Ofrecida } from '../../../web/marco/aportes.ts'
import { direccion } from '../../../web/marco/screens.ts'
import { mejores, palabrasDe } from '../../../web/paleta/busqueda.ts'
import { contrato, type Par } from '../contract.ts'
import { type Lado, nombrePar } from '../edicion/borrador.ts'

export const { listar } = contrato

/** A price typed without its pair is meant for those whose own is within this part of it. */
const CERCA = '0.05'

const esPrecio = (word: string) =>
  /^[\d.,]+$/.test(word) && parseMonto(word, { tasa: true }) !== null

function cerca(par: Par, precio: string): boolean {
  const near = decimal(precio).times(decimal(CERCA))
  return [par.compra, par.venta].some((own) => decimal(own).minus(decimal(precio)).abs().lte(near))
}

/** The prices to publish that one or two typed numbers may mean: of two, the lower one buys. */
function propuestas(par: Par, precios: readonly string[]): Partial<Record<Lado, string>>[] {
  const [uno, dos] = precios.toSorted((a, b) => decimal(a).cmp(decimal(b)))
  if (!uno || precios.some((each) => decimalesDe(each) > par.precision)) return []
  return dos ? [{ compra: uno, venta: dos }] : [{ compra: uno }, { venta: uno }]
}

/**
 * The pairs that were typed (`usd pen`, `usd/pen peru`), or whose prices are near a typed number (`3.745`): each with
 * its prices now, and for who may publish, its form with the typed ones filled in. Nothing is published from here.
 */
export default function precios(
  filas: readonly Par[],
  typed: string,
  puede: (permiso: Permiso) => boolean,
): Ofrecida[] {
  const written = typed.split(/\s+/).filter(Boolean)
  const numbers = written.filter(esPrecio).flatMap((word) => parseMonto(word, { tasa: true }) ?? [])
  const words = palabrasDe(written.filter((word) => !esPrecio(word)).join(' '))
  const activos = filas.filter(({ estatus }) => estatus)
  const [near] = numbers
  const meant =
    words.length > 0
      ? mejores(activos, words, (par) =>
          [
            nombrePar(par),
            par.pais_nombre,
            par.divisa_base.nombre,
            par.divisa_cotizacion.nombre,
            'precio',
          ].join(' '),
        )
      : activos.filter((par) => near !== undefined && cerca(par, near))
  if (numbers.length > 2) return []
  return meant.flatMap((par) => {
    const a = direccion('detalle-par-divisa', { id: par.id })
    const name = nombrePar(par)
    const price = (text: string) => formatTasa(text, par.precision)
    const now = `compra ${price(par.compra)} · venta ${price(par.venta)} · ${par.pais_nombre}`
    const own = { texto: name, nota: now, a }
    if (!puede('pares-divisas:publicar')) return [own]
    const asked = propuestas(par, numbers).map((search) => ({
      texto: `Publicar ${name}: ${Object.entries(search)
        .map(([lado, text]) => `${lado} ${price(text)}`)
        .join(', ')}`,
      nota: `ahora ${now}`,
      a,
      search,
    }))
    return numbers.length > 0
      ? [own, ...asked]
      : [
          own,
          {
            texto: `Publicar ${name}`,
            nota: now,
            a,
            search: { compra: par.compra, venta: par.venta },
          },
        ]
  })
}
