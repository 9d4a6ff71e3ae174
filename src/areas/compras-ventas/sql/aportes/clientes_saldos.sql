-- Payments that nobody has seen yet.
SELECT d.cliente_id, 'compras-ventas', d.id, d.numero, d.fecha,
       CASE g.lado WHEN 'recibimos' THEN 'recibir' ELSE 'entregar' END, g.moneda_id,
       CASE g.lado WHEN 'recibimos' THEN g.monto ELSE -g.monto END
FROM compras_ventas d JOIN compras_ventas_pagos g ON g.compra_venta_id = d.id AND g.estado = 'por_verificar'
WHERE d.estado = 'pendiente' AND d.cliente_id IS NOT NULL
