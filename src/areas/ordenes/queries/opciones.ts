import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AnswerOf } from '../../../core/contract.ts'
import { decimalesDeLado } from '../../../core/dinero/cotizador.ts'
import { DomainError } from '../../../core/errors.ts'
import { auditOf, type Quien, tiene } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import { exigirDecimales } from '../../../server/decimales.ts'
import type { PropuestaPago } from '../contract/consultas.ts'
import type { Fondo, OpcionesOrden } from '../contract/opciones.ts'
import type { contrato } from '../contract.ts'
import { repartir } from '../rules/reparto.ts'

const utc = (value: ReturnType<typeof sql>) => sql`instante_texto(${value})`

const moneda = (
  alias: string,
) => sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'iso', ${sql.ref(`${alias}.iso`)},
  'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)},
  'nombre', ${sql.ref(`${alias}.nombre`)}, 'imagen', ${sql.ref(`${alias}.imagen`)})
  || jsonb_strip_nulls(jsonb_build_object('decimales_pago', ${sql.ref(`${alias}.decimales_pago`)}))`

/**
 * Funds for payouts by currency: balances of active accounts minus what paid orders will take. Only `usables` accounts
 * are listed.
 */
const fondos = (donde: RawBuilder<unknown>, usables = sql`true`) => sql`(
  SELECT coalesce(jsonb_agg(f ORDER BY f.moneda_id), '[]') FROM (
    SELECT m.id AS moneda_id, round(sum(k.saldo), m.decimales)::text AS saldo,
           round(x.comprometido, m.decimales)::text AS comprometido,
           round(sum(k.saldo - coalesce(k.minimo, 0)) - x.comprometido, m.decimales)::text AS disponible,
           coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'nombre', c.nombre, 'tipo', c.tipo, 'pais', c.pais,
             'marca', entidades_marca(c.entidad_id), 'servicio', (SELECT servicio FROM entidades_financieras WHERE id = c.entidad_id),
             'disponible', round(k.saldo - coalesce(k.minimo, 0), m.decimales)::text) ORDER BY k.saldo DESC, c.id)
             FILTER (WHERE ${usables}), '[]') AS cuentas
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
    CROSS JOIN LATERAL (SELECT ordenes_comprometido(m.id) AS comprometido) x
    -- An account under count cannot pay, and its balance is hidden, so that the count is blind.
    WHERE c.estatus AND k.bloqueo IS DISTINCT FROM 'conteo' AND ${donde} GROUP BY m.id, m.decimales, x.comprometido) f)`

const corredores = (ganancia: boolean) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'pais', t.pais, 'pais_nombre', p.nombre, 'base', ${moneda('b')}, 'cotizacion', ${moneda('q')},
      'destinos', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'nombre', d.nombre) ORDER BY d.nombre), '[]') FROM paises d
        WHERE d.id <> 'usd' AND d.estatus AND (d.moneda_id = q.id
          OR EXISTS (SELECT FROM cuentas c WHERE c.estatus AND c.pais = d.id AND c.moneda_id = q.id))),
      'tasa', round(h.tasa, h.precision)::text, 'precision', h.precision, 'metodo_calculo', h.metodo_calculo,
      'historico_id', h.id, 'segmento', t.segmento, 'desde', coalesce(trim_scale(t.monto_min), 0)::text,
      'hasta', (SELECT trim_scale(x.hasta)::text FROM tipos_cambios_tramos(t.pais, t.base_id, t.cotizacion_id) x
        WHERE x.tipo_cambio_id = t.id),
      'tope', trim_scale(t.monto_max)::text,
      'bloqueo_minutos', coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int),
      'vigente_desde', ${utc(sql`lower(h.vigencia)`)},
      'actualizado_en', ${utc(sql`ahora() - make_interval(secs => (e.horas * 3600)::float8)`)},
      'rancia', e.horas > ajuste('tasa_rancia_horas')::numeric,
      'vencida', e.horas > 2 * ajuste('tasa_rancia_horas')::numeric,
      'tasa_costo', CASE WHEN ${ganancia} THEN trim_scale(h.tasa_costo)::text END,
      'en_usd', CASE WHEN b.iso = 'USD' THEN '1' ELSE round(precio_funcional(t.pais, b.id)
                  / nullif(precio_funcional(t.pais, (SELECT id FROM monedas WHERE iso = 'USD')), 0), 8)::text END
    ) ORDER BY t.pais, t.base_id, t.cotizacion_id, coalesce(t.monto_min, 0)), '[]')
  FROM tipos_cambios t
  JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
  JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id JOIN paises p ON p.id = t.pais
  CROSS JOIN LATERAL (SELECT tipos_cambios_edad(t.id) AS horas) e
  WHERE t.estatus AND b.estatus AND q.estatus)`

