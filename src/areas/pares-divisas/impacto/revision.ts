import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { decimal, redondear, texto } from '../../../core/dinero/decimal.ts'
import { DomainError } from '../../../core/errors.ts'
import { type Quien, tiene } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import type { Impacto, TipoRevisado } from '../contract/impacto.ts'
import type { Recalculado } from '../contract.ts'
import type { ParBloqueado } from '../queries.ts'
import { mayorVariacion, superaAlerta } from '../rules.ts'

interface Cambio {
  id: number
  compra: string
  venta: string
}

/** A rate with the value that these prices would give it, computed by the higher area. */
export interface Calculado extends Omit<TipoRevisado, 'bloqueo_minutos'> {
  bloqueo_minutos: number | null
  version: number
  historico_id: number
}

/** Computes the effect of prices on the rates that follow them; passed in by main. */
export type AlRevisar = (db: Db, cambios: readonly Cambio[]) => Promise<Calculado[]>

export type ParesPorId = ReadonlyMap<number, ParBloqueado>

const plain = (price: string, precision: number) =>
  texto(redondear(decimal(price), precision, 'medio'), precision)

/** A hash of an outcome and all its inputs: versions and prices of pairs, rows in force, resulting rates. */
export function nombreDeRevision(
  cambios: readonly Cambio[],
  pares: ParesPorId,
  tipos: readonly Calculado[],
): string {
  const rows = cambios
    .map(({ id, compra, venta }) => {
      const par = pares.get(id)
      const precision = par?.precision ?? 0
      return [id, par?.version, plain(compra, precision), plain(venta, precision)]
    })
    .sort(([a], [b]) => Number(a) - Number(b))
  const tasas = tipos.map((t) => [t.id, t.version, t.historico_id, t.manual, t.tasa])
  return createHash('sha256')
    .update(JSON.stringify([rows, tasas]))
    .digest('base64url')
}

/** The review for the answer; cost and margin only for users who may see them. */
export async function revisar(
  { db, quien }: { db: Db; quien: Quien },
  cambios: readonly Cambio[],
  pares: ParesPorId,
  tipos: readonly Calculado[],
): Promise<Impacto> {
  const { rows } = await sql<{
    minutos: number
  }>`SELECT ajuste('bloqueo_minutos')::int AS minutos`.execute(db)
  const ganancia = tiene(quien, 'ganancia:ver')
  const ordenes = tiene(quien, 'ordenes:ver')
  return {
    pares: cambios.flatMap((cambio) => {
      const par = pares.get(cambio.id)
      if (!par) return []
      const { id, pais, precision, base_iso, cotizacion_iso } = par
      return {
        ...{ id, pais, precision, par: `${base_iso}/${cotizacion_iso}` },
        ...{ compra_anterior: par.compra, venta_anterior: par.venta },
        ...{ compra: plain(cambio.compra, precision), venta: plain(cambio.venta, precision) },
        variacion: mayorVariacion(par, cambio),
        supera_alerta: superaAlerta(par, cambio, par.alerta_pct),
      }
    }),
    tipos: tipos.map(({ version: _v, historico_id: _h, ...tipo }) => {
      const { margen_anterior, margen, bajo_costo, cotizadas, ...open } = tipo
      const bloqueo_minutos = tipo.bloqueo_minutos ?? rows[0]?.minutos ?? 0
      const seen = ganancia ? { margen_anterior, margen, bajo_costo } : {}
      // A rate that stays the same ends no quote.
      const quoted = open.tasa === open.tasa_anterior ? null : (cotizadas ?? null)
      return { ...open, bloqueo_minutos, ...seen, ...(ordenes && { cotizadas: quoted }) }
    }),
    revision: nombreDeRevision(cambios, pares, tipos),
  }
}

/**
 * Compares the outcome with the review. @throws DomainError REVISION unless exactly the reviewed rates moved, to the
 * reviewed values
 */
export function exigirIgual(
  revisados: readonly Calculado[],
  recalculados: readonly Recalculado[],
): void {
  const moves = (rows: readonly { id: number; tasa_anterior: string; tasa: string | null }[]) =>
    rows
      .filter(({ tasa_anterior, tasa }) => tasa !== tasa_anterior)
      .map(({ id, tasa_anterior, tasa }) => `${id} ${tasa_anterior} ${tasa}`)
      .sort()
      .join()
  if (moves(revisados) !== moves(recalculados)) throw new DomainError('REVISION')
}
