import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { sucursalDe, type Vista } from '../../../server/sucursales.ts'
import { ficha } from '../../clientes/queries.ts'
import type {
  Cifras,
  Concepto,
  Ganancia,
  GrupoGanancia,
  MovimientoGanancia,
  VistaGanancia,
} from '../contract.ts'
import { conditions, type Operacion, resumen } from '../queries.ts'
import type { Comparacion, Rango } from '../rules.ts'
import { VISTAS } from '../vistas.ts'

const CIFRAS = [
  'ganancia',
  'servicio',
  'redondeo',
  'bancarios',
  'comisiones',
  'anulaciones',
] as const
const neta = sql.join(
  CIFRAS.map((name) => sql.ref(name)),
  sql` + `,
)

/** The figures of a period as text with two decimals, which is exact in the functional currency. */
const cifras = (when: RawBuilder<unknown>) =>
  sql.join(
    [...CIFRAS, 'neta'].map(
      (name) =>
        sql`round(coalesce(sum(${sql.ref(`g.${name}`)}) FILTER (WHERE ${when}), 0), 2)::text AS ${sql.ref(name)}`,
    ),
  )

/** Filtered rows of a range, from stored summaries and from days without one. */
const rango = (days: Rango, f: Operacion, por?: VistaGanancia) =>
  sql`${resumen(days, f, por)} r WHERE ${conditions('r', f)}`

/** Operating profit and its costs by the chosen grouping, with the period before. */
export async function gain(
  db: Db,
  { periodo, antes }: Comparacion,
  f: Operacion,
  por: VistaGanancia,
): Promise<Omit<Ganancia, keyof Comparacion>> {
  const { clave, nombre, orden } = VISTAS[por]
  const sums = sql.join(CIFRAS.map((name) => sql`sum(${sql.ref(`r.${name}`)}) AS ${sql.ref(name)}`))
  const before = por === 'dia' ? sql`NULL::text` : sql`k.antes`
  const { rows } = await sql<{
    filas: GrupoGanancia[]
    totales: [Cifras, Cifras]
    dias: Ganancia['dias']
  }>`
    WITH g AS MATERIALIZED (
      SELECT x.*, ${neta} AS neta FROM (
        SELECT false AS antes, r.fecha, ${clave} AS clave, ${sums} FROM ${rango(periodo, f, por)} GROUP BY r.fecha, 3
        UNION ALL
        SELECT true, r.fecha, ${clave}, ${sums} FROM ${rango(antes, f, por)} GROUP BY r.fecha, 3) x),
    k AS (
      SELECT g.clave, ${cifras(sql`NOT g.antes`)}, round(coalesce(sum(g.neta) FILTER (WHERE g.antes), 0), 2)::text AS antes,
             sum(g.neta) FILTER (WHERE NOT g.antes) AS peso
      FROM g ${por === 'dia' ? sql`WHERE NOT g.antes` : sql``} GROUP BY g.clave
      HAVING bool_or(g.ganancia <> 0 OR g.servicio <> 0 OR g.redondeo <> 0 OR g.bancarios <> 0 OR g.comisiones <> 0
             OR g.anulaciones <> 0))
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('clave', k.clave, 'nombre', ${nombre}, 'ganancia', k.ganancia,
              'servicio', k.servicio, 'redondeo', k.redondeo, 'bancarios', k.bancarios, 'comisiones', k.comisiones,
              'anulaciones', k.anulaciones,
              'neta', k.neta, 'antes', ${before})
              ORDER BY ${orden}), '[]')
            FROM k) AS filas,
           (SELECT jsonb_build_array(
              (SELECT to_jsonb(t) FROM (SELECT ${cifras(sql`NOT g.antes`)} FROM g) t),
              (SELECT to_jsonb(t) FROM (SELECT ${cifras(sql`g.antes`)} FROM g) t))) AS totales,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', d.fecha, 'ganancia', d.ganancia, 'neta', d.neta)
                                      ORDER BY d.fecha), '[]')
            FROM (SELECT g.fecha, ${cifras(sql`true`)} FROM g WHERE NOT g.antes GROUP BY g.fecha) d) AS dias`.execute(
    db,
  )
  const { filas, totales, dias } = rows[0] as (typeof rows)[0]
  return { filas, total: totales[0], total_antes: totales[1], dias }
}

/** The cursor of a page: the last leg. */
export type KeyMovimiento = [fecha_negocio: string, asiento_id: number, id: number]
export type FilaMovimiento = MovimientoGanancia & { fecha_negocio: string; asiento_id: number }

/** The ledger legs behind a figure, newest first; one row more than the page. */
export async function gainLegs(
  db: Db,
  { desde, hasta }: Rango,
  f: Operacion & { concepto?: Concepto | undefined },
  limite: number,
  key: KeyMovimiento | null,
  quien: Vista,
): Promise<FilaMovimiento[]> {
  const after = key
    ? sql`AND (m.fecha_negocio, m.asiento_id, m.id) < (${key[0]}::date, ${key[1]}, ${key[2]})`
    : sql``
  const { rows } = await sql<FilaMovimiento>`
    SELECT m.id, m.asiento_id, m.fecha_negocio, m.fecha, m.origen, m.origen_id, d.numero, m.glosa, m.tipo, m.concepto,
           n.iso AS moneda, f.nombre AS cliente, ${displayName('u')} AS cajero, round(m.importe, 2)::text AS importe
           ${sucursalDe(quien, 'm.sucursal_id')}
    FROM (SELECT * FROM reportes_movimientos m
          WHERE m.fecha_negocio BETWEEN ${desde}::date AND ${hasta}::date AND ${conditions('m', f)} ${after}
            ${f.concepto ? sql`AND m.concepto = ${f.concepto}` : sql``}
          ORDER BY m.fecha_negocio DESC, m.asiento_id DESC, m.id DESC LIMIT ${limite + 1}) m
    JOIN usuarios u ON u.id = m.usuario_id ${ficha('m')}
    LEFT JOIN monedas n ON n.id = m.moneda_id
    LEFT JOIN documentos d ON d.origen = m.origen AND d.origen_id = m.origen_id
    ORDER BY m.fecha_negocio DESC, m.asiento_id DESC, m.id DESC`.execute(db)
  return rows
}

/** The total of all those legs. */
export async function gainSum(
  db: Db,
  days: Rango,
  f: Operacion & { concepto?: Concepto | undefined },
): Promise<string> {
  const what = f.concepto ? sql.ref(`r.${f.concepto}`) : sql`${neta}`
  const { rows } = await sql<{ suma: string }>`
    SELECT round(coalesce(sum(${what}), 0), 2)::text AS suma FROM ${rango(days, f)}`.execute(db)
  return rows[0]?.suma ?? '0.00'
}
