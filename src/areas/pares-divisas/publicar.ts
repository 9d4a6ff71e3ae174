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
 * Recalculates the rates that follow these pairs, in the same transaction. They belong to an area of a higher step, so
 * main passes the function in; the pairs are locked already.
 */
export type AlPublicar = (
  context: Pick<Context, 'db' | 'quien'>,
  ids: readonly number[],
) => Promise<Recalculado[]>

type Cambio = z.output<typeof contrato.publicar.body>['pares'][number]

/** Path of a change's fields in the body, for its errors. */
export const ofRow = (index: number) => `pares.${index}.`

const nameOf = (par: ParBloqueado) => `${par.base_iso}/${par.cotizacion_iso}`
export const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese par de divisas' })

/** Field errors for prices with more decimals than the pair's precision. */
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

/** Refuses changes beyond the alert that were not confirmed by typing them again. */
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

/** Functions of the higher area that depends on the prices. */
export interface Arriba {
  alPublicar: AlPublicar
  alRevisar: AlRevisar
}

interface Publicacion {
  cambios: readonly Cambio[]
  motivo: string | null
  /** The id of the outcome that was reviewed, if any. */
  revision: string | undefined
  prefix: (index: number) => string
}

/** Each change with the present state of its pair. @throws DomainError when a change is refused */
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
 * Publishes all changes or none: locks the pairs in id order, judges, publishes, and recalculates the dependents. With
 * a review, exactly its outcome is published: beforehand its inputs must be unchanged, and afterwards the same rates
 * must have moved to the same numbers, because another of their pairs may have moved meanwhile. The database asks at the
 * commit for what a jump takes (R-166).
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
  await publish(context, cambios, motivo)
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
  const tasas = recalculados.length
  const tail =
    tasas === 0
      ? 'Ninguna tasa cambió.'
      : tasas === 1
        ? 'Cambió 1 tasa.'
        : `Cambiaron ${tasas} tasas.`
  return `${count === 1 ? 'Precio publicado' : `${count} precios publicados`}. ${tail}`
}
