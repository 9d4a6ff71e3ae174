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

/**
 * Days with movements or closings, found one by one in the indexes: the cost of a page depends on its size, not on the
 * size of the ledger.
 */
export function listDias(
  f: Dias,
  limite: number,
  key: KeyDia | null,
  ganancia: boolean,
): Filas<DiaFila> {
  const antes = (fecha: ReturnType<typeof sql>) => sql`greatest(
    (SELECT max(fecha_negocio) FROM asientos WHERE fecha_negocio < ${fecha}),
    (SELECT max(fecha) FROM cierres_versiones WHERE fecha < ${fecha}))`
  const until = f.hasta
    ? sql`least(${f.hasta}::date + 1, ${key?.[0] ?? null}::date)`
    : sql`${key?.[0] ?? 'infinity'}::date`
  return sql<DiaFila>`
    WITH RECURSIVE dias AS (
      SELECT ${antes(until)} AS fecha, 1 AS n
      UNION ALL SELECT ${antes(sql`d.fecha`)}, n + 1 FROM dias d WHERE d.fecha IS NOT NULL AND n <= ${limite})
    SELECT d.fecha, CASE WHEN v.version IS NULL THEN 'abierto' WHEN v.reabierto_en IS NULL THEN 'cerrado' ELSE 'reabierto' END AS estado,
           v.version, v.cerrado_en, ${displayName('u')} AS cerrado_por,
           (SELECT count(*) FROM compras_ventas o WHERE o.fecha_negocio = d.fecha AND o.estado <> 'anulada')::int AS operaciones,
           (SELECT count(*) FROM turnos t WHERE t.fecha_negocio = d.fecha)::int AS turnos,
           (SELECT count(*) FROM turnos t JOIN conteos n ON n.turno_id = t.id AND n.momento = 'cierre' AND n.vuelta = 1
            WHERE t.fecha_negocio = d.fecha AND n.diferencia <> 0)::int AS diferencias
           ${ganancia ? sql`, v.resumen->>'ganancia' AS ganancia` : sql``}
    FROM dias d LEFT JOIN LATERAL (
      SELECT * FROM cierres_versiones x WHERE x.fecha = d.fecha ORDER BY x.version DESC LIMIT 1) v ON true
    LEFT JOIN usuarios u ON u.id = v.usuario_id
    WHERE d.fecha IS NOT NULL ${f.desde ? sql`AND d.fecha >= ${f.desde}::date` : sql``}
    ORDER BY d.fecha DESC LIMIT ${limite + 1}`
}

/** One complete day. The summary is the stored one of `version` or the last; for an open day, a preview. */
export async function dia(
  db: Db,
  lector: number,
  fecha: string,
  version: number | undefined,
): Promise<Dia | null> {
  const which = version ? sql`v.version = ${version}` : sql`v.reabierto_en IS NULL`
  const { rows } = await sql<Omit<Dia, 'resumen'> & { resumen: Resumen | null; ciegos: number[] }>`
    SELECT d.fecha, EXISTS (SELECT FROM cierres WHERE fecha = d.fecha) AS cerrado, c.ultimo AS ultimo_cerrado,
           (SELECT fecha_negocio FROM asientos WHERE fecha_negocio > c.ultimo AND fecha_negocio < d.fecha
            ORDER BY fecha_negocio LIMIT 1) AS anterior_abierto,
           fecha_negocio(ahora()) AS hoy, x.version,
           -- What closing compares the day with is not shown.
           coalesce(x.resumen, CASE WHEN ${version === undefined} THEN cierre_resumen(d.fecha, ahora()) END)
             - '{libro,pendientes}'::text[] AS resumen,
           (SELECT coalesce(jsonb_agg(p ORDER BY p.bloquea DESC, p.clave), '[]') FROM (
              SELECT clave, bool_or(bloquea) AS bloquea, count(*)::int AS cuantos FROM cierre_pendientes
              WHERE fecha <= d.fecha GROUP BY clave) p) AS pendientes,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'cerrado_en', instante_texto(v.cerrado_en),
              'cerrado_por', ${displayName('u')}, 'reabierto_en', instante_texto(v.reabierto_en), 'reabierto_por', ${displayName('r')},
              'motivo', v.motivo) ORDER BY v.version DESC), '[]')
            FROM cierres_versiones v JOIN usuarios u ON u.id = v.usuario_id LEFT JOIN usuarios r ON r.id = v.reabierto_por
            WHERE v.fecha = d.fecha) AS versiones,
           ${casaJson} AS empresa,
           ARRAY(SELECT id::int FROM turnos WHERE usuario_id = ${lector} AND estado <> 'aprobado') AS ciegos
    FROM (SELECT ${fecha}::date AS fecha) d CROSS JOIN (SELECT max(fecha) AS ultimo FROM cierres) c
    LEFT JOIN LATERAL (SELECT v.version, v.resumen FROM cierres_versiones v WHERE v.fecha = d.fecha AND ${which}
                       ORDER BY v.version DESC LIMIT 1) x ON true`.execute(db)
  if (!rows[0]) return null
  const { ciegos, resumen, ...row } = rows[0]
  if (!resumen || row.fecha > row.hoy) return null
  return { ...row, resumen: sinCajas(resumen, ciegos) }
}