/** Accounts into which this user may take a client's payment: for cash only his own tills. */
const cuentas = (quien: Quien) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'nombre', c.nombre, 'tipo', c.tipo, 'pais', c.pais,
      'marca', entidades_marca(c.entidad_id), 'moneda_id', c.moneda_id, 'pieza', CASE WHEN c.tipo IN ('caja', 'boveda') THEN trim_scale(efectivo_paso(m))::text END, 'mia', coalesce(c.responsable_id = ${quien.usuario_id}, false),
      'de', CASE WHEN c.responsable_id <> ${quien.usuario_id} THEN usuarios_corto(u) END)
    ORDER BY c.responsable_id = ${quien.usuario_id} DESC NULLS LAST, c.id), '[]')
  FROM cuentas c JOIN monedas m ON m.id = c.moneda_id LEFT JOIN usuarios u ON u.id = c.responsable_id
  WHERE c.estatus AND cuentas_suya(${auditOf(quien)}::jsonb, c))`

const tiposPago = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'nombre', nombre, 'efectivo', efectivo, 'pais', pais,
      'moneda_id', moneda_id, 'pide_referencia', pide_referencia, 'pide_comprobante', pide_comprobante,
      'requiere_verificacion', requiere_verificacion,
      'tarifa', CASE WHEN num_nonnulls(tarifa_pct, tarifa_fija) > 0 THEN jsonb_build_object(
        'pct', trim_scale(tarifa_pct)::text, 'fija',
          trim_scale(CASE WHEN tipos_pagos_aparte(t) THEN ordenes_tarifa_convertida(t) ELSE tarifa_fija END)::text,
        'min', trim_scale(tarifa_min)::text, 'max', trim_scale(tarifa_max)::text) END, 'cuentas', tipos_pagos_usables(t)) ORDER BY efectivo DESC, id), '[]')
  FROM tipos_pagos t WHERE estatus AND sentido <> 'sale'
    -- Without a price its fee is not known.
    AND NOT (tipos_pagos_aparte(t) AND ordenes_tarifa_convertida(t) IS NULL))`

