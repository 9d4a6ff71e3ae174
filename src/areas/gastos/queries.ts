import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AnswerOf } from '../../core/contract.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import {
  adjuntosJson,
  apuntesJson,
  displayName,
  historialJson,
  monedaJson,
} from '../../server/documento.ts'
import { unaMas } from '../../server/http/page.ts'
import { buscaNumero, likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, exigirVisible, ordenDe } from '../../server/http/respuesta/orden.ts'
import { enSucursal, sucursalDe, type Vista } from '../../server/sucursales.ts'
import type { contrato, Detalle, Fila, Recurrente } from './contract.ts'

type Filtros = z.output<typeof contrato.totales.query>
type Consulta = z.output<typeof contrato.listar.query>
type Totales = AnswerOf<typeof contrato.totales>
type Opciones = AnswerOf<typeof contrato.opciones>
/** Key of the next page: the id of the last row seen; its day is looked up. */
export type Key = [id: number]

function conditions(f: Filtros): RawBuilder<unknown> {
  const all = [
    sql`true`,
    ...(f.desde ? [sql`g.fecha >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`g.fecha <= ${f.hasta}::date`] : []),
    ...(f.estado ? [sql`g.estado = ${sql.lit(f.estado)}`] : []),
    ...(f.categoria_id ? [sql`g.categoria_id = ${f.categoria_id}`] : []),
    ...(f.cuenta_id ? [sql`g.cuenta_id = ${f.cuenta_id}`] : []),
    ...enSucursal(['g.sucursal_id'], f),
    ...(f.buscar
      ? [
          sql`(normalizar(concat_ws(' ', g.descripcion, g.proveedor, g.ruc, g.serie_numero)) LIKE ${likeOf(f.buscar)}
               OR ${buscaNumero('g.numero', 'GA', f.buscar)})`,
        ]
      : []),
  ]
  return sql.join(all, sql` AND `)
}

const columns = (quien: Vista, ganancia: boolean) => sql`
  g.id, g.numero, g.fecha, g.categoria_id, k.nombre AS categoria, g.proveedor, g.descripcion, c.nombre AS cuenta,
  ${monedaJson('m')} AS moneda, round(g.monto, m.decimales)::text AS monto, g.comprobante, g.serie_numero,
  ${displayName('u')} AS usuario, g.estado, g.confirmado
  ${sucursalDe(quien, 'g.sucursal_id')} ${ganancia ? sql`, round(g.valor, 2)::text AS valor` : sql``}`

const joined = sql`gastos g JOIN gastos_categorias k ON k.id = g.categoria_id JOIN cuentas c ON c.id = g.cuenta_id
  JOIN monedas m ON m.id = g.moneda_id JOIN usuarios u ON u.id = g.solicitado_por`

const EN_ORDEN = {
  tabla: 'gastos',
  fila: 'g',
  por: {
    fecha: columna('fecha'),
    numero: columna('numero'),
    proveedor: (t: string) => sql`coalesce(normalizar(${sql.ref(`${t}.proveedor`)}), '')`,
    monto: columna('monto'),
    valor: columna('valor'),
  },
}

/** One row more than the page, which tells whether there is a next page. */
export function list(f: Consulta, limite: number, key: Key | null, quien: Vista): Filas<Fila> {
  const ganancia = tiene(quien, 'ganancia:ver')
  if (!ganancia) exigirVisible(f.orden, ['valor'])
  const { por, desde } = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  return sql<Fila>`
    SELECT ${columns(quien, ganancia)} FROM ${joined}
    WHERE ${conditions(f)} ${desde ? sql`AND ${desde}` : sql``}
    ORDER BY ${por} LIMIT ${unaMas(limite, f)}`
}

/**
 * Paid totals per currency; and per category, in soles at cost, the filtered total and the whole month with its budget.
 */
export async function totals(db: Db, f: Filtros, ganancia: boolean): Promise<Totales> {
  const mes = sql`date_trunc('month', coalesce(${f.hasta ?? null}::date, fecha_negocio(ahora())))::date`
  const { rows } = await sql<Totales>`
    SELECT to_char(${mes}, 'YYYY-MM') AS mes,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('moneda', x.moneda, 'total', x.total, 'gastos', x.gastos) ORDER BY x.id), '[]')
       FROM (SELECT m.id, ${monedaJson('m')} AS moneda, round(sum(g.monto), m.decimales)::text AS total, count(*)::int AS gastos
             FROM ${joined} WHERE ${conditions(f)} AND g.estado = 'pagado' GROUP BY m.id) x) AS monedas
      ${
        ganancia
          ? sql`, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('categoria_id', y.id, 'categoria', y.nombre, 'filtrado', y.filtrado,
                 'mes', y.mes, 'presupuesto', y.presupuesto) ORDER BY y.nombre), '[]')
        FROM (
          SELECT q.id, q.nombre, round(q.presupuesto, 2)::text AS presupuesto,
            round(coalesce((SELECT sum(g.valor) FROM ${joined} WHERE ${conditions(f)} AND g.estado = 'pagado'
              AND g.categoria_id = q.id), 0), 2)::text AS filtrado,
            round(coalesce((SELECT sum(h.valor) FROM gastos h WHERE h.categoria_id = q.id AND h.estado = 'pagado'
              AND h.fecha >= ${mes} AND h.fecha < ${mes} + interval '1 month'), 0), 2)::text AS mes
          FROM gastos_categorias q) y
        WHERE y.presupuesto IS NOT NULL OR y.filtrado <> '0.00' OR y.mes <> '0.00') AS categorias`
          : sql``
      }`.execute(db)
  return rows[0] as Totales
}

/** One complete expense; null when it does not exist. Cost and entry only with `ganancia`. */
export async function detail(db: Db, id: number, quien: Vista): Promise<Detalle | null> {
  const { rows } = await sql<Detalle>`
    SELECT ${columns(quien, true)}, g.cuenta_id, g.ruc, g.registrado_en, round(g.valor_dia, 2)::text AS valor_dia,
           CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('id', t.id, 'dia', t.dia, 'activo', t.activo) END AS recurrente,
           g.solicitado_por = ${quien.usuario_id} AS propio,
           CASE WHEN g.estado = 'pendiente' THEN aprobaciones_por('gastos:aprobar', g.solicitado_por, gastos_juicio(g))
                ELSE '{}' END AS aprueban, ${displayName('r')} AS resuelto_por, g.resuelto_en, g.nota,
           g.pagado_en, ${displayName('n')} AS anulado_por, g.anulado_en, g.motivo_anulacion, g.version,
           ${adjuntosJson('gastos', sql`g.id`)} AS adjuntos, ${monedaJson('f')} AS funcional,
           ${apuntesJson(sql`s.origen = 'gastos' AND s.origen_id = g.id`)} AS apuntes,
           ${historialJson('gastos', sql`g.id`)} AS historial
    FROM ${joined} JOIN monedas f ON f.funcional LEFT JOIN gastos_recurrentes t ON t.id = g.recurrente_id
    LEFT JOIN usuarios r ON r.id = g.resuelto_por LEFT JOIN usuarios n ON n.id = g.anulado_por
    WHERE g.id = ${id}`.execute(db)
  const [row] = rows
  if (!row || tiene(quien, 'ganancia:ver')) return row ?? null
  const { valor: _, valor_dia: __, apuntes: ___, ...rest } = row
  return rest
}

/** The options of the form, in one round trip. */
export async function options(db: Db, quien: Quien): Promise<Opciones> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const { rows } = await sql<Opciones>`
    WITH x AS MATERIALIZED (
      SELECT ventana_suma('gasto', ${quien.usuario_id}) AS gasto, ventana_suma('sin-papel', ${quien.usuario_id}) AS sin_papel,
             sucursal_de('{}', ${quien.usuario_id}) AS sucursal_id)
    SELECT fecha_negocio(ahora()) AS hoy,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'nombre', nombre) ORDER BY id), '[]')
            FROM gastos_categorias WHERE estatus) AS categorias,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'nombre', c.nombre,
              'moneda', ${monedaJson('m')} || jsonb_build_object('funcional', m.funcional),
              'saldo', round(k.saldo, m.decimales)::text,
              'de', CASE WHEN c.responsable_id <> ${quien.usuario_id} THEN usuarios_corto(w) END,
              'promedio', CASE WHEN ${ganancia} THEN round(v.saldo / nullif(-q.saldo, 0), 6)::text END,
              'precio', trim_scale(precio_funcional(m.id))::text, 'libre', y.libre::text,
              'libre_sin_papel', least(y.libre, y.sin_papel)::text) ORDER BY m.funcional DESC, m.id,
                c.responsable_id = ${quien.usuario_id} DESC NULLS LAST, c.nombre), '[]')
            FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
            LEFT JOIN usuarios w ON w.id = c.responsable_id
            LEFT JOIN posiciones p ON p.moneda_id = m.id LEFT JOIN cuentas_contables q ON q.id = p.posicion_id
            LEFT JOIN cuentas_contables v ON v.id = p.contravalor_id
            -- As a posting judges it (gastos_de_mas): by the limits of his branch and the account's.
            CROSS JOIN LATERAL (
              SELECT greatest(round(ajuste_en('gasto_aprobacion_funcional', ARRAY[x.sucursal_id, c.sucursal_id]) - x.gasto, 2), 0) AS libre,
                     greatest(round(ajuste_en('gasto_sin_papel_funcional', ARRAY[x.sucursal_id, c.sucursal_id]) - x.sin_papel, 2), 0)
                       AS sin_papel) y
            -- An account under count cannot pay, and its balance is hidden, so that the count is blind.
            WHERE c.estatus AND k.bloqueo IS DISTINCT FROM 'conteo' AND cuentas_suya(${auditOf(quien)}::jsonb, c)) AS cuentas
    FROM x`.execute(db)
  return rows[0] as Opciones
}

export async function recurring(db: Db): Promise<Recurrente[]> {
  const { rows } = await sql<Recurrente>`
    SELECT t.id, k.nombre AS categoria, t.proveedor, t.descripcion, c.nombre AS cuenta, ${monedaJson('m')} AS moneda,
           round(t.monto, m.decimales)::text AS monto, t.dia, t.activo
    FROM gastos_recurrentes t JOIN gastos_categorias k ON k.id = t.categoria_id JOIN cuentas c ON c.id = t.cuenta_id
    JOIN monedas m ON m.id = c.moneda_id ORDER BY t.activo DESC, t.dia, t.id`.execute(db)
  return rows
}
