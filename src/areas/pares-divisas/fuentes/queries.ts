import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import type { Db } from '../../../server/db/db.ts'
import type { Fuente } from '../contract/fuentes.ts'
import type { Precios } from '../rules.ts'

async function read(db: Db, rest: RawBuilder<unknown>): Promise<Fuente[]> {
  const { rows } = await sql<Fuente>`
    SELECT f.par_id, b.iso || '/' || q.iso AS par, x.nombre AS pais_nombre, b.imagen, p.precision,
           trim_scale(p.alerta_pct)::text AS alerta_pct, round(p.compra, p.precision)::text AS par_compra,
           round(p.venta, p.precision)::text AS par_venta, f.nombre, f.url, f.ruta_compra, f.ruta_venta,
           trim_scale(f.factor_compra)::text AS factor_compra, trim_scale(f.factor_venta)::text AS factor_venta,
           f.minutos, trim_scale(f.salto_pct)::text AS salto_pct, f.modo, f.activa, f.version, f.proxima_en,
           f.leida_en, f.respuesta, round(f.compra, p.precision)::text AS compra,
           round(f.venta, p.precision)::text AS venta, f.error, f.fallos,
           (SELECT jsonb_build_object('id', o.id, 'fuente', o.fuente, 'compra', round(o.compra, p.precision)::text,
                     'venta', round(o.venta, p.precision)::text, 'salto', o.salto,
                     'creada_en', to_char(o.creada_en AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
            FROM pares_propuestas o WHERE o.par_id = p.id AND o.estado = 'pendiente') AS propuesta
    FROM pares_fuentes f JOIN pares_divisas p ON p.id = f.par_id JOIN paises x ON x.id = p.pais
    JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id ${rest}`.execute(db)
  return rows
}

/** All sources, those that need attention first. */
export function sources(db: Db): Promise<Fuente[]> {
  return read(db, sql`ORDER BY f.error IS NULL, x.nombre, f.par_id`)
}

/** The source of a pair, locked; null when it has none. */
export async function lockSource(db: Db, par_id: number): Promise<Fuente | null> {
  return (await read(db, sql`WHERE f.par_id = ${par_id} FOR NO KEY UPDATE OF f`))[0] ?? null
}

export type Escrita = Pick<
  Fuente,
  | 'nombre'
  | 'url'
  | 'ruta_compra'
  | 'ruta_venta'
  | 'factor_compra'
  | 'factor_venta'
  | 'minutos'
  | 'salto_pct'
  | 'modo'
  | 'activa'
>

/** Creates or changes a pair's source; clears earlier readings and makes the next one due at once. */
export async function saveSource(db: Db, par_id: number, f: Escrita): Promise<void> {
  const fields = [f.nombre, f.url, f.ruta_compra, f.ruta_venta, f.factor_compra, f.factor_venta]
  const values = sql.join(
    [...fields, f.minutos, f.salto_pct, f.modo, f.activa].map((v) => sql`${v}`),
  )
  await sql`
    INSERT INTO pares_fuentes AS f (par_id, nombre, url, ruta_compra, ruta_venta, factor_compra, factor_venta, minutos,
                                    salto_pct, modo, activa)
    VALUES (${par_id}, ${values})
    ON CONFLICT (par_id) DO UPDATE SET (nombre, url, ruta_compra, ruta_venta, factor_compra, factor_venta, minutos,
      salto_pct, modo, activa, version, proxima_en, error, fallos)
      = (excluded.nombre, excluded.url, excluded.ruta_compra, excluded.ruta_venta, excluded.factor_compra,
         excluded.factor_venta, excluded.minutos, excluded.salto_pct, excluded.modo, excluded.activa, f.version + 1,
         ahora(), NULL, 0)`.execute(db)
  if (!f.activa) await replaceProposal(db, par_id, null)
}

export async function readSoon(db: Db, par_id: number): Promise<void> {
  const { rows } =
    await sql`UPDATE pares_fuentes SET proxima_en = ahora() WHERE par_id = ${par_id} AND activa
    RETURNING par_id`.execute(db)
  if (rows.length === 0) throw new DomainError('NO_EXISTE', { que: 'una fuente activa de ese par' })
}

/**
 * Takes one due source and schedules its next reading, in one statement, so that only one process gets it and none
 * waits. Sources of inactive pairs are skipped. A source scheduled later than one interval from now was scheduled
 * before the clock went back, and is due.
 */
