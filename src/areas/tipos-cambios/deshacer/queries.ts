import { sql } from 'kysely'
import type { MetodoCalculo } from '../../../core/dinero/tasa.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import type { Filas } from '../../../server/http/respuesta/escrita.ts'
import { ficha } from '../../clientes/queries.ts'
import type { OperacionDeTasa, Vuelta } from '../contract/deshacer.ts'
import type { Fila } from './rules.ts'

export interface FilaLeida extends Fila {
  desde: string
  usuario: string | null
  motivo: string | null
}

/** The newest histórico rows of a rate, as many as an undo may look back. */
export async function lastRows(db: Db, tipo_cambio_id: number): Promise<FilaLeida[]> {
  const { rows } = await sql<FilaLeida>`
    SELECT h.id, round(h.tasa, h.precision)::text AS tasa, h.precision, h.metodo_calculo, h.origen,
           trim_scale(h.margen)::text AS margen, lower(h.vigencia) AS desde, ${displayName('u')} AS usuario, h.motivo,
           EXISTS (SELECT FROM tipos_cambios_deshechos_filas f WHERE f.historico_id = h.id) AS deshecha,
           EXISTS (SELECT FROM tipos_cambios_deshechos_filas f WHERE f.restaurado_id = h.id) AS restaura
    FROM tipos_cambios_historico h LEFT JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.tipo_cambio_id = ${tipo_cambio_id} ORDER BY h.id DESC LIMIT 50`.execute(db)
  return rows
}

export interface FilaPar {
  id: number
  compra: string
  venta: string
  desde: string
  usuario: string | null
  motivo: string | null
  deshecha: boolean
  restaura: boolean
}

/** The same for the prices of a pair. */
export async function lastPrices(db: Db, par_id: number): Promise<FilaPar[]> {
  const { rows } = await sql<FilaPar>`
    SELECT h.id, round(h.compra, p.precision)::text AS compra, round(h.venta, p.precision)::text AS venta,
           lower(h.vigencia) AS desde, ${displayName('u')} AS usuario, h.motivo,
           EXISTS (SELECT FROM tipos_cambios_deshechos f WHERE f.par_historico_id = h.id) AS deshecha,
           EXISTS (SELECT FROM tipos_cambios_deshechos f WHERE f.par_restaurado_id = h.id) AS restaura
    FROM pares_divisas_historico h JOIN pares_divisas p ON p.id = h.par_id LEFT JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.par_id = ${par_id} ORDER BY h.id DESC LIMIT 50`.execute(db)
  return rows
}

