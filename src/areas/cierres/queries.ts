import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../server/db/db.ts'
import { casaJson, displayName } from '../../server/documento.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import type { contrato, Dia, DiaFila, Resumen } from './contract.ts'
import { sinCajas } from './rules.ts'

type Dias = z.output<typeof contrato.listar.query>
/** Key of the next page: the last day seen. */
export type KeyDia = [fecha: string]

/** The closings of the days: the house's, or a branch's, which the house's closes too. */
function deQuien(sucursal: number | null) {
  if (sucursal === null) {
    return {
      versiones: sql`(SELECT * FROM cierres_versiones)`,
      suyas: sql`SELECT id FROM sucursales`,
      suyo: () => sql`true`,
      casa: sql`SELECT NULL::integer AS usuario_id, NULL::timestamptz AS cerrado_en WHERE false`,
    }
  }
  return {
    versiones: sql`(SELECT * FROM cierres_sucursales WHERE sucursal_id = ${sucursal})`,
    suyas: sql`SELECT ${sucursal}::integer AS id`,
    suyo: (tabla: string) => sql`${sql.ref(`${tabla}.sucursal_id`)} = ${sucursal}`,
    casa: sql`SELECT c.usuario_id, c.cerrado_en FROM cierres c WHERE c.fecha = d.fecha`,
  }
}

/**
 * Days with movements or closings, found one by one in the indexes: the cost of a page depends on its size, not on the
 * size of the ledger. Those of a branch are the house's, with what it did and how it closed them.
 */
export function listDias(
  f: Dias,
  limite: number,
  key: KeyDia | null,
  ganancia: boolean,
  sucursal: number | null,
): Filas<DiaFila> {
  const { versiones, suyas, suyo, casa } = deQuien(sucursal)
  const antes = (fecha: ReturnType<typeof sql>) => sql`greatest(
    (SELECT max(fecha_negocio) FROM asientos WHERE fecha_negocio < ${fecha}),
    (SELECT max(fecha) FROM cierres_versiones WHERE fecha < ${fecha}),
    (SELECT max(y.fecha) FROM (${suyas}) s CROSS JOIN LATERAL (
      SELECT max(x.fecha) AS fecha FROM cierres_sucursales x WHERE x.sucursal_id = s.id AND x.fecha < ${fecha}) y))`
  const until = f.hasta
    ? sql`least(${f.hasta}::date + 1, ${key?.[0] ?? null}::date)`
    : sql`${key?.[0] ?? 'infinity'}::date`
  return sql<DiaFila>`
    WITH RECURSIVE dias AS (
      SELECT ${antes(until)} AS fecha, 1 AS n
      UNION ALL SELECT ${antes(sql`d.fecha`)}, n + 1 FROM dias d WHERE d.fecha IS NOT NULL AND n <= ${limite})
    SELECT d.fecha, CASE WHEN v.version IS NOT NULL AND v.reabierto_en IS NULL OR h.cerrado_en IS NOT NULL THEN 'cerrado'
             WHEN v.version IS NULL THEN 'abierto' ELSE 'reabierto' END AS estado,
           v.version, coalesce(h.cerrado_en, v.cerrado_en) AS cerrado_en, ${displayName('u')} AS cerrado_por,
           (SELECT count(*) FROM compras_ventas o
            WHERE o.fecha_negocio = d.fecha AND o.estado <> 'anulada' AND ${suyo('o')})::int AS operaciones,
           (SELECT count(*) FROM turnos t WHERE t.fecha_negocio = d.fecha AND ${suyo('t')})::int AS turnos,
           (SELECT count(*) FROM turnos t JOIN conteos n ON n.turno_id = t.id AND n.momento = 'cierre' AND n.vuelta = 1
            WHERE t.fecha_negocio = d.fecha AND n.diferencia <> 0 AND ${suyo('t')})::int AS diferencias
           ${ganancia ? sql`, v.resumen->>'ganancia' AS ganancia` : sql``}
    FROM dias d LEFT JOIN LATERAL (
      SELECT * FROM ${versiones} x WHERE x.fecha = d.fecha ORDER BY x.version DESC LIMIT 1) v ON true
    LEFT JOIN LATERAL (${casa}) h ON v.reabierto_en IS NOT NULL OR v.version IS NULL
    LEFT JOIN usuarios u ON u.id = coalesce(h.usuario_id, v.usuario_id)
    WHERE d.fecha IS NOT NULL ${f.desde ? sql`AND d.fecha >= ${f.desde}::date` : sql``}
    ORDER BY d.fecha DESC LIMIT ${limite + 1}`
}

/** Who reads a day, and whose day it is; null: the house's. */
interface LectorDia {
  usuario_id: number
  sucursal: number | null
}

