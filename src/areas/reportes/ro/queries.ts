import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { ficha } from '../../clientes/queries.ts'
import type { FilaRo } from '../contract/ro.ts'
import type { contrato } from '../contract.ts'
import type { Rango } from '../rules.ts'

type Consulta = z.output<typeof contrato.ro.query>
type Filtro = Pick<Consulta, 'modalidad' | 'faltan'>

/** The cursor of a page: the last operation. */
export type KeyRo = [fecha: string, origen: string, id: number]

/** Joins the client of document `d` as he was then (R-151), completed with what is known since, as `c`. */
const persona = (d: string) => sql`
  ${ficha(d)} LEFT JOIN clientes h ON h.id = ${sql.ref(d)}.cliente_id
  LEFT JOIN LATERAL clientes_completar(f, h) c ON f.id IS NOT NULL`

/**
 * Operations of these days that reach the single threshold, or whose client reaches the monthly threshold in that
 * calendar month; also those of unknown value, which must not be missed. Sorted by time, each with its ordinal and
 * missing data; `p` is the document, `c` the client as he was.
 */
const registro = ({ desde, hasta }: Rango) => sql`
  umbral AS (SELECT ajuste('ro_unica_usd')::numeric AS unica, ajuste('ro_multiple_usd')::numeric AS multiple),
  docs AS MATERIALIZED (
    SELECT d.*, date_trunc('month', d.fecha_negocio)::date AS mes FROM reportes_documentos d
    WHERE d.estado <> 'anulada' AND d.fecha_negocio >= date_trunc('month', ${desde}::date)
      AND d.fecha_negocio < date_trunc('month', ${hasta}::date) + interval '1 month'),
  meses AS (
    SELECT cliente_id, mes, sum(monto_usd) AS acumulado FROM docs WHERE cliente_id IS NOT NULL GROUP BY 1, 2),
  hallados AS (
    SELECT d.*, m.acumulado,
           CASE WHEN d.monto_usd IS NULL THEN 'sin_equivalente' WHEN d.monto_usd >= u.unica THEN 'unica' ELSE 'multiple' END AS modalidad
    FROM docs d CROSS JOIN umbral u LEFT JOIN meses m ON m.cliente_id = d.cliente_id AND m.mes = d.mes
    WHERE d.fecha_negocio BETWEEN ${desde}::date AND ${hasta}::date
      AND (d.monto_usd IS NULL OR d.monto_usd >= u.unica OR m.acumulado >= u.multiple)),
  papeles AS (
    SELECT h.*, coalesce(v.declaracion, o.declaracion) AS declaracion, o.beneficiario, o.pais_destino
    FROM hallados h LEFT JOIN compras_ventas v ON h.origen = 'compras-ventas' AND v.id = h.id
    LEFT JOIN ordenes o ON h.origen = 'ordenes' AND o.id = h.id),
  registro AS (
    SELECT p.*, row_number() OVER (ORDER BY p.fecha, p.origen, p.id)::int AS n,
           coalesce(p.declaracion->>'origen', c.origen_fondos) AS origen_fondos,
           array_remove(ARRAY[
             CASE WHEN c.id IS NULL THEN 'cliente' END,
             CASE WHEN c.tipo_persona = 'natural' AND c.nacionalidad IS NULL THEN 'nacionalidad' END,
             CASE WHEN c.tipo_persona = 'natural' AND c.fecha_nac IS NULL THEN 'nacimiento' END,
             CASE WHEN c.tipo_persona = 'natural' AND c.ocupacion IS NULL THEN 'ocupacion' END,
             CASE WHEN c.id IS NOT NULL AND c.direccion IS NULL THEN 'direccion' END,
             CASE WHEN c.tipo_persona = 'juridica' AND c.representante IS NULL THEN 'representante' END,
             CASE WHEN c.tipo_persona = 'juridica' AND c.representante_doc IS NULL THEN 'representante_doc' END,
             CASE WHEN c.tipo_persona = 'juridica' AND c.objeto_social IS NULL THEN 'objeto_social' END,
             CASE WHEN c.id IS NOT NULL AND coalesce(p.declaracion->>'origen', c.origen_fondos) IS NULL THEN 'origen' END,
             CASE WHEN c.vence_doc < p.fecha_negocio THEN 'vence_doc' END,
             CASE WHEN p.monto_usd IS NULL THEN 'usd' END], NULL) AS faltan
    FROM papeles p ${persona('p')})`

const conditions = ({ modalidad, faltan }: Filtro) =>
  sql.join(
    [
      sql`true`,
      ...(modalidad ? [sql`r.modalidad = ${modalidad}`] : []),
      ...(faltan ? [sql`cardinality(r.faltan) > 0`] : []),
    ],
    sql` AND `,
  )

