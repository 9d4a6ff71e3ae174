import type { Regla } from '../../../server/aportes.ts'

const DE = "a.origen = 'compras-ventas'"

/** What each operation of the counter has to have moved on each account, from its lines and its own figures. */
const ESPERADO = `
  SELECT o.id, CASE g.estado WHEN 'verificado' THEN g.cuenta_id ELSE (SELECT k.id FROM cuentas_contables k
           JOIN monedas m ON m.id = g.moneda_id
           WHERE k.codigo = CASE g.lado WHEN 'recibimos' THEN 'por-cobrar:' ELSE 'por-entregar:' END || m.iso) END AS cuenta_id,
         CASE g.lado WHEN 'recibimos' THEN g.monto ELSE -g.monto END AS importe
  FROM o JOIN compras_ventas_pagos g ON g.compra_venta_id = o.id
  WHERE o.estado <> 'anulada' AND g.estado NOT IN ('sustituido', 'perdido')
  UNION ALL
  SELECT o.id, x.cuenta_id, x.importe FROM o JOIN compras_ventas_pagos g ON g.compra_venta_id = o.id
  LEFT JOIN posiciones s ON s.moneda_id = g.moneda_id
  CROSS JOIN LATERAL (VALUES
    ((SELECT k.id FROM cuentas_contables k WHERE k.codigo = CASE g.cargo WHEN 'casa' THEN 'incobrables'
        WHEN 'personal' THEN 'por-cobrar-personal' ELSE g.cargo END), g.valor),
    (s.posicion_id, g.monto), (s.contravalor_id, -g.valor)) AS x (cuenta_id, importe)
  WHERE o.estado <> 'anulada' AND g.estado = 'perdido' AND x.cuenta_id IS NOT NULL
  UNION ALL
  SELECT o.id, k.id, CASE k.codigo WHEN 'servicio' THEN -o.servicio WHEN 'tarifas' THEN -o.tarifa ELSE o.redondeo END
  FROM o JOIN cuentas_contables k ON k.codigo IN ('servicio', 'tarifas', 'redondeo') WHERE o.estado <> 'anulada'
  UNION ALL
  SELECT o.id, x.cuenta_id, x.importe FROM o JOIN compras_ventas_pagos g ON g.compra_venta_id = o.id
  LEFT JOIN posiciones s ON s.moneda_id = g.moneda_id
  CROSS JOIN LATERAL (VALUES (g.cuenta_id, -g.costo), ((SELECT k.id FROM cuentas_contables k WHERE k.codigo = 'gastos-bancarios'), g.gasto),
    (s.posicion_id, g.costo), (s.contravalor_id, -g.gasto)) AS x (cuenta_id, importe)
  WHERE g.estado = 'verificado' AND g.costo <> 0 AND x.cuenta_id IS NOT NULL AND o.estado <> 'anulada'
  UNION ALL
  SELECT o.id, x.cuenta_id, x.importe FROM o
  JOIN posiciones s ON s.moneda_id = o.divisa_id LEFT JOIN posiciones c ON c.moneda_id = o.contramoneda_id
  CROSS JOIN LATERAL (VALUES
    (s.posicion_id, CASE o.tipo WHEN 'venta' THEN o.monto ELSE -o.monto END),
    (s.contravalor_id, CASE o.tipo WHEN 'compra' THEN o.contravalor WHEN 'venta' THEN -o.costo ELSE o.costo + o.ganancia END),
    (c.posicion_id, o.contravalor), (c.contravalor_id, -o.costo),
    (coalesce(c.ganancia_id, s.ganancia_id), -o.ganancia)) AS x (cuenta_id, importe)
  WHERE o.estado <> 'anulada' AND x.cuenta_id IS NOT NULL`

