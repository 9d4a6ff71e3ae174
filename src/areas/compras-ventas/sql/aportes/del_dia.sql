SELECT 'sin-cliente', usuario_id, NULL, fecha_negocio, 'compras-ventas', o.id, monto_usd FROM compras_ventas o
  WHERE cliente_id IS NULL AND estado <> 'anulada' AND NOT EXISTS (
    SELECT FROM vistos v WHERE v.usado_por = o.usuario_id AND v.usado_en = o.fecha AND v.estado = 'usado'
      AND v.clave = 'cupo')
UNION ALL SELECT 'confirma', o.usuario_id, NULL, o.fecha_negocio, 'compras-ventas', o.id, o.monto_usd
  FROM compras_ventas o WHERE EXISTS (
    SELECT FROM compras_ventas_pagos g WHERE g.compra_venta_id = o.id
      AND misma_persona(g.verificado_por, o.usuario_id))
