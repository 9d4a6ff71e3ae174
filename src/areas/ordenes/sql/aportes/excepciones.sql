-- A quote that nobody paid may go.
SELECT 'ordenes:anulada:' || o.id, 'anulacion', fecha_negocio(o.anulada_en), o.anulada_en, o.anulada_por, NULL,
       'ordenes', o.id::text, importe_texto(o.envia + coalesce((SELECT sum(s.monto) FROM ordenes_saldos s
         WHERE s.orden_id = o.id), 0), m.simbolo, m.decimales),
       o.valor + coalesce(round((SELECT sum(s.monto) FROM ordenes_saldos s WHERE s.orden_id = o.id)
         * o.valor / o.envia, 2), 0),
       format('Anuló %s, que el cliente ya había pagado', o.numero), o.motivo_anulacion, false
FROM ordenes o JOIN monedas m ON m.id = o.envia_moneda_id
WHERE o.estado = 'anulada' AND o.pagada_en IS NOT NULL AND o.anulada_por IS NOT NULL
UNION ALL
SELECT 'ordenes:mantenida:' || o.id, 'tasa-mantenida', o.fecha_negocio, o.fecha, o.usuario_id, NULL, 'ordenes',
       o.id::text, importe_texto(o.envia, m.simbolo, m.decimales), nullif(o.valor, 0),
       format('%s a una tasa que ya había cambiado%s', o.numero, tipos_cambios_diferencia_texto(
         tipos_cambios_contra_vigente(o.historico_id, o.cotizada_en, 'orden', o.envia, o.recibe, k.decimales,
           o.costo))),
       NULL, false
FROM ordenes o JOIN monedas m ON m.id = o.envia_moneda_id JOIN monedas k ON k.id = o.recibe_moneda_id
WHERE o.tasa_mantenida
UNION ALL
SELECT 'ordenes:costo:' || o.id, 'bajo-costo', fecha_negocio(o.completada_en), o.completada_en, o.usuario_id, NULL,
       'ordenes', o.id::text, importe_texto(-o.ganancia, f.simbolo, f.decimales), -o.ganancia,
       format('%s pagó más de lo que el cliente dio', o.numero), NULL, false
FROM ordenes o CROSS JOIN monedas f WHERE o.estado = 'completada' AND o.ganancia < 0 AND f.funcional
UNION ALL
-- Paid within the time of its quote, when the rate had moved against the house already.
SELECT 'ordenes:espera:' || o.id, 'tasa-mantenida', fecha_negocio(o.pagada_en), o.pagada_en, o.usuario_id, NULL,
       'ordenes', o.id::text, importe_texto(o.envia, m.simbolo, m.decimales), nullif(o.valor, 0),
       format('%s se pagó a %s cuando ya regía %s', o.numero, trim_scale(o.tasa), trim_scale(v.tasa)), NULL, false
FROM ordenes o JOIN monedas m ON m.id = o.envia_moneda_id JOIN tipos_cambios_historico h ON h.id = o.historico_id
JOIN tipos_cambios_historico v ON v.tipo_cambio_id = h.tipo_cambio_id AND v.vigencia @> o.pagada_en
WHERE NOT o.tasa_mantenida AND v.metodo_calculo = o.metodo_calculo
  AND CASE o.metodo_calculo WHEN 'm' THEN v.tasa < o.tasa ELSE v.tasa > o.tasa END
UNION ALL
-- An order that nobody pays promised its price as well.
SELECT 'ordenes:vanas:' || o.usuario_id || ':' || o.fecha_negocio, 'cotizaciones-sin-usar', o.fecha_negocio,
       max(o.vence_en), o.usuario_id, NULL, 'usuarios', o.usuario_id::text, NULL, NULL,
       format('Registró %s órdenes que nadie pagó', count(*)), NULL, false
FROM ordenes o WHERE o.pagada_en IS NULL AND (o.estado = 'anulada' OR o.vence_en <= ahora())
  AND NOT EXISTS (SELECT FROM ordenes_cobros c WHERE c.orden_id = o.id)
GROUP BY o.usuario_id, o.fecha_negocio HAVING count(*) > 5
UNION ALL
-- The bank gave a payout back, somebody says.
SELECT 'ordenes_pagos:rebotado:' || g.id, 'anulacion', fecha_negocio(g.rebotado_en), g.rebotado_en, g.rebotado_por,
       NULL, 'ordenes', g.orden_id::text, importe_texto(g.monto, m.simbolo, m.decimales), g.valor,
       format('Dio por rebotado el pago %s de %s', g.referencia, o.numero), g.motivo, false
