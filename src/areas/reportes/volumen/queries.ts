import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { sucursalDe, type Vista } from '../../../server/sucursales.ts'
import { ficha } from '../../clientes/queries.ts'
import type {
  DocumentoVolumen,
  GrupoVolumen,
  SumasVolumen,
  VistaVolumen,
  Volumen,
} from '../contract/volumen.ts'
import { conditions, type Operacion, resumen } from '../queries.ts'
import type { Comparacion, Rango } from '../rules.ts'
import { VISTAS } from '../vistas.ts'

export type FiltroVolumen = Operacion & { segmento?: string | undefined }

const narrowed = (alias: string, f: FiltroVolumen) =>
  f.segmento
    ? sql`${conditions(alias, f)} AND ${sql.ref(`${alias}.segmento`)} = ${f.segmento}`
    : conditions(alias, f)

/**
 * Operations of a range of days: stored summaries of all operations as made, minus those annulled since, which have
 * small indexes of their own.
 */
const operado = ({ desde, hasta }: Rango, f: FiltroVolumen, por?: VistaVolumen) => sql`(
  SELECT r.fecha, r.tipo, r.moneda_id, r.de_id, r.a_id, r.segmento, r.usuario_id, r.sucursal_id, r.hora, r.operaciones, r.monto,
         r.usd, r.sin_usd
  FROM ${resumen({ desde, hasta }, f, por)} r WHERE r.operaciones <> 0 AND ${narrowed('r', f)}
  UNION ALL
  SELECT d.fecha_negocio, d.tipo, d.moneda_id, d.de_id, d.a_id, d.segmento, d.usuario_id, d.sucursal_id, d.hora, -1, -d.monto,
         -coalesce(d.monto_usd, 0), -(d.monto_usd IS NULL)::int
  FROM (SELECT x.*, extract(hour FROM x.fecha AT TIME ZONE zona_horaria())::int AS hora FROM reportes_documentos x
        WHERE x.estado = 'anulada' AND x.fecha_negocio BETWEEN ${desde}::date AND ${hasta}::date) d
  WHERE ${narrowed('d', f)}) r`

/** Number of operations, dollars, and dollars per operation, from rows of `alias`. */
const sumas = (alias: string, when: RawBuilder<unknown>) => {
  const total = (name: string) =>
    sql`coalesce(sum(${sql.ref(`${alias}.${name}`)}) FILTER (WHERE ${when}), 0)`
  return sql`${total('operaciones')}::int AS operaciones, round(${total('usd')}, 2)::text AS usd,
    round(${total('usd')} / nullif(${total('operaciones')}, 0), 2)::text AS ticket`
}

/** Volume by the chosen grouping, with the period before. */
export async function volume(
  db: Db,
  { periodo, antes }: Comparacion,
  f: FiltroVolumen,
  por: VistaVolumen,
): Promise<Omit<Volumen, keyof Comparacion>> {
  const { clave, nombre, orden } = VISTAS[por]
  const rows = (range: Rango, before: boolean) => sql`
    SELECT ${sql.lit(before)} AS antes, r.fecha, r.moneda_id, ${clave} AS clave, sum(r.operaciones) AS operaciones,
           sum(r.monto) AS monto, sum(r.usd) AS usd, sum(r.sin_usd) AS sin_usd
    FROM ${operado(range, f, por)} GROUP BY r.fecha, r.moneda_id, 4`
  const result = await sql<{
    filas: GrupoVolumen[]
    totales: [SumasVolumen, SumasVolumen]
    sin_usd: number
    dias: Volumen['dias']
  }>`
    WITH g AS MATERIALIZED (${rows(periodo, false)} UNION ALL ${rows(antes, true)}),
    k AS (
      SELECT g.clave, ${sumas('g', sql`NOT g.antes`)}, round(coalesce(sum(g.usd) FILTER (WHERE g.antes), 0), 2)::text AS antes,
             sum(g.usd) FILTER (WHERE NOT g.antes) AS peso
      FROM g ${por === 'dia' ? sql`WHERE NOT g.antes` : sql``} GROUP BY g.clave HAVING sum(g.operaciones) <> 0),
    m AS (
      SELECT t.clave, jsonb_agg(jsonb_build_object('iso', n.iso, 'monto', round(t.monto, n.decimales)::text) ORDER BY n.id) AS montos
      FROM (SELECT g.clave, g.moneda_id, sum(g.monto) AS monto FROM g WHERE NOT g.antes GROUP BY 1, 2 HAVING sum(g.operaciones) <> 0) t
      JOIN monedas n ON n.id = t.moneda_id GROUP BY t.clave)
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('clave', k.clave, 'nombre', ${nombre}, 'operaciones', k.operaciones,
              'usd', k.usd, 'ticket', k.ticket, 'antes', ${por === 'dia' ? sql`NULL::text` : sql`k.antes`},
              'montos', coalesce((SELECT m.montos FROM m WHERE m.clave = k.clave), '[]')) ORDER BY ${orden}), '[]') FROM k) AS filas,
           jsonb_build_array((SELECT to_jsonb(t) FROM (SELECT ${sumas('g', sql`NOT g.antes`)} FROM g) t),
                             (SELECT to_jsonb(t) FROM (SELECT ${sumas('g', sql`g.antes`)} FROM g) t)) AS totales,
           (SELECT coalesce(sum(g.sin_usd), 0)::int FROM g WHERE NOT g.antes) AS sin_usd,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', d.fecha, 'operaciones', d.operaciones, 'usd', d.usd) ORDER BY d.fecha), '[]')
            FROM (SELECT g.fecha, ${sumas('g', sql`true`)} FROM g WHERE NOT g.antes GROUP BY g.fecha) d) AS dias`.execute(
    db,
  )
  const { filas, totales, sin_usd, dias } = result.rows[0] as (typeof result.rows)[0]
  return { filas, total: totales[0], total_antes: totales[1], sin_usd, dias }
}

