import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/db/db.ts'
import { ficha } from '../clientes/queries.ts'
import { estadoActual, pagado, plazo } from '../ordenes/queries.ts'
import { monedaJson } from '../pares-divisas/queries.ts'
import type {
  Caja,
  Comparado,
  Cotizacion,
  Dia,
  Espera,
  Inicio,
  Paso,
  PorPagar,
} from './contract.ts'

/** How many past days the trend and the average of what leaves cover. */
const DIAS = 30

const hoy = sql`fecha_negocio(ahora())`

export interface Resultado {
  fecha: string
  /** A week ago the house had operated by this time. */
  comparable: boolean
  /** Counter operations, and orders paid by their clients. */
  operaciones: { hoy: number; antes: number }
  ordenes: { hoy: number; antes: number }
  ganancia: Comparado
  margen: Comparado
}

/** Today until now, and a week ago until the same time; of one user, or of all. The clock is read once, not per row. */
export async function result(db: Db, usuario_id: number | null): Promise<Resultado> {
  const pair = (name: string) => sql`jsonb_build_object(
    'hoy', round(h.${sql.ref(name)}, 2)::text, 'antes', round(a.${sql.ref(name)}, 2)::text)`
  const { rows } = await sql<Resultado>`
    SELECT i.fecha, EXISTS (SELECT FROM dia_margenes(i.fecha - 7) x WHERE x.cuando <= i.t - interval '7 days') AS comparable,
           jsonb_build_object('hoy', h.operaciones, 'antes', a.operaciones) AS operaciones,
           jsonb_build_object('hoy', h.ordenes, 'antes', a.ordenes) AS ordenes,
           ${pair('ganancia')} AS ganancia, ${pair('margen')} AS margen
    FROM (SELECT ${hoy} AS fecha, ahora() AS t OFFSET 0) i
    CROSS JOIN LATERAL dia_resultado(i.fecha, i.t, ${usuario_id}::int) h
    CROSS JOIN LATERAL dia_resultado(i.fecha - 7, i.t - interval '7 days', ${usuario_id}::int) a`.execute(
    db,
  )
  return rows[0] as Resultado
}

/**
 * Orders by state: open ones, and those completed today. For one user: those that he made or took and, if he pays
 * orders out, those that nobody has taken.
 */
export async function orders(
  db: Db,
  usuario_id: number | null,
  paga: boolean,
): Promise<NonNullable<Inicio['ordenes']>> {
  const his =
    usuario_id === null
      ? sql`true`
      : sql`(o.usuario_id = ${usuario_id} OR o.pagador_id = ${usuario_id} ${paga ? sql`OR o.estado = 'pagada'` : sql``})`
  const count = (estado: string) =>
    sql`count(*) FILTER (WHERE t.estado = ${sql.lit(estado)})::int AS ${sql.ref(estado)}`
  const { rows } = await sql<NonNullable<Inicio['ordenes']>>`
    SELECT ${sql.join(['pendiente', 'vencida', 'pagada', 'en_proceso', 'completada'].map(count))},
           count(*) FILTER (WHERE t.plazo < ahora())::int AS fuera_de_plazo
    FROM (SELECT ${estadoActual} AS estado, ${plazo} AS plazo FROM ordenes o
          WHERE o.estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso') AND ${his}
          UNION ALL
          SELECT o.estado, NULL FROM ordenes o
          WHERE o.completada_en IS NOT NULL AND fecha_negocio(o.completada_en) = ${hoy} AND ${his}) t`.execute(
    db,
  )
  return rows[0] as NonNullable<Inicio['ordenes']>
}