/** How the client paid: cash, by account, or both. */
const fondos = sql`(
  SELECT CASE WHEN bool_and(t.efectivo) THEN 'efectivo' WHEN bool_or(t.efectivo) THEN 'mixto' ELSE 'cuenta' END
  FROM (SELECT g.tipo_pago_id FROM compras_ventas_pagos g
        WHERE r.origen = 'compras-ventas' AND g.compra_venta_id = r.id AND g.lado = 'recibimos' AND g.estado <> 'sustituido'
        UNION ALL
        SELECT b.tipo_pago_id FROM ordenes_cobros b WHERE r.origen = 'ordenes' AND b.orden_id = r.id AND b.estado = 'verificado') g
  JOIN tipos_pagos t ON t.id = g.tipo_pago_id HAVING count(*) > 0)`

/** One page of the register, sorted by time; whole document numbers only with `documentos`. */
export async function register(
  db: Db,
  days: Rango,
  f: Filtro,
  limite: number,
  key: KeyRo | null,
  documentos: boolean,
): Promise<FilaRo[]> {
  const doc = (column: string) => {
    const whole = sql.ref(column)
    return documentos ? whole : sql`'****' || right(${whole}, 4)`
  }
  const after = key
    ? sql`AND (r.fecha, r.origen, r.id) > (${key[0]}::timestamptz, ${key[1]}, ${key[2]})`
    : sql``
  // In a sale the client hands over the countervalue; in other operations he receives it.
  const entrega = (own: string, other: string) =>
    sql`CASE r.tipo WHEN 'compra' THEN ${sql.ref(own)} ELSE ${sql.ref(other)} END`
  const { rows } = await sql<FilaRo>`
    WITH ${registro(days)}
    SELECT r.origen, r.id, r.n, s.nombre AS oficina, r.fecha, r.numero, r.modalidad, r.tipo, ${fondos} AS fondos,
           de.iso AS entrega_moneda, round(${entrega('r.monto', 'r.contravalor')}, de.decimales)::text AS entrega,
           a.iso AS recibe_moneda, round(${entrega('r.contravalor', 'r.monto')}, a.decimales)::text AS recibe,
           round(r.tasa, greatest(r.precision, scale(trim_scale(r.tasa))))::text AS tasa, r.precision,
           round(r.monto_usd, 2)::text AS usd, round(r.acumulado, 2)::text AS acumulado, r.origen_fondos,
           r.declaracion->>'destino' AS destino_fondos, r.cliente_id, c.tipo_persona, c.tipo_doc, ${doc('c.num_doc')} AS num_doc,
           c.nombre AS cliente, p.nombre AS nacionalidad, c.fecha_nac AS nacimiento, c.ocupacion,
           nullif(concat_ws(', ', c.direccion, c.distrito), '') AS direccion, c.celular, c.pep, c.cuenta_propia,
           c.representante, ${doc('c.representante_doc')} AS representante_doc, r.beneficiario->>'nombre' AS beneficiario,
           ${documentos ? sql`r.beneficiario->>'num_doc'` : sql`'****' || right(r.beneficiario->>'num_doc', 4)`} AS beneficiario_doc,
           d.nombre AS beneficiario_pais, ${displayName('u')} AS cajero, r.faltan
    FROM registro r JOIN usuarios u ON u.id = r.usuario_id LEFT JOIN sucursales s ON s.id = u.sucursal_id
    JOIN monedas de ON de.id = r.de_id JOIN monedas a ON a.id = r.a_id
    ${persona('r')} LEFT JOIN paises p ON p.id = c.nacionalidad
    LEFT JOIN paises d ON d.id = r.pais_destino
    WHERE ${conditions(f)} ${after} ORDER BY r.fecha, r.origen, r.id LIMIT ${limite + 1}`.execute(
    db,
  )
  return rows
}

interface Resumen {
  umbrales: { unica: string; multiple: string }
  sumas: { operaciones: number; clientes: number; con_faltas: number; usd: string }
}

/** The thresholds, and the totals of all filtered rows. */
export async function registerSums(db: Db, days: Rango, f: Filtro): Promise<Resumen> {
  const { rows } = await sql<Resumen>`
    WITH ${registro(days)}
    SELECT (SELECT jsonb_build_object('unica', unica::text, 'multiple', multiple::text) FROM umbral) AS umbrales,
           jsonb_build_object('operaciones', count(*)::int, 'clientes', count(DISTINCT r.cliente_id)::int,
             'con_faltas', count(*) FILTER (WHERE cardinality(r.faltan) > 0)::int,
             'usd', round(coalesce(sum(r.monto_usd), 0), 2)::text) AS sumas
    FROM registro r WHERE ${conditions(f)}`.execute(db)
  return rows[0] as Resumen
}
