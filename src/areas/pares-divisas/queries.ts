import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { actuar } from '../../server/acceso/control.ts'
import { auditOf } from '../../server/acceso/sesion.ts'
import type { Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import type { HistoriaPar, Par } from './contract.ts'
import type { Precios } from './rules.ts'

/** The currency in table alias `alias` as the JSON object of answers. */
export const monedaJson = (alias: string) => sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)},
  'iso', ${sql.ref(`${alias}.iso`)}, 'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'nombre', ${sql.ref(`${alias}.nombre`)},
  'decimales', ${sql.ref(`${alias}.decimales`)}, 'imagen', ${sql.ref(`${alias}.imagen`)})`

const ayer = sql`(fecha_negocio(ahora())::timestamp AT TIME ZONE zona_horaria()) - interval '1 microsecond'`

async function read(db: Db, rest: RawBuilder<unknown>): Promise<Par[]> {
  const { rows } = await sql<Par>`
    SELECT p.id, p.pais, x.nombre AS pais_nombre, p.base_id, p.cotizacion_id, ${monedaJson('b')} AS divisa_base,
           ${monedaJson('q')} AS divisa_cotizacion, round(p.compra, p.precision)::text AS compra,
           round(p.venta, p.precision)::text AS venta, p.precision, trim_scale(p.alerta_pct)::text AS alerta_pct,
           p.fuente, p.actualizado_en, coalesce(${displayName('u')}, 'Fuente ' || f.nombre) AS actualizado_por,
           extract(epoch FROM ahora() - p.actualizado_en) / 3600 > ajuste('tasa_rancia_horas')::numeric AS rancio,
           (SELECT count(*)::int FROM tipos_cambios t WHERE t.par_origen_id = p.id OR t.par_destino_id = p.id)
             AS dependientes,
           round(a.compra, p.precision)::text AS ayer_compra, round(a.venta, p.precision)::text AS ayer_venta,
           p.estatus, p.version
    FROM pares_divisas p
    JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id JOIN paises x ON x.id = p.pais
    LEFT JOIN usuarios u ON u.id = p.actualizado_por
    LEFT JOIN pares_fuentes f ON f.par_id = p.id AND p.actualizado_por IS NULL
    LEFT JOIN pares_divisas_historico a ON a.par_id = p.id AND a.vigencia @> ${ayer}
    ${rest}`.execute(db)
  return rows
}

export function list(db: Db): Promise<Par[]> {
  return read(db, sql`ORDER BY p.pais = 'usd', x.nombre, p.id`)
}

export function search(db: Db, term: string): Promise<Par[]> {
  const text = sql`x.nombre || ' ' || b.iso || '/' || q.iso || ' ' || b.nombre || ' ' || q.nombre`
  return read(
    db,
    sql`WHERE normalizar(${text}) LIKE ${likeOf(term)} ORDER BY p.pais = 'usd', x.nombre, p.id LIMIT 50`,
  )
}

export async function one(db: Db, id: number): Promise<Par> {
  const [row] = await read(db, sql`WHERE p.id = ${id}`)
  if (!row) throw new DomainError('NO_EXISTE', { que: 'ese par de divisas' })
  return row
}

/** What anybody is told of a pair (SQL `precio_publico`, R-380). */
export interface Publico {
  par_id: number
  compra: string
  venta: string
  decimales: number
  /** When each price was last typed or confirmed, and when the older of both was. */
  compra_desde: string
  venta_desde: string
  desde: string
}

/** What anybody is told of each active pair, by its id. */
export async function publicPrices(db: Db): Promise<Map<number, Publico>> {
  const { rows } = await sql<Publico>`
    SELECT p.id AS par_id, x.compra::text AS compra, x.venta::text AS venta, x.decimales,
           x.compra_desde, x.venta_desde, least(x.compra_desde, x.venta_desde) AS desde
    FROM pares_divisas p CROSS JOIN LATERAL precio_publico(p.id) x WHERE p.estatus`.execute(db)
  return new Map(rows.map((row) => [row.par_id, row]))
}

/**
 * Active pairs of a market with that quote currency, at the prices that anybody is told (R-380): the calculator's
 * cards.
 */
export async function byMarket(db: Db, country: string, iso: string) {
  const { rows } = await sql<Pick<Par, 'id' | 'compra' | 'venta' | 'precision' | 'divisa_base'>>`
    SELECT p.id, x.compra::text AS compra, x.venta::text AS venta, x.decimales AS precision,
           ${monedaJson('b')} AS divisa_base
    FROM pares_divisas p JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id
    CROSS JOIN LATERAL precio_publico(p.id) x
    WHERE p.pais = ${country} AND q.iso = ${iso} AND p.estatus AND b.estatus AND q.estatus
    ORDER BY p.id`.execute(db)
  return rows
}

export interface Pagina {
  limite: number
  /** Rows older than this id. */
  antes: number | null
  desde?: string | undefined
  hasta?: string | undefined
}

/** Conditions for a page, shared by both histories; `alias` is the history's table. */
export function pageOfHistory({ limite, antes, desde, hasta }: Pagina): RawBuilder<unknown> {
  return sql`${antes === null ? sql`` : sql`AND h.id < ${antes}`}
    ${desde ? sql`AND fecha_negocio(lower(h.vigencia)) >= ${desde}` : sql``}
    ${hasta ? sql`AND fecha_negocio(lower(h.vigencia)) <= ${hasta}` : sql``}
    ORDER BY h.id DESC LIMIT ${limite + 1}`
}

export function history(id: number, page: Pagina): Filas<HistoriaPar> {
  return sql<HistoriaPar>`
    SELECT h.id, trim_scale(h.compra)::text AS compra, trim_scale(h.venta)::text AS venta,
           lower(h.vigencia) AS vigente_desde, upper(h.vigencia) AS vigente_hasta,
           coalesce(${displayName('u')}, substring(h.motivo FROM '^Fuente .*')) AS usuario, h.motivo
    FROM pares_divisas_historico h LEFT JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.par_id = ${id} ${pageOfHistory(page)}`
}

export interface ParBloqueado extends Precios {
  id: number
  pais: string
  base_id: number
  cotizacion_id: number
  base_iso: string
  cotizacion_iso: string
  precision: number
  alerta_pct: string
  estatus: boolean
  version: number
}

/**
 * Locks pairs in id order and answers their present state. `publicar` is the lock for changing prices; `leer`, for
 * deriving a rate from them. Tipos de cambio are locked after pairs: this lock order prevents deadlocks.
 */
export async function lock(
  db: Db,
  ids: readonly number[],
  para: 'publicar' | 'leer',
): Promise<Map<number, ParBloqueado>> {
  const strength = para === 'publicar' ? sql`NO KEY UPDATE` : sql`SHARE`
  const { rows } = await sql<ParBloqueado>`
    SELECT p.id, p.pais, p.base_id, p.cotizacion_id, b.iso AS base_iso, q.iso AS cotizacion_iso,
           round(p.compra, p.precision)::text AS compra, round(p.venta, p.precision)::text AS venta, p.precision,
           trim_scale(p.alerta_pct)::text AS alerta_pct, p.estatus, p.version
    FROM pares_divisas p JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id
    WHERE p.id = ANY(${ids}) ORDER BY p.id FOR ${strength} OF p`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Present prices, without a lock. */
export async function prices(db: Db, where: 'activos' | readonly number[]) {
  const { rows } = await sql<ParBloqueado>`
    SELECT p.id, p.pais, p.base_id, p.cotizacion_id, b.iso AS base_iso, q.iso AS cotizacion_iso,
           round(p.compra, p.precision)::text AS compra, round(p.venta, p.precision)::text AS venta, p.precision,
           trim_scale(p.alerta_pct)::text AS alerta_pct, p.estatus, p.version
    FROM pares_divisas p JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id
    WHERE ${where === 'activos' ? sql`p.estatus` : sql`p.id = ANY(${where})`} ORDER BY p.id`.execute(
    db,
  )
  return rows
}

/** Publishes prices of locked pairs and their history in one statement, in the name of whoever asks (R-166). */
export async function publish(
  { db, quien }: Pick<Context, 'db' | 'quien'>,
  rows: readonly (Precios & { id: number })[],
  motivo: string | null,
): Promise<void> {
  await actuar({ db, quien })
  const given = JSON.stringify(rows.map(({ id, compra, venta }) => ({ id, compra, venta })))
  await sql`
    SELECT pares_divisas_publicar(x.id, x.compra, x.venta, ${quien.usuario_id}, ${motivo})
    FROM jsonb_to_recordset(${given}::jsonb) AS x(id int, compra numeric, venta numeric) ORDER BY x.id`.execute(
    db,
  )
}

/** Writes the audit rows of many changes of one area, and one event for all of them, in one statement. */
export async function noteAll(
  { db, quien }: Pick<Context, 'db' | 'quien'>,
  area: string,
  accion: string,
  rows: readonly { id: number; antes: unknown; despues: unknown }[],
): Promise<void> {
  const only = rows.length === 1 ? (rows[0]?.id ?? null) : null
  await sql`SELECT auditar_varios(${auditOf(quien)}::jsonb, ${accion}, ${area}, ${JSON.stringify(rows)}::jsonb),
                   avisar(${area}, ${only})`.execute(db)
}

/** Refuses a market or currency that does not exist or is inactive, at the form's field. */
export async function requireMarket(
  db: Db,
  { pais, base_id, cotizacion_id }: { pais: string; base_id: number; cotizacion_id: number },
): Promise<void> {
  const { rows } = await sql<{ pais: boolean; base: boolean | null; cotizacion: boolean | null }>`
    SELECT EXISTS (SELECT FROM paises WHERE id = ${pais}) AS pais,
           (SELECT estatus FROM monedas WHERE id = ${base_id}) AS base,
           (SELECT estatus FROM monedas WHERE id = ${cotizacion_id}) AS cotizacion`.execute(db)
  const found = rows[0]
  const errors = [
    ...(found?.pais ? [] : [{ msg: 'Elija un país de la lista.', campo: 'pais' }]),
    ...(found?.base ? [] : [{ msg: 'Elija una moneda activa.', campo: 'base_id' }]),
    ...(found?.cotizacion ? [] : [{ msg: 'Elija una moneda activa.', campo: 'cotizacion_id' }]),
  ]
  if (errors.length > 0) throw new DomainError('VALIDACION', {}, errors)
}

/** Does a tipo de cambio use the pair? `activos`: only active ones that follow it. */
export async function inUse(db: Db, id: number, activos: boolean): Promise<boolean> {
  const { rows } = await sql<{ en_uso: boolean }>`
    SELECT EXISTS (SELECT FROM tipos_cambios t WHERE (t.par_origen_id = ${id} OR t.par_destino_id = ${id})
                   AND (NOT ${activos} OR t.estatus AND NOT t.tasa_manual)) AS en_uso`.execute(db)
  return rows[0]?.en_uso ?? false
}