/** The user's tills; a till that is being counted has no balance here, since the count is blind. */
export async function tills(db: Db, usuario_id: number): Promise<Caja[]> {
  const { rows } = await sql<Caja>`
    SELECT c.id, c.nombre, ${monedaJson('m')} AS moneda, round(k.saldo, m.decimales)::text AS saldo,
           CASE WHEN k.saldo < c.saldo_min THEN 'bajo' WHEN k.saldo > c.saldo_max THEN 'alto' END AS alerta
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
    WHERE c.responsable_id = ${usuario_id} AND c.estatus AND k.bloqueo IS DISTINCT FROM 'conteo'
    ORDER BY m.funcional DESC, m.id, c.nombre`.execute(db)
  return rows
}

/**
 * Payments that wait for the user: in his tills, or of operations that he registered, and that he may confirm himself
 * (R-338). The oldest first, at most 20.
 */
export async function waiting(db: Db, usuario_id: number): Promise<Espera[]> {
  const { rows } = await sql<Espera>`
    SELECT o.id, o.numero, o.fecha, f.nombre AS cliente, t.nombre AS tipo_pago,
           round(g.monto, m.decimales)::text AS monto, ${monedaJson('m')} AS moneda
    FROM compras_ventas o JOIN compras_ventas_pagos g ON g.compra_venta_id = o.id AND g.estado = 'por_verificar'
    JOIN cuentas n ON n.id = g.cuenta_id JOIN monedas m ON m.id = g.moneda_id
    JOIN tipos_pagos t ON t.id = g.tipo_pago_id ${ficha('o')}
    WHERE o.estado = 'pendiente' AND (o.usuario_id = ${usuario_id} OR n.responsable_id = ${usuario_id})
      AND compras_ventas_otros(${usuario_id}, o, g) = '{}'
    ORDER BY o.fecha_negocio, o.id, g.id LIMIT 20`.execute(db)
  return rows
}

/** Whether a till is the user's, as its turn needs. */
export async function hasTill(db: Db, usuario_id: number): Promise<boolean> {
  const { rows } = await sql<{ suya: boolean }>`SELECT EXISTS (
    SELECT FROM cuentas WHERE responsable_id = ${usuario_id} AND tipo = 'caja' AND estatus) AS suya`.execute(
    db,
  )
  return rows[0]?.suya === true
}

/** What a payer pays next: what he has taken, then what nobody has, the first to be late first; at most 8. */
export async function payable(db: Db, usuario_id: number): Promise<PorPagar[]> {
  const { rows } = await sql<PorPagar>`
    SELECT o.id, o.numero, f.nombre AS cliente, o.beneficiario->>'nombre' AS beneficiario,
           o.beneficiario->>'metodo_nombre' AS metodo, round(o.recibe - ${pagado}, m.decimales)::text AS falta,
           ${monedaJson('m')} AS moneda, ${plazo} AS plazo, coalesce(${plazo} < ahora(), false) AS tarde,
           o.estado = 'en_proceso' AS suya
    FROM ordenes o JOIN monedas m ON m.id = o.recibe_moneda_id ${ficha('o')}
    WHERE o.observada IS NULL AND (o.estado = 'pagada' OR o.estado = 'en_proceso' AND o.pagador_id = ${usuario_id})
    ORDER BY suya DESC, plazo, o.id LIMIT 8`.execute(db)
  return rows
}

interface Tenencia {
  total: { soles: string; divisas: string; sin_precio: string[] }
  obligacion: string | null
}

/**
 * What the house holds, transfers in transit included, and what it owes its clients, in the functional currency at
 * today's prices. For who does not see every branch: what the accounts that he sees hold, and no debt, since ledger
 * accounts of debts and of transit are the whole house's (R-260).
 */
