import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { ficha } from '../../clientes/queries.ts'
import type { FilaRo } from '../contract/ro.ts'
import type { contrato } from '../contract.ts'
import type { Rango } from '../rules.ts'

type Consulta = z.output<typeof contrato.ro.query>
type Filtro = Pick<Consulta, 'modalidad' | 'faltan' | 'cliente_id'>

/** The cursor of a page: the last operation. */
export type KeyRo = [fecha: string, origen: string, id: number]

/**
 * Operations between two days, with no more of them than tells who is in the register and what lacks. `movido`: what
 * each moved of new money, an order with what was too much of its payments (R-277) and without what a credit paid of it,
 * which counted when it came (R-279), both at one price; `junto`: what one visit moved, a ticket's operations together (R-266).
 */
const montos = (desde: RawBuilder<unknown>, hasta: RawBuilder<unknown>) => sql`
  SELECT x.*, date_trunc('month', x.dia::timestamp) AS mes FROM (
    SELECT 'compras-ventas'::text AS origen, id, fecha, fecha_negocio AS dia, cliente_id, ficha_id, monto_usd,
           monto_usd AS movido,
           CASE WHEN ticket_id IS NULL THEN monto_usd ELSE (SELECT sum(y.monto_usd) FROM compras_ventas y
             WHERE y.ticket_id = o.ticket_id AND y.estado <> 'anulada') END AS junto,
           declaracion->>'origen' AS declarado
    FROM compras_ventas o WHERE estado <> 'anulada' AND fecha_negocio >= ${desde} AND fecha_negocio < ${hasta}
    UNION ALL
    SELECT 'ordenes', id, pagada_en, fecha_negocio(pagada_en), cliente_id, ficha_id, monto_usd, z.junto - (
             SELECT coalesce(ordenes_sobra_usd(o.pais, o.envia_moneda_id, sum(c.monto)), 0) FROM ordenes_cobros c
             WHERE c.orden_id = o.id AND c.saldo_id IS NOT NULL AND c.estado = 'verificado'), z.junto,
           declaracion->>'origen'
    FROM ordenes o CROSS JOIN LATERAL (SELECT o.monto_usd + coalesce((
      SELECT ordenes_sobra_usd(o.pais, s.moneda_id, sum(s.monto)) FROM ordenes_saldos s
      WHERE s.orden_id = o.id AND NOT s.anulado GROUP BY s.moneda_id), 0) AS junto) z
    WHERE pagada_en IS NOT NULL AND estado <> 'anulada'
      AND fecha_negocio(pagada_en) >= ${desde} AND fecha_negocio(pagada_en) < ${hasta}) x`

/** What document `p` says of its client: as he was then (`f`, R-151), or where nothing was known, as he is (`h`). */
const dato = (name: string) => sql`coalesce(${sql.ref(`f.${name}`)}, ${sql.ref(`h.${name}`)})`
const falta = (name: string, tipo?: 'natural' | 'juridica') =>
  sql`CASE WHEN ${tipo ? sql`${dato('tipo_persona')} = ${sql.lit(tipo)}` : sql`f.id IS NOT NULL`}
        AND ${dato(name)} IS NULL THEN ${sql.lit(name === 'fecha_nac' ? 'nacimiento' : name)} END`

/**
 * Operations of these days that reach the single threshold, or whose client reaches the monthly threshold in that
 * calendar month; also those of unknown value, which must not be missed. Sorted by time, each with its ordinal and
 * missing data.
 */