/** The rules of the books that recompute the operations of the counter (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Cada compra-venta movió en cada cuenta lo que dicen sus pagos, su costo y su ganancia',
    // All entries of each: those of before, and those that are not sealed yet, belong to the same sum.
    `WITH x AS (SELECT o.id FROM compras_ventas o WHERE :nuevas(compras_ventas, o.id)
           UNION SELECT a.origen_id FROM asientos a WHERE ${DE} AND :nuevas(asientos, a.id)),
     o AS (SELECT o.* FROM compras_ventas o JOIN x USING (id)),
     e AS (SELECT id, cuenta_id, sum(importe) AS importe FROM (${ESPERADO}) e GROUP BY id, cuenta_id),
     l AS (SELECT x.id, p.cuenta_id, sum(p.importe) AS importe FROM x JOIN asientos a ON ${DE} AND a.origen_id = x.id
           JOIN apuntes_al_costo p ON p.asiento_id = a.id GROUP BY 1, 2)
     SELECT format('%s, cuenta %s: sus pagos dicen %s y los libros %s', coalesce(o.numero, 'documento ' || x.id || ' que no existe'),
              k.nombre, trim_scale(coalesce(x.dicen, 0)), trim_scale(coalesce(x.hay, 0))) AS detalle
     FROM (SELECT id, cuenta_id, e.importe AS dicen, l.importe AS hay FROM e FULL JOIN l USING (id, cuenta_id)) x
     LEFT JOIN compras_ventas o ON o.id = x.id LEFT JOIN cuentas_contables k ON k.id = x.cuenta_id
     WHERE coalesce(x.dicen, 0) <> coalesce(x.hay, 0) ORDER BY x.id, x.cuenta_id`,
  ],
  [
    'Cada pago de una compra-venta nombra el asiento que lo movió',
    `SELECT format('%s, pago %s: asiento %s', o.numero, g.id, coalesce(g.asiento_id::text, 'ninguno')) AS detalle
     FROM compras_ventas_pagos g LEFT JOIN compras_ventas o ON o.id = g.compra_venta_id
     LEFT JOIN cuentas n ON n.id = g.cuenta_id
     LEFT JOIN asientos a ON a.id = g.asiento_id AND ${DE} AND a.origen_id = o.id
     WHERE :nuevas(compras_ventas_pagos, g.id) AND (o.id IS NULL OR n.moneda_id IS DISTINCT FROM g.moneda_id OR (g.estado = 'verificado' OR g.asiento_id IS NOT NULL) AND a.id IS NULL
       OR g.fecha_negocio <> o.fecha_negocio AND g.sustituye_id IS NULL
       OR g.sustituye_id IS NOT NULL AND NOT EXISTS (SELECT FROM compras_ventas_pagos v WHERE v.id = g.sustituye_id
         AND v.estado = 'sustituido' AND (v.compra_venta_id, v.lado, v.moneda_id) = (g.compra_venta_id, g.lado, g.moneda_id))
       OR g.estado = 'sustituido' AND g.monto IS DISTINCT FROM (
         SELECT sum(s.monto) FROM compras_ventas_pagos s WHERE s.sustituye_id = g.id)
       OR g.estado = 'perdido' AND a.id IS NULL OR a.id IS NOT NULL AND g.estado = 'verificado' AND NOT EXISTS (
         SELECT FROM apuntes p WHERE p.asiento_id = a.id AND p.cuenta_id = g.cuenta_id
           AND p.importe = CASE g.lado WHEN 'recibimos' THEN g.monto ELSE -g.monto END
           AND p.detalle IS NOT DISTINCT FROM g.referencia)) ORDER BY g.id`,
  ],
  [
    'Los pagos de cada compra-venta suman lo acordado, y su estado es el de ellos',
    `SELECT format('%s (%s): recibimos %s y entregamos %s, acordado %s y %s', o.numero, o.estado, t.recibe, t.entrega,
              trim_scale(x.recibe), trim_scale(x.entrega)) AS detalle
     FROM compras_ventas o
     CROSS JOIN LATERAL (SELECT trim_scale(coalesce(sum(monto) FILTER (WHERE lado = 'recibimos'), 0)) AS recibe,
         trim_scale(coalesce(sum(monto) FILTER (WHERE lado = 'entregamos'), 0)) AS entrega,
         coalesce(bool_or(g.estado = 'por_verificar'), false) AS espera, coalesce(sum(g.gasto), 0) AS gasto, coalesce(bool_and(g.estado = 'anulado'), false) AS anulados
       FROM compras_ventas_pagos g WHERE g.compra_venta_id = o.id AND g.estado <> 'sustituido') t
     CROSS JOIN LATERAL (SELECT
         CASE o.tipo WHEN 'venta' THEN o.contravalor + o.servicio + o.tarifa - o.redondeo WHEN 'compra' THEN o.monto
           ELSE o.monto + o.servicio + o.tarifa - o.redondeo END AS recibe,
         CASE o.tipo WHEN 'venta' THEN o.monto WHEN 'compra' THEN o.contravalor - o.servicio - o.tarifa + o.redondeo
           ELSE o.contravalor END AS entrega) x
     WHERE :nuevas(compras_ventas, o.id) AND (t.recibe <> x.recibe OR t.entrega <> x.entrega OR t.gasto <> o.gastos
       OR o.tarifa <> (SELECT coalesce(sum(g.tarifa), 0) FROM compras_ventas_pagos g WHERE g.compra_venta_id = o.id)
       OR o.estado <> CASE WHEN t.anulados THEN 'anulada' WHEN t.espera THEN 'pendiente' ELSE 'completada' END) ORDER BY o.id`,
  ],
  [
    'Cada compra-venta se hizo a la tasa que regía, y su contravalor y su margen salen de ella',
    `SELECT format('%s: tasa %s, contravalor %s, margen %s; la fila %s de la historia da %s y margen %s', o.numero, trim_scale(o.tasa),
              trim_scale(o.contravalor), trim_scale(o.margen), o.historico_id, trim_scale(x.contravalor),
              trim_scale(compras_ventas_margen(o, h.tasa_costo))) AS detalle
     FROM compras_ventas o JOIN monedas d ON d.id = o.divisa_id JOIN monedas c ON c.id = o.contramoneda_id
     LEFT JOIN tipos_cambios_historico h ON h.id = o.historico_id LEFT JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
     LEFT JOIN LATERAL tipos_cambios_montos(o.tipo, o.monto, NULL, o.tasa, h.metodo_calculo, d.decimales, c.decimales) x ON true
     WHERE :nuevas(compras_ventas, o.id) AND (h.id IS NULL
       OR (o.precision, o.metodo_calculo) IS DISTINCT FROM (h.precision, h.metodo_calculo)
       OR (t.base_id, t.cotizacion_id) IS DISTINCT FROM (CASE o.tipo WHEN 'venta' THEN o.contramoneda_id ELSE o.divisa_id END,
            CASE o.tipo WHEN 'venta' THEN o.divisa_id ELSE o.contramoneda_id END)
       OR lower(h.vigencia) > o.fecha + interval '10 s' OR o.tasa_mantenida AND coalesce(upper(h.vigencia) > o.fecha + interval '10 s', true)
       OR NOT o.tasa_mantenida AND upper(h.vigencia) < o.fecha - interval '10 s'
       OR o.contravalor IS DISTINCT FROM x.contravalor AND o.monto IS DISTINCT FROM (
         SELECT y.monto FROM tipos_cambios_montos(o.tipo, NULL, o.contravalor, o.tasa, h.metodo_calculo, d.decimales, c.decimales) y)
       OR o.margen IS DISTINCT FROM compras_ventas_margen(o, h.tasa_costo)) ORDER BY o.id`,
  ],
  [
    'El valor en dólares de cada compra-venta es el de los precios de su instante',
    `SELECT format('%s: %s y los precios daban %s', o.numero, trim_scale(o.monto_usd), x.usd) AS detalle
     FROM compras_ventas o JOIN tipos_cambios_historico h ON h.id = o.historico_id JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
     CROSS JOIN LATERAL (SELECT en_dolares_al(o.fecha, t.pais, o.divisa_id, o.monto, o.contravalor) AS usd) x
     WHERE o.tipo <> 'canje' AND cardinality(x.usd) > 0 AND o.monto_usd IS NOT NULL AND o.monto_usd <> ALL (x.usd) ORDER BY o.id`,
  ],
  [
    // What comes in at its price, or without one what leaves at its cost, which is kept in cents.
    'El valor en dólares de cada canje es el de los precios de su instante, o el de su costo',
    `SELECT format('%s: %s y los precios daban %s', o.numero, trim_scale(o.monto_usd), x.usd) AS detalle
     FROM compras_ventas o JOIN tipos_cambios_historico h ON h.id = o.historico_id JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
     CROSS JOIN LATERAL (SELECT array_agg(u) AS usd FROM (
         SELECT round(o.monto * p, 2) AS valor FROM unnest(precio_funcional_al(o.fecha, t.pais, o.divisa_id)) p
         UNION ALL SELECT o.costo) v
       CROSS JOIN LATERAL unnest(en_dolares_al(o.fecha, t.pais, o.divisa_id, o.monto, v.valor)) u) x
     WHERE :nuevas(compras_ventas, o.id) AND o.tipo = 'canje' AND cardinality(x.usd) > 0 AND (o.monto_usd IS NULL
       OR NOT EXISTS (SELECT FROM unnest(x.usd) u WHERE abs(u - o.monto_usd) <= 0.01)) ORDER BY o.id`,
  ],
  [
    'Cada compra-venta es la que se registró: su asiento y su registro en la auditoría dicen lo mismo',
    `SELECT format('%s: %s de %s el %s; su asiento es del %s y se registró %s de %s', o.numero, o.tipo, trim_scale(o.monto), o.fecha,
              a.fecha, u.despues->>'tipo', u.despues->>'monto') AS detalle
     FROM compras_ventas o LEFT JOIN asientos a ON a.id = o.asiento_id AND a.origen_id = o.id AND a.anula_a IS NULL
     LEFT JOIN LATERAL (SELECT * FROM auditoria u WHERE u.entidad = 'compras-ventas' AND u.entidad_id = o.id::text
       AND u.accion = 'registrar') u ON true
     LEFT JOIN LATERAL (SELECT * FROM auditoria u WHERE u.entidad = 'compras-ventas' AND u.entidad_id = o.id::text
       AND u.accion = 'anular') n ON true
     WHERE :nuevas(compras_ventas, o.id) AND ((a.fecha, a.usuario_id) IS DISTINCT FROM (o.fecha, o.usuario_id)
       OR u.usuario_id IS DISTINCT FROM o.usuario_id OR u.despues->>'tipo' IS DISTINCT FROM o.tipo
       OR (u.despues->>'divisa_id')::int IS DISTINCT FROM o.divisa_id OR (u.despues->>'tasa')::numeric IS DISTINCT FROM o.tasa
       OR (u.despues->>'cliente_id')::bigint IS DISTINCT FROM o.cliente_id OR (u.despues->>'historico_id')::bigint <> o.historico_id
       OR (u.despues->>'monto')::numeric <> o.monto AND (u.despues->>'contravalor')::numeric IS DISTINCT FROM o.contravalor
       OR u.despues->>'observacion' IS DISTINCT FROM o.observacion OR u.despues->>'motivo' IS DISTINCT FROM o.motivo
       OR (o.estado = 'anulada') <> (n.id IS NOT NULL) OR n.usuario_id IS DISTINCT FROM o.anulada_por
       OR n.despues->>'motivo' IS DISTINCT FROM o.motivo_anulacion OR n.fecha IS DISTINCT FROM o.anulada_en) ORDER BY o.id`,
  ],
  [
    'Cada tasa autorizada que se usó es de su cajero y de su operación',
    `SELECT format('autorización %s de %s', x.id, coalesce(o.numero, 'ninguna operación')) AS detalle FROM autorizaciones_tasa x
     LEFT JOIN compras_ventas o ON o.id = x.compra_venta_id
     WHERE (x.estado = 'usada') <> (x.compra_venta_id IS NOT NULL) OR x.resuelto_por = x.solicitado_por
       OR x.estado IN ('aprobada', 'rechazada', 'usada') AND (x.resuelto_por IS NULL OR x.resuelto_en < x.fecha)
       OR x.compra_venta_id IS NOT NULL AND (o.id IS NULL OR o.usuario_id <> x.solicitado_por OR o.tipo <> x.tipo
         OR o.divisa_id <> x.divisa_id OR o.contramoneda_id <> x.contramoneda_id OR o.monto > x.monto
         OR o.metodo_calculo <> x.metodo_calculo OR o.fecha < x.resuelto_en) ORDER BY x.id`,
  ],
  [
    'Cada ticket junta las operaciones con que se registró: de una persona, un cliente, una sucursal y un instante',
    `SELECT format('%s: %s de sus %s operaciones', t.numero, count(o.id) FILTER (WHERE (o.usuario_id, o.fecha) = (t.usuario_id, t.fecha)
              AND o.cliente_id IS NOT DISTINCT FROM t.cliente_id AND o.sucursal_id IS NOT DISTINCT FROM t.sucursal_id), t.operaciones) AS detalle
     FROM compras_ventas_tickets t LEFT JOIN compras_ventas o ON o.ticket_id = t.id
     GROUP BY t.id HAVING count(o.id) <> t.operaciones OR count(o.id) <> count(o.id) FILTER (
         WHERE (o.usuario_id, o.fecha) = (t.usuario_id, t.fecha) AND o.cliente_id IS NOT DISTINCT FROM t.cliente_id
         AND o.sucursal_id IS NOT DISTINCT FROM t.sucursal_id)
       OR NOT EXISTS (SELECT FROM auditoria u WHERE u.entidad = 'compras-ventas-tickets' AND u.entidad_id = t.id::text
         AND u.accion = 'registrar' AND u.usuario_id = t.usuario_id AND u.despues->>'numero' = t.numero)
     ORDER BY t.id`,
  ],
]
