import { sql } from 'kysely'
import type { AnswerOf } from '../../core/contract.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import type { contrato } from './contract.ts'

type Opciones = AnswerOf<typeof contrato.opciones>

/**
 * All data that the counter needs, in one round trip: every active rate that involves a foreign currency (if the client
 * hands over our currency it is a sale; if a foreign one, a purchase or a canje), the accounts, the ways of paying and
 * the user's own limits.
 */
export async function options(db: Db, quien: Quien, ganancia: boolean): Promise<Opciones> {
  const { rows } = await sql<Opciones>`
    SELECT
      (SELECT jsonb_build_object('id', id, 'iso', iso, 'simbolo', simbolo, 'decimales', decimales,
                                 'redondeo_efectivo', trim_scale(efectivo_paso(m))::text)
       FROM monedas m WHERE funcional) AS funcional,
      trim_scale(ajuste('umbral_identificacion_usd')::numeric)::text AS umbral_usd,
      trim_scale(ajuste('umbral_declaracion_usd')::numeric)::text AS umbral_declaracion_usd,
      ajuste('bloqueo_minutos')::int AS bloqueo_minutos,
      ${miCaja(quien)} AS mi_caja, ajuste('exigir_turno')::boolean AS exigir_turno,
      ${quien.desvio_pct}::text AS desvio_pct, trim_scale(${quien.limite_usd}::numeric)::text AS limite_usd,
      ${tasas(quien, ganancia)} AS tasas, ${cuentas(quien)} AS cuentas, ${tiposPago} AS tipos_pago,
      ${denominaciones} AS denominaciones,
      jsonb_build_object('libre', ${tiene(quien, 'compras-ventas:autorizar-tasa')}::boolean, 'reglas', ${reglas}) AS servicio`.execute(
    db,
  )
  return rows[0] as Opciones
}

const moneda = (
  alias: string,
) => sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'iso', ${sql.ref(`${alias}.iso`)},
  'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)},
  'nombre', ${sql.ref(`${alias}.nombre`)}, 'imagen', ${sql.ref(`${alias}.imagen`)})`

const utc = (value: ReturnType<typeof sql>) => sql`instante_texto(${value})`

function tasas({ usuario_id }: Quien, ganancia: boolean) {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object(
        'tipo', CASE WHEN b.funcional THEN 'venta' WHEN q.funcional THEN 'compra' ELSE 'canje' END,
        'divisa', CASE WHEN b.funcional THEN ${moneda('q')} ELSE ${moneda('b')} END,
        'contramoneda', CASE WHEN b.funcional THEN ${moneda('b')} ELSE ${moneda('q')} END,
        'pais', t.pais, 'tasa', round(h.tasa, h.precision)::text, 'precision', h.precision,
        'segmento', t.segmento, 'desde', coalesce(trim_scale(t.monto_min), 0)::text, 'tope', trim_scale(t.monto_max)::text,
        'hasta', (SELECT trim_scale(x.hasta)::text FROM tipos_cambios_tramos(t.pais, t.base_id, t.cotizacion_id) x
          WHERE x.tipo_cambio_id = t.id),
        'bloqueo_minutos', coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int),
        'metodo_calculo', h.metodo_calculo, 'historico_id', h.id, 'vigente_desde', ${utc(sql`lower(h.vigencia)`)},
        'actualizado_en', ${utc(sql`ahora() - make_interval(secs => (e.horas * 3600)::float8)`)},
        'rancia', e.horas > ajuste('tasa_rancia_horas')::numeric,
        'vencida', e.horas > 2 * ajuste('tasa_rancia_horas')::numeric,
        -- Not while he counts a till: it is a part of the position.
        'posicion', CASE WHEN ${ganancia} AND NOT q.funcional
            AND NOT EXISTS (SELECT FROM cuentas_contando(${usuario_id})) THEN (
          SELECT jsonb_build_object('cantidad', (-x.saldo)::text, 'costo', y.saldo::text) FROM posiciones p
          JOIN cuentas_contables x ON x.id = p.posicion_id JOIN cuentas_contables y ON y.id = p.contravalor_id
          WHERE p.moneda_id = q.id) END,
        'precio_entra', CASE WHEN ${ganancia} AND NOT b.funcional AND NOT q.funcional THEN (
          SELECT trim_scale(d.compra)::text FROM pares_divisas d
          WHERE d.pais = t.pais AND d.base_id = b.id AND d.cotizacion_id = f.id AND d.estatus) END,
        'tasa_costo', CASE WHEN ${ganancia} THEN trim_scale(h.tasa_costo)::text END,
        'precio_usd', CASE WHEN f.iso = 'USD' THEN '1' ELSE (SELECT trim_scale(compra)::text FROM pares_divisas d JOIN monedas m ON m.id = d.base_id
          WHERE d.pais = t.pais AND m.iso = 'USD' AND d.cotizacion_id = f.id AND d.estatus) END,
        'precio_servicio', CASE WHEN NOT b.funcional AND NOT q.funcional THEN
          trim_scale(compras_ventas_servicio_precio(b.id))::text END
      ) ORDER BY coalesce(t.monto_min, 0), t.id), '[]')
    FROM tipos_cambios t
    JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
    JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id
    JOIN monedas f ON f.funcional
    CROSS JOIN LATERAL (SELECT tipos_cambios_edad(t.id) AS horas) e
    WHERE t.estatus AND t.pais = (SELECT pais_de_la_casa())
      AND b.estatus AND q.estatus
      -- A currency of another country is sent home, an order; the counter sells what it holds in its tills.
      AND EXISTS (SELECT FROM cuentas c WHERE c.estatus AND c.pais = t.pais AND c.moneda_id = b.id)
      AND EXISTS (SELECT FROM cuentas c WHERE c.estatus AND c.pais = t.pais AND c.moneda_id = q.id))`
}