const registro = ({ desde, hasta }: Rango) => sql`
  umbral AS (SELECT ajuste('ro_unica_usd')::numeric AS unica, ajuste('ro_multiple_usd')::numeric AS multiple),
  montos AS MATERIALIZED (${montos(
    sql`date_trunc('month', ${desde}::timestamp)::date`,
    sql`(date_trunc('month', ${hasta}::timestamp) + interval '1 month')::date`,
  )}),
  meses AS (SELECT cliente_id, mes, sum(movido) AS acumulado FROM montos WHERE cliente_id IS NOT NULL GROUP BY 1, 2),
  hallados AS (
    SELECT t.*, m.acumulado,
           CASE WHEN t.monto_usd IS NULL THEN 'sin_equivalente' WHEN t.junto >= u.unica THEN 'unica' ELSE 'multiple' END AS modalidad
    FROM montos t CROSS JOIN umbral u LEFT JOIN meses m USING (cliente_id, mes)
    WHERE t.dia BETWEEN ${desde}::date AND ${hasta}::date
      AND (t.monto_usd IS NULL OR t.junto >= u.unica OR m.acumulado >= u.multiple)),
  registro AS MATERIALIZED (
    SELECT p.*, row_number() OVER (ORDER BY p.fecha, p.origen, p.id)::int AS n,
           coalesce(p.declarado, ${dato('origen_fondos')}) AS origen_fondos,
           array_remove(ARRAY[
             CASE WHEN f.id IS NULL THEN 'cliente' END, ${sql.join([
               falta('nacionalidad', 'natural'),
               falta('fecha_nac', 'natural'),
               falta('ocupacion', 'natural'),
               falta('direccion'),
               falta('representante', 'juridica'),
               falta('representante_doc', 'juridica'),
               falta('objeto_social', 'juridica'),
             ])},
             CASE WHEN f.id IS NOT NULL AND coalesce(p.declarado, ${dato('origen_fondos')}) IS NULL THEN 'origen' END,
             CASE WHEN f.id IS NOT NULL AND h.vence_doc < p.dia THEN 'vence_doc' END,
             CASE WHEN p.monto_usd IS NULL THEN 'usd' END], NULL) AS faltan
    FROM hallados p ${ficha('p')} LEFT JOIN clientes h ON h.id = p.cliente_id)`

const conditions = ({ modalidad, faltan, cliente_id }: Filtro) =>
  sql.join(
    [
      sql`true`,
      ...(modalidad ? [sql`r.modalidad = ${modalidad}`] : []),
      ...(cliente_id ? [sql`r.cliente_id = ${cliente_id}`] : []),
      ...(faltan ? [sql`cardinality(r.faltan) > 0`] : []),
    ],
    sql` AND `,
  )

/** How the client paid: cash, by account, or both; a credit came by account. */
const fondos = sql`(
  SELECT CASE WHEN bool_and(coalesce(t.efectivo, false)) THEN 'efectivo' WHEN bool_or(t.efectivo) THEN 'mixto' ELSE 'cuenta' END
  FROM (SELECT g.tipo_pago_id FROM compras_ventas_pagos g
        WHERE r.origen = 'compras-ventas' AND g.compra_venta_id = r.id AND g.lado = 'recibimos' AND g.estado <> 'sustituido'
        UNION ALL
        SELECT b.tipo_pago_id FROM ordenes_cobros b WHERE r.origen = 'ordenes' AND b.orden_id = r.id AND b.estado = 'verificado') g
  LEFT JOIN tipos_pagos t ON t.id = g.tipo_pago_id HAVING count(*) > 0)`

interface Registro {
  filas: FilaRo[]
  umbrales: { unica: string; multiple: string }
  sumas: { operaciones: number; clientes: number; con_faltas: number; usd: string }
}

/**
 * One page of the register, sorted by time, with the thresholds and the totals of all filtered rows, so that who is in
 * it is judged once; whole document numbers only with `documentos`.
 */