export async function holdings(db: Db): Promise<Tenencia> {
  const { rows } = await sql<Tenencia>`
    SELECT (
      SELECT jsonb_build_object(
        'soles', round(coalesce(sum(t.saldo) FILTER (WHERE t.funcional), 0), 2)::text,
        'divisas', round(coalesce(sum(t.valor) FILTER (WHERE NOT t.funcional), 0), 2)::text,
        'sin_precio', coalesce(jsonb_agg(t.iso ORDER BY t.iso) FILTER (WHERE t.valor IS NULL), '[]'))
      FROM (SELECT m.iso, m.funcional, s.saldo, valor_actual(m.id, s.saldo) AS valor
            FROM (SELECT k.moneda_id, sum(k.saldo) AS saldo FROM cuentas_contables k
                  WHERE k.id = ANY (ARRAY(SELECT id FROM cuentas))
                     OR current_user <> 'cambista_sucursal' AND k.codigo = ANY (ARRAY(SELECT 'transito:' || iso FROM monedas))
                  GROUP BY k.moneda_id) s JOIN monedas m ON m.id = s.moneda_id WHERE s.saldo <> 0) t) AS total, (
      SELECT CASE WHEN current_user <> 'cambista_sucursal'
        THEN round(coalesce(-sum(valor_actual(k.moneda_id, k.saldo)), 0), 2)::text END
      FROM cuentas_contables k WHERE k.codigo = ANY (
        'ordenes-por-pagar'::text || ARRAY(SELECT x || iso FROM monedas, unnest('{por-entregar:,saldos-favor:}'::text[]) x))
        AND k.saldo <> 0) AS obligacion`.execute(db)
  return rows[0] as Tenencia
}

/** How many days what is left of each currency, once its debts are paid, lasts at the average of the past days; by id. */
export async function stock(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ moneda_id: number; dias: number }>`
    SELECT s.moneda_id, round(greatest(-q.saldo - o.debe, 0) * d.dias / x.cantidad, 1)::float8 AS dias
    FROM dias_salieron(${hoy} - ${DIAS}::int) x
    JOIN posiciones s ON s.moneda_id = x.moneda_id JOIN cuentas_contables q ON q.id = s.posicion_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(debe), 0) AS debe FROM monedas_debidas WHERE moneda_id = s.moneda_id) o
    CROSS JOIN (SELECT least(${DIAS}::int, ${hoy} - min(fecha_negocio)) AS dias FROM asientos) d
    WHERE x.cantidad > 0`.execute(db)
  return new Map(rows.map(({ moneda_id, dias }) => [moneda_id, dias]))
}

type DiaEntero = Required<Dia> & { ordenes: number }

/** Past days, the oldest first. */
export async function trend(db: Db): Promise<DiaEntero[]> {
  return (await pasados(sql`${hoy} - ${DIAS}::int`, sql`NULL`).execute(db)).rows
}

/** How far back days are answered: nearly as far as their sums are kept, so that few are added up again. */
const ATRAS = 92

/** Past days of a range, both inclusive, the oldest first; none more than `ATRAS` days ago. */
export async function trendBetween(db: Db, desde: string, hasta: string): Promise<DiaEntero[]> {
  return (
    await pasados(sql`greatest(${desde}::date, ${hoy} - ${ATRAS}::int)`, sql`${hasta}`).execute(db)
  ).rows
}

const pasados = (desde: RawBuilder<unknown>, hasta: RawBuilder<unknown>) => sql<DiaEntero>`
  SELECT fecha, operaciones, ordenes, round(ganancia, 2)::text AS ganancia, round(margen, 2)::text AS margen
  FROM dias_resultados((${desde})::date) WHERE fecha <= coalesce((${hasta})::date, 'infinity') ORDER BY fecha`

