import { type RawBuilder, sql } from 'kysely'
import { likeOf } from './http/respuesta/buscar.ts'

/** The filters of a list of legs. */
interface Filtros {
  cuenta_id?: number | undefined
  desde?: string | undefined
  hasta?: string | undefined
  buscar?: string | undefined
}

/** First and last day as arguments of the ledger's functions; null leaves that end open. */
export const rango = (desde: string | undefined, hasta: string | undefined) =>
  sql`${desde ?? null}::date, ${hasta ?? null}::date`

/**
 * The part `t` of a query that reads legs: the days among which a search looks (`dias`), and the legs between which those
 * of an account lie on the days asked for (`tramo`), so that no query walks through what was posted since.
 */
export function conDias({ cuenta_id, desde, hasta, buscar }: Filtros): RawBuilder<unknown> {
  const days = buscar
    ? sql`ARRAY(SELECT dias_con(${likeOf(buscar)}, ${buscar}, ${rango(desde, hasta)}))`
    : sql`dias_de(${rango(desde, hasta)})`
  const tramo = cuenta_id ? sql`dias_tramo(d.dias)` : sql`NULL::bigint[]`
  return sql`t AS MATERIALIZED (
    SELECT d.dias, ${tramo} AS tramo FROM (SELECT ${days} AS dias OFFSET 0) d)`
}

/** Conditions that narrow the legs `id` of entries of `fecha` to `t`; they change nothing in what is found. */
export function enDias(
  { cuenta_id, desde, hasta, buscar }: Filtros,
  id: string,
  fecha: string,
): RawBuilder<unknown>[] {
  if (cuenta_id && (desde ?? hasta ?? buscar))
    return [sql`${sql.ref(id)} BETWEEN (SELECT tramo[1] FROM t) AND (SELECT tramo[2] FROM t)`]
  return buscar ? [sql`${sql.ref(fecha)} = ANY ((SELECT dias FROM t)::date[])`] : []
}

/** Whether the entry `e` is one of the document with this number, which is looked up once and not for each entry. */
export const esDe = (e: string, numero: string) => sql`
  ${sql.ref(`${e}.origen`)} || ' ' || ${sql.ref(`${e}.origen_id`)} = ANY (
    ARRAY(SELECT origen || ' ' || origen_id FROM documentos WHERE numero = upper(${numero})))`
