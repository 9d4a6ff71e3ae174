import type { Regla } from '../../../server/aportes.ts'

const FAVOR =
  "(SELECT k.id FROM cuentas_contables k JOIN monedas m ON k.codigo = 'saldos-favor:' || m.iso WHERE m.id = g.moneda_id)"

/** Where a payment came from: its account, or the client's credits. */
const DE = `coalesce(g.cuenta_id, ${FAVOR})`

const LINEAS = `
  SELECT g.orden_id AS id, x.cuenta_id, x.importe FROM ordenes_cobros g
  CROSS JOIN LATERAL (VALUES (${DE}, g.monto + g.tarifa + g.a_favor),
    (CASE WHEN g.estado = 'devuelto' THEN coalesce(g.devuelto_de, ${DE}) END, -g.monto - g.tarifa - g.a_favor), (g.cuenta_id, -g.costo),
    (CASE WHEN g.estado = 'verificado' AND g.a_favor > 0 THEN ${FAVOR} END, -g.a_favor),
    ((SELECT id FROM cuentas_contables WHERE codigo = 'gastos-bancarios'), g.gasto)) AS x (cuenta_id, importe)
  WHERE g.estado IN ('verificado', 'devuelto') AND x.cuenta_id IS NOT NULL
  UNION ALL
  SELECT g.orden_id, x.cuenta_id, x.importe FROM ordenes_pagos g
  CROSS JOIN LATERAL (VALUES (g.cuenta_id, -g.monto - g.comision),
    ((SELECT id FROM cuentas_contables WHERE codigo = 'gastos-bancarios'), g.gasto)) AS x (cuenta_id, importe)
  WHERE g.estado = 'pagado'
  UNION ALL
  SELECT g.orden_id, x.cuenta_id, x.importe FROM ordenes_devoluciones g
  CROSS JOIN LATERAL (VALUES (g.cuenta_id, -g.monto), (${FAVOR}, g.monto)) AS x (cuenta_id, importe)
  WHERE g.estado = 'hecha'
  UNION ALL
  SELECT o.id, k.id, CASE k.codigo WHEN 'redondeo' THEN o.redondeo ELSE coalesce((
           SELECT sum(g.valor) FROM ordenes_pagos g WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0) - o.valor END
  FROM ordenes o JOIN cuentas_contables k ON k.codigo IN ('redondeo', 'ordenes-por-pagar') WHERE o.estado <> 'anulada'`

