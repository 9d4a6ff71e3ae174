import type { z } from 'zod'
import { DomainError, type FieldError } from '../../core/errors.ts'
import type { Context } from '../../server/area.ts'
import type { contrato, Recalculado } from './contract.ts'
import {
  type AlRevisar,
  exigirIgual,
  nombreDeRevision,
  type ParesPorId,
} from './impacto/revision.ts'
import { lock, noteAll, type ParBloqueado, publish } from './queries.ts'
import { excedeDecimales, mayorVariacion, superaAlerta } from './rules.ts'

/**
 * What follows a change of prices, in the same transaction: the rates that stand on those pairs. They belong to
 * an area that lies above this one, so the composition root hands the work in; the pairs are locked by then.
 */
export type AlPublicar = (
  context: Pick<Context, 'db' | 'quien'>,
  ids: readonly number[],
) => Promise<Recalculado[]>

type Cambio = z.output<typeof contrato.publicar.body>['pares'][number]

/** Field of a change in the body, for its errors. */
export const ofRow = (index: number) => `pares.${index}.`

const nameOf = (par: ParBloqueado) => `${par.base_iso}/${par.cotizacion_iso}`
export const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese par de divisas' })

/** Decimals that a price has too many of, as errors of its form. */
export function tooPrecise(
  cambio: { compra: string; venta: string },
  precision: number,
  prefix = '',
) {
  return (['compra', 'venta'] as const).flatMap((campo): FieldError[] =>
    excedeDecimales(cambio[campo], precision)
      ? [{ msg: `Admite hasta ${precision} decimales.`, campo: prefix + campo }]
      : [],
  )
}

/** Changes that are far from the price in force and were not typed twice. */
function refuseJumps(
  cambios: readonly (readonly [Cambio, ParBloqueado])[],
  prefix: (index: number) => string,
): void {
  const jumps = cambios.flatMap(([cambio, par], index) => {
    if (cambio.confirmar || !superaAlerta(par, cambio, par.alerta_pct)) return []
    const variacion = mayorVariacion(par, cambio)
    return [{ id: par.id, par: nameOf(par), variacion, alerta: par.alerta_pct, index }]
  })
  const [first] = jumps
  if (!first) return
  const { par, variacion, alerta } = first
  const errors = jumps.map((jump) => ({
    msg: `${jump.par} cambia ${jump.variacion} %. Escriba de nuevo el precio para confirmarlo.`,
    campo: `${prefix(jump.index)}compra`,
  }))
  const pares = jumps.map(({ index: _, ...jump }) => jump)
  throw new DomainError('VARIACION_ALTA', { par, variacion, alerta, pares }, errors)
}

/** What lies above this area and stands on its prices. */
export interface Arriba {
  alPublicar: AlPublicar
  alRevisar: AlRevisar
}

interface Publicacion {
  cambios: readonly Cambio[]
  motivo: string | null
  /** The outcome that was reviewed, if one was. */
  revision: string | undefined
  prefix: (index: number) => string
}

/** Each change with its pair as it stands, or the refusal of those that cannot be. */
export function judged(
  cambios: readonly Cambio[],
  locked: ParesPorId,
  prefix: (index: number) => string,
) {
  const found = cambios.map((cambio) => {
    const par = locked.get(cambio.id)
    if (!par) throw NO_EXISTE()
    if (cambio.version !== undefined && cambio.version !== par.version) {
      throw new DomainError('VERSION', { version: par.version, actual: par })
    }
    return [cambio, par] as const
  })
  const errors = found.flatMap(([cambio, par], i) => tooPrecise(cambio, par.precision, prefix(i)))
  if (errors.length > 0) throw new DomainError('VALIDACION', {}, errors)
  return found
}

/**
 * All or nothing: pairs locked in id order, judged, published, and then what depends on them. With a review, exactly
 * what it said comes out: before, what it was computed from must stand unchanged; afterwards, the same rates must
 * have moved to the same numbers (another pair of theirs may have moved in between).
 */
export async function publishAll(
  context: Pick<Context, 'db' | 'quien'>,
  { cambios, motivo, revision, prefix }: Publicacion,
  { alPublicar, alRevisar }: Arriba,
): Promise<Recalculado[]> {
  const ids = cambios.map(({ id }) => id)
  const locked = await lock(context.db, ids, 'publicar')
  const found = judged(cambios, locked, prefix)
  refuseJumps(found, prefix)
  const revisados = revision === undefined ? null : await alRevisar(context.db, cambios)
  if (revisados && nombreDeRevision(cambios, locked, revisados) !== revision) {
    throw new DomainError('REVISION')
  }
  await publish(context.db, cambios, context.quien.usuario_id, motivo)
  const rows = found.map(([{ id, compra, venta }, par]) => ({
    id,
    antes: { compra: par.compra, venta: par.venta },
    despues: { compra, venta, motivo },
  }))
  await noteAll(context, 'pares-divisas', 'publicar', rows)
  const recalculados = await alPublicar(context, ids)
  if (revisados) exigirIgual(revisados, recalculados)
  return recalculados
}

export function said(count: number, recalculados: readonly Recalculado[]): string {
  const rates = recalculados.length
  const tail =
    rates === 0
      ? 'Ninguna tasa cambió.'
      : rates === 1
        ? 'Cambió 1 tasa.'
        : `Cambiaron ${rates} tasas.`
  return `${count === 1 ? 'Precio publicado' : `${count} precios publicados`}. ${tail}`
}