const denominaciones = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('moneda_id', m.id, 'clase', d.clase, 'valor', d.valor)
    ORDER BY m.id, d.clase, d.n), '[]')
  FROM monedas m CROSS JOIN LATERAL (
    SELECT 'billete' AS clase, b.valor, b.n FROM unnest(string_to_array(m.billetes, ' ')) WITH ORDINALITY b (valor, n)
    UNION ALL
    SELECT 'moneda', c.valor, c.n FROM unnest(string_to_array(m.metalicas, ' ')) WITH ORDINALITY c (valor, n)) d
  WHERE m.estatus)`

/** The data that the form of a new order needs, in one round trip. */
export async function options(db: Db, quien: Quien): Promise<OpcionesOrden> {
  const { rows } = await sql<OpcionesOrden>`
    SELECT
      (SELECT jsonb_build_object('id', id, 'iso', iso, 'simbolo', simbolo, 'decimales', decimales,
                                 'redondeo_efectivo', trim_scale(efectivo_paso(m))::text)
       FROM monedas m WHERE funcional) AS funcional,
      trim_scale(ajuste('umbral_identificacion_usd')::numeric)::text AS umbral_usd,
      trim_scale(ajuste('umbral_declaracion_usd')::numeric)::text AS umbral_declaracion_usd,
      trim_scale(${quien.limite_usd}::numeric)::text AS limite_usd,
      trim_scale(ajuste('orden_doble_control_usd')::numeric)::text AS doble_control_usd,
      ajuste('orden_sla_minutos')::int AS sla_minutos, ${corredores(tiene(quien, 'ganancia:ver'))} AS corredores,
      ${fondos(sql`true`)} AS fondos, ${cuentas(quien)} AS cuentas, ${tiposPago} AS tipos_pago,
      ${denominaciones} AS denominaciones`.execute(db)
  return rows[0] as OpcionesOrden
}

type Cotizacion = AnswerOf<typeof contrato.cotizar>

/** A quote without commitment, at the open rate of the amount's step. */
export async function quote(
  db: Db,
  q: z.output<typeof contrato.cotizar.query>,
  ganancia: boolean,
): Promise<Cotizacion> {
  if ((q.envia === undefined) === (q.recibe === undefined)) {
    throw new DomainError('VALIDACION', {}, [
      { msg: 'Escriba lo que envía o lo que recibe, uno de los dos.', campo: 'envia' },
    ])
  }
  const [campo, moneda_id] =
    q.envia === undefined ? (['recibe', q.cotizacion_id] as const) : (['envia', q.base_id] as const)
  const asked = await db
    .selectFrom('monedas')
    .select(['decimales', 'decimales_pago'])
    .where('id', '=', moneda_id)
    .executeTakeFirst()
  if (asked) exigirDecimales(campo, q[campo], decimalesDeLado(campo, asked))
  const { rows } = await sql<Cotizacion>`
    SELECT h.id AS historico_id, round(h.tasa, h.precision)::text AS tasa, h.precision, h.metodo_calculo, t.segmento,
           round(x.monto, b.decimales)::text AS envia, round(x.contravalor, c.decimales)::text AS recibe,
           ahora() + make_interval(mins => greatest(coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int), 1)) AS vence_en,
           round(en_dolares(t.pais, b.id, x.monto, round(x.monto * p.precio, 2)), 2)::text AS monto_usd,
           round(f.disponible, c.decimales)::text AS disponible,
           round(greatest(x.contravalor - f.disponible, 0), c.decimales)::text AS falta
           ${
             ganancia
               ? sql`, round((x.monto - convertir(x.contravalor, h.tasa_costo, CASE h.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END,
                       b.decimales, 'medio')) * p.precio, 2)::text AS margen`
               : sql``
           }
    FROM tipos_cambios t
    JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
    JOIN monedas b ON b.id = t.base_id JOIN monedas c ON c.id = t.cotizacion_id
    CROSS JOIN LATERAL tipos_cambios_montos('compra', ${q.envia ?? null}::numeric, ${q.recibe ?? null}::numeric, h.tasa,
      h.metodo_calculo, b.decimales, coalesce(c.decimales_pago, c.decimales)) x
    CROSS JOIN LATERAL (SELECT precio_funcional(t.pais, b.id) AS precio) p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(k.saldo - coalesce(k.minimo, 0)), 0) - ordenes_comprometido(c.id) AS disponible
      FROM cuentas n JOIN cuentas_contables k ON k.id = n.id WHERE n.estatus AND k.bloqueo IS DISTINCT FROM 'conteo' AND n.moneda_id = c.id) f
    WHERE t.pais = ${q.pais} AND t.base_id = ${q.base_id} AND t.cotizacion_id = ${q.cotizacion_id}
      AND t.id = tipos_cambios_del_cliente(t.pais, t.base_id, t.cotizacion_id, x.monto, ${q.cliente_id ?? null}::bigint)`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw new DomainError('NO_EXISTE', { que: 'una tasa activa para ese monto' })
  return row
}

/**
 * Proposes how to pay the rest of an order from accounts that this user may use and whose bank is not down, each down
 * to its minimum balance; null when there is no such order.
 */
export async function proposal(db: Db, id: number, quien: Quien): Promise<PropuestaPago | null> {
  const usable = sql<boolean>`(cuentas_suya(${auditOf(quien)}::jsonb, c) AND NOT EXISTS (SELECT FROM tipos_pagos t
    WHERE t.codigo = o.beneficiario->>'metodo' AND (cuentas_reparo_forma(t, c) IS NOT NULL OR t.moneda_id <> c.moneda_id)))`
  const { rows } = await sql<{
    por_pagar: string
    decimales: number
    fondo: Fondo | null
    cargos: PropuestaPago['cargos']
    pide_comprobante: boolean
    cuentas: Parameters<typeof repartir>[1]
  }>`
    SELECT round(f.falta, m.decimales)::text AS por_pagar, m.decimales, dos_personas(o.monto_usd) AS pide_comprobante,
           ${fondos(sql`c.moneda_id = o.recibe_moneda_id`, usable)} -> 0 AS fondo,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta_id', c.id, 'pct', trim_scale(y.pct)::text,
              'fijo', trim_scale(y.fijo)::text, 'segun', coalesce(y.segun, c.nombre)) ORDER BY c.id), '[]')
            FROM cuentas c CROSS JOIN LATERAL cuentas_cargo_queda(c, forma, ordenes_cargos(o.id)) y
            WHERE c.estatus AND c.moneda_id = o.recibe_moneda_id AND ${usable}) AS cargos,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta_id', c.id, 'cuenta', c.nombre,
              'disponible', round(k.saldo - greatest(coalesce(k.minimo, 0), c.saldo_min), m.decimales)::text, 'limite_op', c.limite_op::text,
              'resto_dia', (c.limite_dia - s.dia)::text, 'resto_mes', (c.limite_mes - s.mes)::text,
              'comision_pct', y.pct::text, 'comision_fija', trim_scale(y.fijo)::text, 'de_la_forma', y.segun IS NOT NULL,
              'pieza', CASE WHEN c.tipo IN ('caja', 'boveda') THEN trim_scale(efectivo_paso(m))::text END)
              -- Accounts in the country of the payout first, then the cheapest, then the largest balance.
              ORDER BY c.pais <> o.pais_destino,
                f.falta * y.pct / 100 + y.fijo, k.saldo DESC, c.id), '[]')
            FROM cuentas c JOIN cuentas_contables k ON k.id = c.id LEFT JOIN entidades_financieras e ON e.id = c.entidad_id
            CROSS JOIN LATERAL cuentas_cargo_queda(c, forma, ordenes_cargos(o.id)) y CROSS JOIN LATERAL (
              SELECT coalesce(-sum(p.importe) FILTER (WHERE a.fecha_negocio = fecha_negocio(ahora())), 0) AS dia,
                     coalesce(-sum(p.importe), 0) AS mes
              FROM apuntes p JOIN asientos a ON a.id = p.asiento_id WHERE p.cuenta_id = c.id AND p.importe < 0
                AND a.fecha_negocio >= date_trunc('month', fecha_negocio(ahora())) AND coalesce(c.limite_mes, c.limite_dia) IS NOT NULL) s
            WHERE c.estatus AND k.bloqueo IS NULL AND c.moneda_id = o.recibe_moneda_id AND e.servicio IS DISTINCT FROM 'caido'
              AND ${usable}) AS cuentas
    FROM ordenes o JOIN monedas m ON m.id = o.recibe_moneda_id
    LEFT JOIN tipos_pagos forma ON forma.codigo = o.beneficiario->>'metodo'
    CROSS JOIN LATERAL (
      SELECT o.recibe - coalesce(sum(monto), 0) AS falta FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado') f
    WHERE o.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return null
  return {
    por_pagar: row.por_pagar,
    fondo: row.fondo,
    cargos: row.cargos,
    pide_comprobante: row.pide_comprobante,
    ...repartir(row.por_pagar, row.cuentas, row.decimales),
  }
}