export async function register(
  db: Db,
  days: Rango,
  f: Filtro,
  limite: number,
  key: KeyRo | null,
  documentos: boolean,
): Promise<Registro> {
  const doc = (column: string) => {
    const whole = sql.ref(column)
    return documentos ? whole : sql`'****' || right(${whole}, 4)`
  }
  const after = key
    ? sql`AND (r.fecha, r.origen, r.id) > (${key[0]}::timestamptz, ${key[1]}, ${key[2]})`
    : sql``
  // In a sale the client hands over the countervalue; in other operations he receives it.
  const entrega = (own: string, other: string) =>
    sql`CASE d.tipo WHEN 'compra' THEN ${sql.ref(own)} ELSE ${sql.ref(other)} END`
  const { rows } = await sql<Registro>`
    WITH ${registro(days)},
    pagina AS MATERIALIZED (
      SELECT r.* FROM registro r WHERE ${conditions(f)} ${after} ORDER BY r.fecha, r.origen, r.id LIMIT ${limite + 1}),
    filas AS (
    SELECT r.origen, r.id, r.n, s.nombre AS oficina, instante_texto(r.fecha) AS fecha, d.numero, r.modalidad, d.tipo, ${fondos} AS fondos,
           de.iso AS entrega_moneda, round(${entrega('d.monto', 'd.contravalor')}, de.decimales)::text AS entrega,
           a.iso AS recibe_moneda, round(${entrega('d.contravalor', 'd.monto')}, a.decimales)::text AS recibe,
           round(d.tasa, greatest(d.precision, scale(trim_scale(d.tasa))))::text AS tasa, d.precision,
           round(r.monto_usd, 2)::text AS usd, round(r.acumulado, 2)::text AS acumulado, r.origen_fondos,
           coalesce(v.declaracion, o.declaracion)->>'destino' AS destino_fondos, r.cliente_id, c.tipo_persona, c.tipo_doc, ${doc('c.num_doc')} AS num_doc,
           c.nombre AS cliente, p.nombre AS nacionalidad, c.fecha_nac AS nacimiento, c.ocupacion,
           nullif(concat_ws(', ', c.direccion, c.distrito), '') AS direccion, c.celular, c.pep, c.cuenta_propia,
           c.representante, ${doc('c.representante_doc')} AS representante_doc, o.beneficiario->>'nombre' AS beneficiario,
           ${documentos ? sql`o.beneficiario->>'num_doc'` : sql`'****' || right(o.beneficiario->>'num_doc', 4)`} AS beneficiario_doc,
           x.nombre AS beneficiario_pais, ${displayName('u')} AS cajero, r.faltan
    FROM pagina r
    -- By its id, one after the other: the planner does not know how few they are.
    CROSS JOIN LATERAL (SELECT * FROM reportes_documentos d WHERE d.origen = r.origen AND d.id = r.id OFFSET 0) d
    LEFT JOIN compras_ventas v ON r.origen = 'compras-ventas' AND v.id = r.id
    LEFT JOIN ordenes o ON r.origen = 'ordenes' AND o.id = r.id
    JOIN usuarios u ON u.id = d.usuario_id LEFT JOIN sucursales s ON s.id = u.sucursal_id
    JOIN monedas de ON de.id = d.de_id JOIN monedas a ON a.id = d.a_id
    ${ficha('r')} LEFT JOIN clientes h ON h.id = r.cliente_id
    LEFT JOIN LATERAL clientes_completar(f, h) c ON f.id IS NOT NULL LEFT JOIN paises p ON p.id = c.nacionalidad
    LEFT JOIN paises x ON x.id = o.pais_destino)
    SELECT (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.n), '[]') FROM filas x) AS filas,
           (SELECT jsonb_build_object('unica', unica::text, 'multiple', multiple::text) FROM umbral) AS umbrales,
           (SELECT jsonb_build_object('operaciones', count(*)::int, 'clientes', count(DISTINCT r.cliente_id)::int,
             'con_faltas', count(*) FILTER (WHERE cardinality(r.faltan) > 0)::int,
             'usd', round(coalesce(sum(r.monto_usd), 0), 2)::text) FROM registro r WHERE ${conditions(f)}) AS sumas`.execute(
    db,
  )
  return rows[0] as Registro
}