/** The rules of the books that recompute orders (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Cada orden movió en cada cuenta lo que dicen sus cobros y sus pagos',
    `WITH e AS (SELECT id, cuenta_id, sum(importe) AS importe FROM (${LINEAS}) e WHERE :nuevas(ordenes, id) GROUP BY 1, 2),
     l AS (SELECT a.origen_id AS id, p.cuenta_id, sum(p.importe) AS importe FROM asientos a JOIN apuntes_al_costo p ON p.asiento_id = a.id
           JOIN cuentas_contables k ON k.id = p.cuenta_id
           WHERE a.origen = 'ordenes' AND :nuevas(ordenes, a.origen_id) AND k.clase NOT IN ('posicion', 'contravalor', 'ingreso')
           GROUP BY 1, 2)
     SELECT format('%s, cuenta %s: sus cobros y pagos dicen %s y los libros %s', coalesce(o.numero, 'documento ' || x.id || ' que no existe'),
              k.nombre, trim_scale(coalesce(x.dicen, 0)), trim_scale(coalesce(x.hay, 0))) AS detalle
     FROM (SELECT id, cuenta_id, e.importe AS dicen, l.importe AS hay FROM e FULL JOIN l USING (id, cuenta_id)) x
     LEFT JOIN ordenes o ON o.id = x.id LEFT JOIN cuentas_contables k ON k.id = x.cuenta_id
     WHERE coalesce(x.dicen, 0) <> coalesce(x.hay, 0) ORDER BY x.id, x.cuenta_id`,
  ],
  [
    'Cada cobro y cada pago de una orden nombra el asiento que lo movió',
    `SELECT format('%s, %s %s: %s y su asiento movió %s', o.numero, x.que, x.id, trim_scale(x.importe), trim_scale(p.importe)) AS detalle
     FROM (SELECT 'cobro' AS que, id, orden_id, asiento_id, ${DE} AS cuenta_id, moneda_id, monto + tarifa + a_favor AS importe, valor + coalesce(tarifa_valor, tarifa) AS valor, referencia, monto, NULL::numeric AS ganancia
             FROM ordenes_cobros g WHERE asiento_id IS NOT NULL
           UNION ALL
           SELECT 'pago', id, orden_id, asiento_id, cuenta_id, moneda_id, -monto, valor, referencia, monto, ganancia FROM ordenes_pagos
           UNION ALL
           SELECT 'devolución', id, orden_id, asiento_id, cuenta_id, moneda_id, -monto, NULL, referencia, monto, NULL FROM ordenes_devoluciones) x
     LEFT JOIN ordenes o ON o.id = x.orden_id
     LEFT JOIN asientos a ON a.id = x.asiento_id AND a.origen = 'ordenes' AND a.origen_id = o.id
     LEFT JOIN LATERAL (SELECT * FROM apuntes p WHERE p.asiento_id = a.id AND p.cuenta_id = x.cuenta_id ORDER BY p.id LIMIT 1) p ON true
     WHERE :nuevas(ordenes, x.orden_id) AND (p.importe IS DISTINCT FROM x.importe OR p.detalle IS DISTINCT FROM x.referencia
       OR x.ganancia IS NOT NULL AND x.ganancia IS DISTINCT FROM (SELECT -coalesce(sum(q.importe), 0) FROM apuntes q
            JOIN cuentas_contables k ON k.id = q.cuenta_id WHERE q.asiento_id = a.id AND k.clase = 'ingreso')
       OR x.que = 'pago' AND x.valor IS DISTINCT FROM (SELECT coalesce(sum(q.importe), 0) FROM apuntes q
            JOIN cuentas_contables k ON k.id = q.cuenta_id WHERE q.asiento_id = a.id AND k.codigo = 'ordenes-por-pagar')
       OR x.que = 'cobro' AND x.valor IS DISTINCT FROM (SELECT sum(q.valor) FROM apuntes q
            WHERE q.asiento_id = a.id AND q.cuenta_id IN (x.cuenta_id, (SELECT k.id FROM cuentas_contables k JOIN monedas m ON k.codigo = 'saldos-favor:' || m.iso
              WHERE m.id = x.moneda_id)))) ORDER BY x.que, x.id`,
  ],
  [
    'La tarifa de cada cobro de una orden en otra moneda tiene su valor en la de los libros, y ninguna otra',
    `SELECT format('%s, cobro %s: tarifa %s y valor %s', o.numero, g.id, trim_scale(g.tarifa),
              coalesce(trim_scale(g.tarifa_valor)::text, 'ninguno')) AS detalle
     FROM ordenes_cobros g LEFT JOIN ordenes o ON o.id = g.orden_id
     WHERE :nuevas(ordenes, g.orden_id) AND (g.tarifa_valor IS NOT NULL) <> (g.tarifa > 0 AND g.moneda_id <> moneda_funcional())
     ORDER BY g.id`,
  ],
  [
    'Cada orden se cotizó a la tasa que regía, y lo que recibe y su margen salen de ella',
    `SELECT format('%s: tasa %s, envía %s, recibe %s; la fila %s de la historia da %s', o.numero, trim_scale(o.tasa),
              trim_scale(o.envia), trim_scale(o.recibe), o.historico_id, trim_scale(x.contravalor)) AS detalle
     FROM ordenes o JOIN monedas d ON d.id = o.envia_moneda_id JOIN monedas c ON c.id = o.recibe_moneda_id
     LEFT JOIN tipos_cambios_historico h ON h.id = o.historico_id LEFT JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
     LEFT JOIN LATERAL tipos_cambios_montos('compra', o.envia, NULL, o.tasa, h.metodo_calculo, d.decimales, c.decimales) x ON true
     LEFT JOIN LATERAL tipos_cambios_montos('compra', NULL, o.recibe, o.tasa, h.metodo_calculo, d.decimales, c.decimales) y ON true
     WHERE :nuevas(ordenes, o.id) AND (h.id IS NULL
       OR (o.tasa, o.precision, o.metodo_calculo) IS DISTINCT FROM (h.tasa, h.precision, h.metodo_calculo)
       OR (t.base_id, t.cotizacion_id) IS DISTINCT FROM (o.envia_moneda_id, o.recibe_moneda_id)
       OR lower(h.vigencia) > o.cotizada_en + interval '10 s' OR o.tasa_mantenida AND coalesce(upper(h.vigencia) > o.cotizada_en + interval '10 s', true)
       OR NOT o.tasa_mantenida AND upper(h.vigencia) < o.cotizada_en - interval '10 s'
       OR o.recibe IS DISTINCT FROM x.contravalor AND o.envia IS DISTINCT FROM y.monto) ORDER BY o.id`,
  ],
  [
    'El margen y el valor en dólares de cada orden son los de los precios de su cotización',
    `SELECT format('%s: margen %s y US$ %s; los precios daban %s y %s', o.numero, trim_scale(o.margen), trim_scale(o.monto_usd),
              x.margen, x.usd) AS detalle
     FROM ordenes o JOIN monedas d ON d.id = o.envia_moneda_id JOIN tipos_cambios_historico h ON h.id = o.historico_id
     CROSS JOIN LATERAL (
       SELECT array_agg(round((o.envia - convertir(o.recibe, h.tasa_costo, CASE h.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END,
                d.decimales, 'medio')) * p, 2)) AS margen, array_agg(u) AS usd
       FROM unnest(precio_funcional_al(o.cotizada_en, o.pais, o.envia_moneda_id)) p
       CROSS JOIN LATERAL unnest(en_dolares_al(o.cotizada_en, o.pais, o.envia_moneda_id, o.envia, round(o.envia * p, 2))) u) x
     WHERE h.tasa_costo IS NOT NULL AND cardinality(x.usd) > 0
       AND (o.margen IS NULL OR o.margen <> ALL (x.margen) OR o.monto_usd IS NULL OR o.monto_usd <> ALL (x.usd)) ORDER BY o.id`,
  ],
  [
    'Cada orden es la que se registró, y cada paso lo dio quien la auditoría dice',
    `SELECT format('%s: cliente %s, creada por %s el %s', o.numero, o.cliente_id, o.usuario_id, o.fecha) AS detalle
     FROM ordenes o LEFT JOIN LATERAL (SELECT * FROM auditoria u WHERE u.entidad = 'ordenes' AND u.entidad_id = o.id::text
       AND u.accion = 'crear') u ON true
     LEFT JOIN LATERAL (SELECT * FROM auditoria n WHERE n.entidad = 'ordenes' AND n.entidad_id = o.id::text
       AND n.accion IN ('anular', 'anular-vencida')) n ON true
     WHERE :nuevas(ordenes, o.id) AND ((u.usuario_id, u.fecha) IS DISTINCT FROM (o.usuario_id, o.fecha)
       OR (u.despues->>'cliente_id')::bigint IS DISTINCT FROM o.cliente_id
       OR (o.estado = 'anulada') <> (n.id IS NOT NULL) OR n.usuario_id IS DISTINCT FROM o.anulada_por) ORDER BY o.id`,
  ],
  [
    'Los instantes de cada orden son los de sus pasos',
    `SELECT format('%s: pagada %s, completada %s, desde %s', o.numero, o.pagada_en, o.completada_en, o.estado_desde) AS detalle
     FROM ordenes o
     CROSS JOIN LATERAL (SELECT max(fecha) FILTER (WHERE a = 'pagada' AND de = 'pendiente') AS pagada,
         max(fecha) FILTER (WHERE a = 'completada' AND de <> 'completada') AS completada,
         max(fecha) FILTER (WHERE a = 'anulada') AS anulada FROM ordenes_pasos p WHERE p.orden_id = o.id) s
     WHERE :nuevas(ordenes, o.id) AND (o.estado IN ('pagada', 'en_proceso', 'completada') AND s.pagada IS DISTINCT FROM o.pagada_en
       OR o.estado = 'completada' AND s.completada IS DISTINCT FROM o.completada_en
       OR o.estado = 'anulada' AND s.anulada IS DISTINCT FROM o.anulada_en) ORDER BY o.id`,
  ],
  [
    'Cada paso de una orden sigue al anterior y es uno de los que hay',
    `SELECT format('%s, paso %s: %s de %s a %s', o.numero, p.id, p.accion, coalesce(p.de, 'nada'), p.a) AS detalle
     FROM (SELECT *, lag(a) OVER (PARTITION BY orden_id ORDER BY id) AS antes FROM ordenes_pasos WHERE :nuevas(ordenes, orden_id)) p
     LEFT JOIN ordenes o ON o.id = p.orden_id
     WHERE o.id IS NULL OR p.de IS DISTINCT FROM p.antes OR NOT EXISTS (SELECT FROM ordenes_transiciones t
       WHERE t.accion = p.accion AND t.de IS NOT DISTINCT FROM p.de AND t.a = p.a) ORDER BY p.id`,
  ],
]
