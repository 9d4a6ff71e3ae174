import { type RawBuilder, sql } from 'kysely'
import type { MetodoCalculo } from '../../core/dinero/tasa.ts'
import type { Segmento } from '../../core/dinero/tramos.ts'
import { DomainError } from '../../core/errors.ts'
import { actuar } from '../../server/acceso/control.ts'
import type { Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { monedaJson, type Pagina, pageOfHistory } from '../pares-divisas/queries.ts'
import type { HistoriaTipo, MonedaDeTipo } from './contract.ts'
import type { ParPrecio } from './rules.ts'

/** A stored rate. Its cost and profit are derived from its pairs. */
export interface Leido {
  id: number
  pais: string
  pais_nombre: string
  base_id: number
  cotizacion_id: number
  divisa_base: MonedaDeTipo
  divisa_cotizacion: MonedaDeTipo
  segmento: Segmento
  tasa: string
  precision: number
  metodo_calculo: MetodoCalculo
  tasa_manual: boolean
  historicoTipoCambioId: number
  vigente_desde: string
  par_origen_id: number | null
  par_destino_id: number | null
  margen: string
  monto_min: string | null
  monto_max: string | null
  hasta: string | null
  bloqueo_minutos: number | null
  edad_horas: number
  rancia: boolean
  vencida: boolean
  estatus: boolean
  version: number
  origen: ParPrecio | null
  destino: ParPrecio | null
}

const priceJson = (alias: string) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL THEN
  jsonb_build_object('base_id', ${sql.ref(`${alias}.base_id`)}, 'cotizacion_id', ${sql.ref(`${alias}.cotizacion_id`)},
    'compra', round(${sql.ref(`${alias}.compra`)}, ${sql.ref(`${alias}.precision`)})::text,
    'venta', round(${sql.ref(`${alias}.venta`)}, ${sql.ref(`${alias}.precision`)})::text) END`

async function read(db: Db, rest: RawBuilder<unknown>): Promise<Leido[]> {
  const { rows } = await sql<Leido>`
    SELECT t.id, t.pais, x.nombre AS pais_nombre, t.base_id, t.cotizacion_id, ${monedaJson('b')} AS divisa_base,
           ${monedaJson('q')} AS divisa_cotizacion, t.segmento, round(h.tasa, h.precision)::text AS tasa, h.precision,
           h.metodo_calculo, t.tasa_manual, h.id AS "historicoTipoCambioId", lower(h.vigencia) AS vigente_desde,
           t.par_origen_id, t.par_destino_id, trim_scale(t.margen)::text AS margen,
           trim_scale(t.monto_min)::text AS monto_min, trim_scale(t.monto_max)::text AS monto_max,
           (SELECT trim_scale(min(s.monto_min))::text FROM tipos_cambios s WHERE s.pais = t.pais AND s.base_id = t.base_id
              AND s.cotizacion_id = t.cotizacion_id AND s.estatus AND s.monto_min > coalesce(t.monto_min, 0)) AS hasta,
           t.bloqueo_minutos,
           round(e.horas, 1)::float8 AS edad_horas, e.horas > e.rancia AS rancia, e.horas > 2 * e.rancia AS vencida,
           t.estatus, t.version, ${priceJson('o')} AS origen, ${priceJson('d')} AS destino
    FROM tipos_cambios t
    JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
    JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id JOIN paises x ON x.id = t.pais
    LEFT JOIN pares_divisas o ON o.id = t.par_origen_id LEFT JOIN pares_divisas d ON d.id = t.par_destino_id
    CROSS JOIN LATERAL (SELECT tipos_cambios_edad(t.id) AS horas, ajuste('tasa_rancia_horas')::numeric AS rancia) e
    ${rest}`.execute(db)
  return rows
}

// Steps of the same corridor are listed together, in order.
const order = sql`ORDER BY x.nombre, (SELECT min(s.id) FROM tipos_cambios s WHERE s.pais = t.pais
  AND s.base_id = t.base_id AND s.cotizacion_id = t.cotizacion_id), coalesce(t.monto_min, 0), t.id`

export function list(db: Db): Promise<Leido[]> {
  return read(db, order)
}

export function search(db: Db, term: string): Promise<Leido[]> {
  const text = sql`x.nombre || ' ' || b.iso || '/' || q.iso || ' ' || b.nombre || ' ' || q.nombre || ' ' || t.segmento`
  return read(db, sql`WHERE normalizar(${text}) LIKE ${likeOf(term)} ${order} LIMIT 50`)
}

export async function one(db: Db, id: number): Promise<Leido> {
  const [row] = await read(db, sql`WHERE t.id = ${id}`)
  if (!row) throw new DomainError('NO_EXISTE', { que: 'ese tipo de cambio' })
  return row
}

export function history(id: number, page: Pagina, ganancia: boolean): Filas<HistoriaTipo> {
  const costo = sql`h.tasa_costo::text AS tasa_costo, trim_scale(h.margen)::text AS margen,
           trim_scale(h.precio_origen)::text AS precio_origen, trim_scale(h.precio_destino)::text AS precio_destino,`
  return sql<HistoriaTipo>`
    SELECT h.id, round(h.tasa, h.precision)::text AS tasa, h.precision, h.metodo_calculo, h.origen,
           ${ganancia ? costo : sql``}
           lower(h.vigencia) AS vigente_desde, upper(h.vigencia) AS vigente_hasta, ${displayName('u')} AS usuario, h.motivo,
           EXISTS (SELECT FROM tipos_cambios_deshechos_filas f WHERE f.historico_id = h.id) AS deshecha,
           (SELECT count(*)::int FROM operaciones_de_tasa o WHERE o.historico_id = h.id) AS operaciones
    FROM tipos_cambios_historico h LEFT JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.tipo_cambio_id = ${id} ${pageOfHistory(page)}`
}

export interface Bloqueado {
  id: number
  pais: string
  base_id: number
  cotizacion_id: number
  segmento: Segmento
  base_iso: string
  cotizacion_iso: string
  metodo_calculo: MetodoCalculo
  precision: number
  tasa_manual: boolean
  margen: string
  par_origen_id: number | null
  par_destino_id: number | null
  estatus: boolean
  version: number
}

const lockable = sql`
  SELECT t.id, t.pais, t.base_id, t.cotizacion_id, t.segmento, b.iso AS base_iso, q.iso AS cotizacion_iso, t.metodo_calculo,
         t.precision, t.tasa_manual, trim_scale(t.margen)::text AS margen, t.par_origen_id, t.par_destino_id, t.estatus,
         t.version
  FROM tipos_cambios t JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id`

/**
 * Locks the automatic, active rates that follow these pairs, in id order; the pairs are already locked. Without
 * `bloquear` it only reads them.
 */
export async function lockDependents(
  db: Db,
  pares: readonly number[],
  bloquear = true,
): Promise<Bloqueado[]> {
  const { rows } = await sql<Bloqueado>`${lockable}
    WHERE t.estatus AND NOT t.tasa_manual AND (t.par_origen_id = ANY(${pares}) OR t.par_destino_id = ANY(${pares}))
    ORDER BY t.id ${bloquear ? sql`FOR NO KEY UPDATE OF t` : sql``}`.execute(db)
  return rows
}

/** One rate. Without `bloquear` it only reads, to learn which pairs must be locked first. */
export async function rule(db: Db, id: number, bloquear: boolean): Promise<Bloqueado> {
  const { rows } = await sql<Bloqueado>`${lockable}
    WHERE t.id = ${id} ${bloquear ? sql`FOR NO KEY UPDATE OF t` : sql``}`.execute(db)
  if (!rows[0]) throw new DomainError('NO_EXISTE', { que: 'ese tipo de cambio' })
  return rows[0]
}

/** The histórico rows in force of these rates, by rate. */
export async function inForce(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ tipo_cambio_id: number; id: number; tasa: string }>`
    SELECT tipo_cambio_id, id, round(tasa, precision)::text AS tasa FROM tipos_cambios_historico
    WHERE tipo_cambio_id = ANY(${ids}) AND upper_inf(vigencia)`.execute(db)
  return new Map(rows.map((row) => [row.tipo_cambio_id, row]))
}

/** A histórico row for `tipos_cambios_publicar`. */
export interface Publicacion {
  tasa: string
  tasa_costo: string | null
  margen: string | null
  precision: number
  metodo_calculo: MetodoCalculo
  origen: 'automatico' | 'manual' | 'par'
  precio_origen: string | null
  precio_destino: string | null
  motivo: string | null
}

/**
 * Publishes rates whose rows are locked, in one statement, in the name of whoever asks (R-166); answers the row in force of
 * each.
 */
export async function publish(
  { db, quien }: Pick<Context, 'db' | 'quien'>,
  rows: readonly { id: number; p: Publicacion }[],
): Promise<Map<number, number>> {
  await actuar({ db, quien })
  const { rows: made } = await sql<{ id: number; historico_id: number }>`
    SELECT x.id, tipos_cambios_publicar(x.id, x.p, ${quien.usuario_id}) AS historico_id
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(id int, p jsonb) ORDER BY x.id`.execute(
    db,
  )
  return new Map(made.map(({ id, historico_id }) => [id, historico_id]))
}

/** Does an operation use one of its rates? Then its corridor may not change. */
export async function hasOperations(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ hay: boolean }>`
    SELECT EXISTS (SELECT FROM operaciones_de_tasa o JOIN tipos_cambios_historico h ON h.id = o.historico_id
                   WHERE h.tipo_cambio_id = ${id}) AS hay`.execute(db)
  return rows[0]?.hay ?? false
}