export async function takeDue(
  db: Db,
): Promise<{ par_id: number; version: number; url: string } | null> {
  const { rows } = await sql<{ par_id: number; version: number; url: string }>`
    UPDATE pares_fuentes SET proxima_en = ahora() + make_interval(mins => minutos)
    WHERE reloj_duda() IS NULL
      AND par_id = (SELECT f.par_id FROM pares_fuentes f JOIN pares_divisas p ON p.id = f.par_id
                    WHERE f.activa AND p.estatus
                      AND (f.proxima_en <= ahora() OR f.proxima_en > ahora() + make_interval(mins => f.minutos))
                    ORDER BY f.proxima_en LIMIT 1 FOR NO KEY UPDATE OF f SKIP LOCKED)
    RETURNING par_id, version, url`.execute(db)
  return rows[0] ?? null
}

/** Stores the result of a reading. Screens get an event only when it changed. */
export async function writeReading(
  db: Db,
  par_id: number,
  {
    respuesta,
    precios,
    error,
  }: { respuesta: string | null; precios: Precios | null; error: string | null },
): Promise<void> {
  await sql`
    WITH antes AS (SELECT error, compra, venta FROM pares_fuentes WHERE par_id = ${par_id}),
    ahora_es AS (
      UPDATE pares_fuentes f SET leida_en = ahora(), respuesta = ${respuesta?.slice(0, 500) ?? null}, error = ${error},
             fallos = CASE WHEN ${error}::text IS NULL THEN 0 ELSE fallos + 1 END,
             compra = coalesce(${precios?.compra ?? null}::numeric, f.compra),
             venta = coalesce(${precios?.venta ?? null}::numeric, f.venta)
      WHERE par_id = ${par_id} RETURNING f.error, f.compra, f.venta)
    SELECT avisar('pares-divisas', ${par_id}) FROM antes a, ahora_es d
    WHERE (a.error, a.compra, a.venta) IS DISTINCT FROM (d.error, d.compra, d.venta)`.execute(db)
}

/** Replaces the open proposal; null only closes it. The same prices keep the same proposal. */
export async function replaceProposal(
  db: Db,
  par_id: number,
  given: (Precios & { fuente: string; salto: boolean }) | null,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    UPDATE pares_propuestas SET estado = 'reemplazada', resuelta_en = ahora()
    WHERE par_id = ${par_id} AND estado = 'pendiente'
      AND (compra, venta) IS DISTINCT FROM (${given?.compra ?? null}::numeric, ${given?.venta ?? null}::numeric)
    RETURNING id`.execute(db)
  if (!given) return rows.length > 0
  const { rows: made } = await sql`
    INSERT INTO pares_propuestas (par_id, fuente, compra, venta, salto)
    VALUES (${par_id}, ${given.fuente}, ${given.compra}, ${given.venta}, ${given.salto})
    ON CONFLICT (par_id) WHERE estado = 'pendiente' DO NOTHING RETURNING id`.execute(db)
  return made.length > 0
}

export interface Abierta extends Precios {
  par_id: number
  fuente: string
}

/** Resolves an open proposal by a person's decision. @throws DomainError NO_EXISTE when it is not open */
export async function resolveProposal(
  db: Db,
  id: number,
  estado: 'aceptada' | 'descartada',
  usuario_id: number,
): Promise<Abierta> {
  const { rows } = await sql<Abierta>`
    UPDATE pares_propuestas o SET estado = ${estado}, resuelta_en = ahora(), resuelta_por = ${usuario_id}
    FROM pares_divisas p WHERE o.id = ${id} AND o.estado = 'pendiente' AND p.id = o.par_id
    RETURNING o.par_id, o.fuente, round(o.compra, p.precision)::text AS compra,
              round(o.venta, p.precision)::text AS venta`.execute(db)
  if (!rows[0]) throw new DomainError('NO_EXISTE', { que: 'esa propuesta pendiente' })
  return rows[0]
}

/** Whether these prices are further away than a source may go by itself. */
export async function tooFar(db: Db, par_id: number, { compra, venta }: Precios): Promise<boolean> {
  const { rows } = await sql<{ lejos: boolean }>`
    SELECT pares_fuente_uso(${par_id}, ${compra}::numeric, ${venta}::numeric) > 1 AS lejos`.execute(
    db,
  )
  return rows[0]?.lejos ?? false
}