FROM ordenes_pagos g JOIN ordenes o ON o.id = g.orden_id JOIN monedas m ON m.id = g.moneda_id
WHERE g.estado = 'rebotado'
UNION ALL
-- The bank did not pay what a file told it to, somebody says.
SELECT 'ordenes_lotes:rechazada:' || l.id, 'anulacion', fecha_negocio(l.resuelta_en), l.resuelta_en, l.resuelta_por,
       NULL, 'ordenes', l.orden_id::text, importe_texto(l.monto, m.simbolo, m.decimales), o.valor,
       format('Dio por no pagada por el banco %s del lote %s', o.numero, k.numero), l.motivo, false
FROM ordenes_lotes_lineas l JOIN ordenes_lotes k ON k.id = l.lote_id JOIN ordenes o ON o.id = l.orden_id
JOIN monedas m ON m.id = k.moneda_id WHERE l.estado = 'rechazada'
UNION ALL
-- A client had back what he paid too much, by one person alone; what another one allowed is among the exceptions by
-- his yes.
SELECT 'ordenes_devoluciones:hecha:' || g.id, 'devolucion', g.fecha_negocio, g.fecha, g.usuario_id, NULL, 'ordenes',
       g.orden_id::text, importe_texto(g.monto, m.simbolo, m.decimales),
       round(g.monto * o.valor / o.envia, 2),
       format('Devolvió saldo a favor que dejó %s', o.numero), NULL, false
FROM ordenes_devoluciones g JOIN ordenes o ON o.id = g.orden_id JOIN monedas m ON m.id = g.moneda_id
WHERE g.estado = 'hecha' AND NOT EXISTS (SELECT FROM vistos v WHERE v.clave = 'saldo-favor' AND v.origen = 'ordenes'
  AND v.origen_id = g.orden_id AND (v.usado_por, v.usado_en) = (g.usuario_id, g.fecha))
UNION ALL
-- What a client had back of what he paid too much is the house's debt again, somebody says.
SELECT 'ordenes_devoluciones:anulada:' || g.id, 'anulacion', fecha_negocio(g.anulada_en), g.anulada_en, g.anulada_por,
       NULL, 'ordenes', g.orden_id::text, importe_texto(g.monto, m.simbolo, m.decimales),
       round(g.monto * o.valor / o.envia, 2), format('Anuló una devolución del saldo de %s', o.numero), g.motivo, false
FROM ordenes_devoluciones g JOIN ordenes o ON o.id = g.orden_id JOIN monedas m ON m.id = g.moneda_id
WHERE g.estado = 'anulada'
UNION ALL
-- What a client paid too much paid another order of his, by one person alone.
SELECT 'ordenes_cobros:saldo:' || g.id, 'devolucion', g.fecha_negocio, g.fecha, g.usuario_id, NULL, 'ordenes',
       g.orden_id::text, importe_texto(g.monto, m.simbolo, m.decimales), g.valor,
       format('Pagó %s con saldo a favor que dejó %s', o.numero, y.numero), NULL, false
FROM ordenes_cobros g JOIN ordenes o ON o.id = g.orden_id JOIN ordenes_saldos s ON s.cobro_id = g.saldo_id
JOIN ordenes y ON y.id = s.orden_id JOIN monedas m ON m.id = g.moneda_id
WHERE g.estado IN ('verificado', 'devuelto') AND NOT EXISTS (SELECT FROM vistos v WHERE v.clave = 'saldo-favor'
  AND v.origen = 'ordenes' AND v.origen_id = g.orden_id AND (v.usado_por, v.usado_en) = (g.usuario_id, g.fecha))
UNION ALL
-- It is the client's credit again, somebody says.
SELECT 'ordenes_cobros:devuelto:' || g.id, 'anulacion', fecha_negocio(o.anulada_en), o.anulada_en, o.anulada_por, NULL,
       'ordenes', g.orden_id::text, importe_texto(g.monto, m.simbolo, m.decimales), g.valor,
       format('Anuló %s, que se pagaba con saldo a favor', o.numero), o.motivo_anulacion, false
FROM ordenes_cobros g JOIN ordenes o ON o.id = g.orden_id JOIN monedas m ON m.id = g.moneda_id
WHERE g.saldo_id IS NOT NULL AND g.estado = 'devuelto'