/** The cursor of a page: the last document. */
export type KeyDocumento = [fecha_negocio: string, fecha: string, origen: string, id: number]
export type FilaDocumento = DocumentoVolumen & { fecha_negocio: string }

/** Documents of one kind, limited to a page, so that each kind is read by its own index. */
function branch(
  vista: 'reportes_ventas' | 'reportes_ordenes',
  { desde, hasta }: Rango,
  f: FiltroVolumen,
  limite: number,
  key: KeyDocumento | null,
) {
  const after = key
    ? sql`d.fecha_negocio <= ${key[0]}::date AND (d.fecha_negocio, d.fecha, d.origen, d.id)
        < (${key[0]}::date, ${key[1]}::timestamptz, ${key[2]}::text, ${key[3]}::int)`
    : sql`true`
  const hora =
    f.hora === undefined
      ? sql`true`
      : sql`extract(hour FROM d.fecha AT TIME ZONE zona_horaria())::int = ${f.hora}`
  return sql`(SELECT d.* FROM ${sql.table(vista)} d
    WHERE d.estado <> 'anulada' AND d.fecha_negocio BETWEEN ${desde}::date AND ${hasta}::date
      AND ${narrowed('d', { ...f, hora: undefined })} AND ${hora} AND ${after}
    ORDER BY d.fecha_negocio DESC, d.fecha DESC, d.id DESC LIMIT ${limite + 1})`
}

/**
 * The operations behind a figure, newest first; one row more than the page. Each with its amounts as every other
 * screen has them: a canje and an order begin with what the client hands over, and count for the other.
 */
export async function volumeDocuments(
  db: Db,
  days: Rango,
  f: FiltroVolumen,
  limite: number,
  key: KeyDocumento | null,
  quien: Vista,
): Promise<FilaDocumento[]> {
  const { rows } = await sql<FilaDocumento>`
    SELECT d.origen, d.id, d.numero, d.fecha, d.fecha_negocio, d.tipo, d.segmento, f.nombre AS cliente, ${displayName('u')} AS cajero,
           de.iso AS de, a.iso AS a, m.iso AS moneda, round(x.monto, m.decimales)::text AS monto, k.iso AS contramoneda,
           round(x.contravalor, k.decimales)::text AS contravalor, round(d.monto_usd, 2)::text AS usd
           ${sucursalDe(quien, 'd.sucursal_id')}
    FROM (${branch('reportes_ventas', days, f, limite, key)} UNION ALL ${branch('reportes_ordenes', days, f, limite, key)}
          ORDER BY fecha_negocio DESC, fecha DESC, origen DESC, id DESC LIMIT ${limite + 1}) d
    CROSS JOIN LATERAL (
      SELECT d.contramoneda_id AS moneda_id, d.contravalor AS monto, d.moneda_id AS contramoneda_id, d.monto AS contravalor
      WHERE d.tipo IN ('canje', 'orden')
      UNION ALL
      SELECT d.moneda_id, d.monto, d.contramoneda_id, d.contravalor WHERE d.tipo NOT IN ('canje', 'orden')) x
    JOIN usuarios u ON u.id = d.usuario_id ${ficha('d')}
    JOIN monedas m ON m.id = x.moneda_id JOIN monedas k ON k.id = x.contramoneda_id
    JOIN monedas de ON de.id = d.de_id JOIN monedas a ON a.id = d.a_id
    ORDER BY d.fecha_negocio DESC, d.fecha DESC, d.origen DESC, d.id DESC`.execute(db)
  return rows
}

/** The totals of all those operations. */
export async function volumeSum(db: Db, days: Rango, f: FiltroVolumen): Promise<SumasVolumen> {
  const { rows } = await sql<SumasVolumen>`
    SELECT ${sumas('r', sql`true`)} FROM ${operado(days, f)}`.execute(db)
  return rows[0] as SumasVolumen
}