/** The accounts that this user may use; of cash accounts, only his own. */
function cuentas(quien: Quien) {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'nombre', c.nombre, 'tipo', c.tipo, 'marca', entidades_marca(c.entidad_id), 'moneda_id', c.moneda_id,
        'disponible', CASE WHEN k.bloqueo IS DISTINCT FROM 'conteo' THEN round(k.saldo - coalesce(k.minimo, 0), m.decimales)::text END,
        'pieza', CASE WHEN c.tipo IN ('caja', 'boveda') THEN trim_scale(efectivo_paso(m))::text END, 'bloqueo', k.bloqueo, 'mia', coalesce(c.responsable_id = ${quien.usuario_id}, false),
        'de', CASE WHEN c.responsable_id <> ${quien.usuario_id} THEN usuarios_corto(u) END)
      ORDER BY c.responsable_id = ${quien.usuario_id} DESC NULLS LAST, c.id), '[]')
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
    LEFT JOIN usuarios u ON u.id = c.responsable_id
    WHERE c.estatus AND cuentas_suya(${auditOf(quien)}::jsonb, c))`
}

function miCaja({ usuario_id }: Quien) {
  return sql`(
    SELECT CASE WHEN bool_or(t.estado = 'en_conteo') THEN 'en_conteo' WHEN bool_and(t.id IS NOT NULL) THEN 'abierta'
                ELSE 'cerrada' END
    FROM cuentas c LEFT JOIN turnos_cuentas a ON a.cuenta_id = c.id AND a.abierta LEFT JOIN turnos t ON t.id = a.turno_id
    WHERE c.responsable_id = ${usuario_id} AND c.tipo = 'caja' AND c.estatus HAVING count(*) > 0)`
}

const tiposPago = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'nombre', nombre, 'sentido', sentido, 'efectivo', efectivo,
      'moneda_id', moneda_id, 'pide_referencia', pide_referencia,
      'pide_comprobante', pide_comprobante, 'requiere_verificacion', requiere_verificacion,
      'tarifa', CASE WHEN num_nonnulls(tarifa_pct, tarifa_fija) > 0 THEN jsonb_build_object(
        'pct', trim_scale(tarifa_pct)::text, 'fija', trim_scale(tarifa_fija)::text,
        'min', trim_scale(tarifa_min)::text, 'max', trim_scale(tarifa_max)::text) END,
      'cuentas', tipos_pagos_usables(t))
    ORDER BY efectivo DESC, id), '[]')
  FROM tipos_pagos t WHERE estatus)`

const reglas = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('nombre', nombre, 'segmento', segmento, 'divisa_id', divisa_id,
      'tipo', tipo, 'desde', trim_scale(desde)::text, 'hasta', trim_scale(hasta)::text, 'pct', trim_scale(pct)::text,
      'fija', trim_scale(fija)::text, 'min', trim_scale(min)::text, 'max', trim_scale(max)::text) ORDER BY id), '[]')
  FROM servicio_reglas WHERE estatus)`

const denominaciones = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('moneda_id', m.id, 'clase', d.clase, 'valor', d.valor)
    ORDER BY m.id, d.clase, d.n), '[]')
  FROM monedas m CROSS JOIN LATERAL (
    SELECT 'billete' AS clase, b.valor, b.n FROM unnest(string_to_array(m.billetes, ' ')) WITH ORDINALITY b (valor, n)
    UNION ALL
    SELECT 'moneda', c.valor, c.n FROM unnest(string_to_array(m.metalicas, ' ')) WITH ORDINALITY c (valor, n)) d
  WHERE m.estatus)`
