SELECT 'confirma', c.verificado_por, NULL, o.fecha_negocio, 'ordenes', o.id,
       max(o.monto_usd) + coalesce(ordenes_sobra_usd(o.pais, o.envia_moneda_id, sum(c.a_favor)), 0)
  FROM ordenes o JOIN ordenes_cobros c ON c.orden_id = o.id
  WHERE c.usuario_id = c.verificado_por OR EXISTS (
    SELECT FROM ordenes_pagos p WHERE p.orden_id = o.id AND p.usuario_id = c.verificado_por AND p.estado = 'pagado')
  GROUP BY o.id, c.verificado_por
UNION ALL SELECT 'contraparte', o.usuario_id,
  ventana_contraparte(o.beneficiario->>'num_doc', o.beneficiario->>'nombre'),
  o.fecha_negocio, 'ordenes', o.id, o.monto_usd FROM ordenes o
  WHERE o.estado NOT IN ('anulada', 'vencida')