/** What is asked of the house's day and of a branch's in different words. */
function preguntasDe(sucursal: number | null) {
  if (sucursal === null) {
    return {
      cerrado: sql`EXISTS (SELECT FROM cierres WHERE fecha = d.fecha)`,
      ultimo: sql`SELECT max(fecha) AS ultimo, max(fecha) AS reabrible FROM cierres`,
      falta: sql`(SELECT fecha_negocio FROM asientos WHERE fecha_negocio > c.ultimo AND fecha_negocio < d.fecha
            ORDER BY fecha_negocio LIMIT 1)`,
      resumen: sql`cierre_resumen(d.fecha, ahora())`,
      pendientes: sql`SELECT clave, bool_or(bloquea) AS bloquea, count(*)::int AS cuantos FROM cierre_pendientes
              WHERE fecha <= d.fecha GROUP BY clave`,
      sucursal: sql`NULL::jsonb`,
    }
  }
  return {
    cerrado: sql`(EXISTS (SELECT FROM cierres_sucursales WHERE sucursal_id = ${sucursal} AND fecha = d.fecha
            AND reabierto_en IS NULL) OR EXISTS (SELECT FROM cierres WHERE fecha = d.fecha))`,
    ultimo: sql`SELECT cierre_sucursal_ultimo(${sucursal}) AS ultimo, (SELECT max(s.fecha) FROM cierres_sucursales s
            WHERE s.sucursal_id = ${sucursal} AND s.reabierto_en IS NULL
              AND s.fecha > coalesce((SELECT max(fecha) FROM cierres), '-infinity')) AS reabrible`,
    falta: sql`cierre_sucursal_falta(${sucursal}, c.ultimo, d.fecha)`,
    resumen: sql`cierre_sucursal_resumen(${sucursal}, d.fecha, ahora())`,
    pendientes: sql`SELECT clave, bloquea, cuantos FROM cierre_sucursal_pendientes(${sucursal}, d.fecha)`,
    sucursal: sql`(SELECT jsonb_build_object('id', s.id, 'nombre', s.nombre) FROM sucursales s WHERE s.id = ${sucursal})`,
  }
}

/** One complete day. The summary is the stored one of `version` or the last; for an open day, a preview. */
export async function dia(
  db: Db,
  { usuario_id, sucursal }: LectorDia,
  fecha: string,
  version: number | undefined,
): Promise<Dia | null> {
  const which = version ? sql`v.version = ${version}` : sql`v.reabierto_en IS NULL`
  const { versiones } = deQuien(sucursal)
  const que = preguntasDe(sucursal)
  const { rows } = await sql<Omit<Dia, 'resumen'> & { resumen: Resumen | null; ciegos: number[] }>`
    SELECT d.fecha, ${que.sucursal} AS sucursal, ${que.cerrado} AS cerrado, c.reabrible AS ultimo_cerrado,
           ${que.falta} AS anterior_abierto, fecha_negocio(ahora()) AS hoy, x.version,
           -- What closing compares the day with is not shown.
           coalesce(x.resumen, CASE WHEN ${version === undefined} THEN ${que.resumen} END)
             - '{libro,pendientes}'::text[] AS resumen,
           (SELECT coalesce(jsonb_agg(p ORDER BY p.bloquea DESC, p.clave), '[]') FROM (${que.pendientes}) p) AS pendientes,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'cerrado_en', instante_texto(v.cerrado_en),
              'cerrado_por', ${displayName('u')}, 'reabierto_en', instante_texto(v.reabierto_en), 'reabierto_por', ${displayName('r')},
              'motivo', v.motivo) ORDER BY v.version DESC), '[]')
            FROM ${versiones} v JOIN usuarios u ON u.id = v.usuario_id LEFT JOIN usuarios r ON r.id = v.reabierto_por
            WHERE v.fecha = d.fecha) AS versiones,
           ${casaJson} AS empresa,
           ARRAY(SELECT id::int FROM turnos WHERE usuario_id = persona_de(${usuario_id}) AND estado <> 'aprobado') AS ciegos
    FROM (SELECT ${fecha}::date AS fecha) d CROSS JOIN (${que.ultimo}) c
    LEFT JOIN LATERAL (SELECT v.version, v.resumen FROM ${versiones} v WHERE v.fecha = d.fecha AND ${which}
                       ORDER BY v.version DESC LIMIT 1) x ON true`.execute(db)
  if (!rows[0]) return null
  const { ciegos, resumen, ...row } = rows[0]
  if (!resumen || row.fecha > row.hoy) return null
  return { ...row, resumen: sinCajas(resumen, ciegos) }
}