/** The public rates (R-380): first our prices in the functional currency, then what it buys abroad. */
export async function tasas(db: Db): Promise<Cotizacion[]> {
  const { rows } = await sql<Cotizacion>`
    SELECT t.clave, t.titulo, t.imagen, t.tasas, t.precision, t.desde,
           t.horas > e.rancia AS rancia, t.horas > 2 * e.rancia AS vencida
    FROM (SELECT moneda_funcional() AS id, ajuste('tasa_rancia_horas')::numeric AS rancia) e
    CROSS JOIN LATERAL (
      (SELECT 'par-' || p.id AS clave, b.iso AS titulo, b.imagen, u.decimales AS precision,
              v.desde, ARRAY[u.compra::text, u.venta::text] AS tasas,
              extract(epoch FROM ahora() - v.desde) / 3600 AS horas, 1 AS grupo, p.id
       FROM pares_divisas p JOIN paises x ON x.id = p.pais AND x.moneda_id = e.id JOIN monedas b ON b.id = p.base_id
       CROSS JOIN LATERAL precio_publico(p.id) u
       CROSS JOIN LATERAL (SELECT least(u.compra_desde, u.venta_desde) AS desde) v
       WHERE p.cotizacion_id = e.id AND p.estatus ORDER BY p.id LIMIT 5)
      UNION ALL
      (SELECT 'tipo-' || t.id, f.iso || ' → ' || q.iso, q.imagen, h.precision,
              ahora() - make_interval(secs => tipos_cambios_edad(t.id)::float8 * 3600),
              ARRAY[round(h.tasa, h.precision)::text], tipos_cambios_edad(t.id), 2, t.id
       FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
       JOIN monedas f ON f.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id
       WHERE t.base_id = e.id AND t.estatus AND t.monto_min IS NULL AND NOT EXISTS (
         SELECT FROM pares_divisas p JOIN paises x ON x.id = p.pais AND x.moneda_id = e.id
         WHERE p.base_id = t.cotizacion_id AND p.cotizacion_id = e.id AND p.estatus)
       ORDER BY t.id LIMIT 7)) t
    ORDER BY t.grupo, t.id`.execute(db)
  return rows
}

/** Completed steps of a new house; null when all are. */
export async function steps(db: Db): Promise<Paso[] | null> {
  const { rows } = await sql<Record<Paso, boolean>>`
    SELECT ajuste('empresa')->>'ruc' <> '' OR casa_opera()
             OR (ajuste('pais_casa') #>> '{}' <> 'pe'
               AND EXISTS (SELECT FROM ajustes WHERE clave = 'empresa' AND actualizado_por IS NOT NULL)) AS empresa,
           EXISTS (SELECT FROM cuentas c JOIN monedas m ON m.id = c.moneda_id WHERE c.estatus AND m.funcional)
             AND (ajuste('negocio') = '"envios"'
               OR EXISTS (SELECT FROM cuentas c JOIN monedas m ON m.id = c.moneda_id WHERE c.estatus AND NOT m.funcional))
             AS cuentas,
           EXISTS (SELECT FROM tipos_pagos WHERE estatus) AS pagos,
           EXISTS (SELECT FROM tipos_cambios t JOIN tipos_cambios_historico h
                   ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia) WHERE t.estatus) AS tasas,
           (SELECT count(*) > 1 FROM (SELECT FROM usuarios WHERE estatus LIMIT 2) u) AS usuarios,
           EXISTS (SELECT FROM compras_ventas) OR EXISTS (SELECT FROM ordenes) AS operacion`.execute(
    db,
  )
  const done = (Object.entries(rows[0] as Record<Paso, boolean>) as [Paso, boolean][]).filter(
    ([, is]) => is,
  )
  return done.length === Object.keys(rows[0] ?? {}).length ? null : done.map(([paso]) => paso)
}

/** When the last good backup ended; null before the first one. */
export async function backup(db: Db): Promise<string | null> {
  const { rows } = await sql<{ fin: string | null }>`
    SELECT instante_texto(fin) AS fin FROM respaldos WHERE bytes IS NOT NULL ORDER BY id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]?.fin ?? null
}

/** Maximum of days that one run stores. */
export const PASADA = 31

/** Stores the sums of past days that have none yet; returns how many. */
export async function summarize(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT dias_resumir(100, ${PASADA}) AS n`.execute(db)
  return rows[0]?.n ?? 0
}