/** Of these pairs, the one whose prices changed last: the cause of the latest change of their dependents. */
export async function lastMoved(db: Db, pares: readonly number[]) {
  const { rows } = await sql<{ id: number; nombre: string }>`
    SELECT p.id, b.iso || '/' || q.iso AS nombre FROM pares_divisas p
    JOIN pares_divisas_historico h ON h.par_id = p.id AND upper_inf(h.vigencia)
    JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id
    WHERE p.id = ANY(${pares}) ORDER BY lower(h.vigencia) DESC, h.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** The non-manual histórico rows of these rates since the pair's wrong prices. */
export async function rowsSince(db: Db, tipos: readonly number[], desde: string) {
  const { rows } = await sql<{ id: number; tipo_cambio_id: number }>`
    SELECT id, tipo_cambio_id FROM tipos_cambios_historico
    WHERE tipo_cambio_id = ANY(${tipos}) AND lower(vigencia) >= ${desde}::timestamptz AND origen <> 'manual'
    ORDER BY id`.execute(db)
  return rows
}

/** A wrong row, and the rate that its operations should have used. */
export interface Debida {
  historico_id: number
  tasa: string
  metodo_calculo: MetodoCalculo
}

export interface Hecha extends OperacionDeTasa {
  costo: string | null
  de_hoy: boolean
  con_cliente: boolean
  tasa_debida: string
  metodo_debido: MetodoCalculo
  total: number
  diferencia_total: string | null
}

const MOST = 500

const moneda = (alias: 'd' | 'c') => sql`jsonb_build_object('iso', ${sql.ref(`${alias}.iso`)},
  'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)})`

const columns = sql`o.origen, o.id, o.numero, o.fecha, o.tipo, o.estado, k.nombre AS cliente, ${moneda('d')} AS divisa,
  round(o.monto, d.decimales)::text AS monto, ${moneda('c')} AS contramoneda,
  round(o.contravalor, c.decimales)::text AS contravalor, round(o.tasa, o.precision)::text AS tasa, o.precision`

const joins = sql`JOIN monedas d ON d.id = o.divisa_id JOIN monedas c ON c.id = o.contramoneda_id
  ${ficha('o', 'k')}`

/** The operations made with wrong rows, newest first, and their total profit or loss by the wrong rates. */
export async function madeWith(db: Db, wrong: readonly Debida[]): Promise<Hecha[]> {
  const { rows } = await sql<Hecha>`
    SELECT ${columns}, trim_scale(o.costo)::text AS costo, fecha_negocio(o.fecha) = fecha_negocio(ahora()) AS de_hoy,
           o.cliente_id IS NOT NULL AS con_cliente, w.tasa AS tasa_debida, w.metodo_calculo AS metodo_debido,
           count(*) OVER ()::int AS total,
           round(sum(tipos_cambios_diferencia(o.tipo, o.contravalor,
             tipos_cambios_debido(o.tipo, o.monto, w.tasa::numeric, w.metodo_calculo, c.decimales), o.costo))
             FILTER (WHERE o.estado NOT IN ('anulada', 'vencida')) OVER (), 2)::text AS diferencia_total
    FROM jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) AS w (historico_id bigint, tasa text, metodo_calculo text)
    JOIN operaciones_de_tasa o ON o.historico_id = w.historico_id ${joins}
    ORDER BY o.fecha DESC, o.numero DESC LIMIT ${MOST}`.execute(db)
  return rows
}

/** Pagination: operations older than the one with this number. */
const after = (numero: string) => sql`AND (o.fecha, o.numero) < (
  SELECT x.fecha, x.numero FROM operaciones_de_tasa x WHERE x.historico_id = o.historico_id AND x.numero = ${numero})`

/** The operations made with one histórico row, newest first. */
export function madeWithRow(
  historico_id: number,
  { limite, antes }: { limite: number; antes: string | null },
): Filas<OperacionDeTasa> {
  return sql<OperacionDeTasa>`
    SELECT ${columns} FROM operaciones_de_tasa o ${joins}
    WHERE o.historico_id = ${historico_id} ${antes === null ? sql`` : after(antes)}
    ORDER BY o.fecha DESC, o.numero DESC LIMIT ${limite + 1}`
}

/** Stores an undo: the wrong rows and the rows that restored them. */
export async function keep(
  db: Db,
  given: {
    usuario_id: number
    motivo: string
    par?: { historico_id: number; restaurado_id: number }
    filas: readonly { historico_id: number; restaurado_id: number }[]
  },
): Promise<number> {
  const { par, filas } = given
  const { rows } = await sql<{ id: number }>`
    INSERT INTO tipos_cambios_deshechos (usuario_id, motivo, par_historico_id, par_restaurado_id)
    VALUES (${given.usuario_id}, ${given.motivo}, ${par?.historico_id ?? null}, ${par?.restaurado_id ?? null})
    RETURNING id`.execute(db)
  const id = rows[0]?.id as number
  await sql`
    INSERT INTO tipos_cambios_deshechos_filas (historico_id, restaurado_id, deshecho_id)
    SELECT x.historico_id, x.restaurado_id, ${id}
    FROM jsonb_to_recordset(${JSON.stringify(filas)}::jsonb) AS x (historico_id bigint, restaurado_id bigint)`.execute(
    db,
  )
  return id
}

export interface Guardado {
  id: number
  fecha: string
  usuario: string
  motivo: string
  par: {
    id: number
    nombre: string
    precision: number
    erroneo: { compra: string; venta: string }
    restaurado: { compra: string; venta: string }
  } | null
  filas: (Vuelta & { historico_id: number; metodo_calculo: MetodoCalculo })[]
}

const priceJson = (alias: string) => sql`jsonb_build_object(
  'compra', round(${sql.ref(`${alias}.compra`)}, p.precision)::text,
  'venta', round(${sql.ref(`${alias}.venta`)}, p.precision)::text)`

/** A stored undo; null when there is none. */
export async function kept(db: Db, id: number): Promise<Guardado | null> {
  const { rows } = await sql<Guardado>`
    SELECT x.id, x.fecha, ${displayName('u')} AS usuario, x.motivo,
           CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'nombre', pb.iso || '/' || pq.iso,
             'precision', p.precision, 'erroneo', ${priceJson('w')}, 'restaurado', ${priceJson('r')}) END AS par,
           coalesce((SELECT jsonb_agg(jsonb_build_object('historico_id', f.historico_id, 'tipo_cambio_id', t.id,
               'pais', y.nombre, 'base', b.iso, 'cotizacion', q.iso, 'segmento', t.segmento, 'precision', n.precision,
               'tasa_erronea', round(e.tasa, e.precision)::text, 'tasa', round(n.tasa, n.precision)::text,
               'metodo_calculo', n.metodo_calculo) ORDER BY f.historico_id)
             FROM tipos_cambios_deshechos_filas f
             JOIN tipos_cambios_historico e ON e.id = f.historico_id JOIN tipos_cambios_historico n ON n.id = f.restaurado_id
             JOIN tipos_cambios t ON t.id = e.tipo_cambio_id JOIN paises y ON y.id = t.pais
             JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id
             WHERE f.deshecho_id = x.id), '[]') AS filas
    FROM tipos_cambios_deshechos x JOIN usuarios u ON u.id = x.usuario_id
    LEFT JOIN pares_divisas_historico w ON w.id = x.par_historico_id
    LEFT JOIN pares_divisas_historico r ON r.id = x.par_restaurado_id
    LEFT JOIN pares_divisas p ON p.id = w.par_id
    LEFT JOIN monedas pb ON pb.id = p.base_id LEFT JOIN monedas pq ON pq.id = p.cotizacion_id
    WHERE x.id = ${id}`.execute(db)
  return rows[0] ?? null
}
