-- A quote that nobody paid may go.
SELECT 'ordenes:anulada:' || o.id, 'anulacion', fecha_negocio(o.anulada_en), o.anulada_en, o.anulada_por, NULL,
       'ordenes', o.id::text, importe_texto(o.envia, m.simbolo, m.decimales), o.valor,
       format('Anuló %s, que el cliente ya había pagado', o.numero), o.motivo_anulacion, false
FROM ordenes o JOIN monedas m ON m.id = o.envia_moneda_id
WHERE o.estado = 'anulada' AND o.pagada_en IS NOT NULL AND o.anulada_por IS NOT NULL
UNION ALL
SELECT 'ordenes:mantenida:' || o.id, 'tasa-mantenida', o.fecha_negocio, o.fecha, o.usuario_id, NULL, 'ordenes',
       o.id::text, importe_texto(o.envia, m.simbolo, m.decimales), nullif(o.valor, 0),
       format('%s a una tasa que ya había cambiado', o.numero), NULL, false
FROM ordenes o JOIN monedas m ON m.id = o.envia_moneda_id WHERE o.tasa_mantenida
UNION ALL
SELECT 'ordenes:costo:' || o.id, 'bajo-costo', fecha_negocio(o.completada_en), o.completada_en, o.usuario_id, NULL,
       'ordenes', o.id::text, importe_texto(-o.ganancia, f.simbolo, f.decimales), -o.ganancia,
       format('%s pagó más de lo que el cliente dio', o.numero), NULL, false
FROM ordenes o CROSS JOIN monedas f WHERE o.estado = 'completada' AND o.ganancia < 0 AND f.funcional
UNION ALL
-- The bank gave a payout back, somebody says.
SELECT 'ordenes_pagos:rebotado:' || g.id, 'anulacion', fecha_negocio(g.rebotado_en), g.rebotado_en, g.rebotado_por,
       NULL, 'ordenes', g.orden_id::text, importe_texto(g.monto, m.simbolo, m.decimales), g.valor,
       format('Dio por rebotado el pago %s de %s', g.referencia, o.numero), g.motivo, false
FROM ordenes_pagos g JOIN ordenes o ON o.id = g.orden_id JOIN monedas m ON m.id = g.moneda_id
WHERE g.estado = 'rebotado'
