-- Who took the payment and who verified it or paid the order out are one person, by himself or by a key (R-407).
SELECT 'confirma', coalesce(k.creada_por, c.verificado_por), NULL, o.fecha_negocio, 'ordenes', o.id,
       max(o.monto_usd) + coalesce(ordenes_sobra_usd(o.pais, o.envia_moneda_id, sum(c.a_favor)), 0)
  FROM ordenes o JOIN ordenes_cobros c ON c.orden_id = o.id LEFT JOIN claves_api k ON k.usuario_id = c.verificado_por
  WHERE misma_persona(c.usuario_id, c.verificado_por) OR EXISTS (
    SELECT FROM ordenes_pagos p WHERE p.orden_id = o.id AND p.estado = 'pagado'
      AND misma_persona(p.usuario_id, c.verificado_por))
  GROUP BY o.id, 2
-- A credit stands on the word of whoever had a part in it, as a payment on that of who verified it (R-279).
UNION ALL SELECT DISTINCT 'confirma', coalesce(k.creada_por, p.usuario_id), NULL::text, o.fecha_negocio, 'ordenes',
       o.id, o.monto_usd
  FROM ordenes_cobros c JOIN ordenes_saldos s ON s.cobro_id = c.saldo_id JOIN ordenes o ON o.id = c.orden_id
  JOIN ordenes_pagos p ON p.orden_id = o.id AND p.estado = 'pagado'
  LEFT JOIN claves_api k ON k.usuario_id = p.usuario_id
  WHERE c.estado = 'verificado' AND p.usuario_id = ANY (personas_de(ordenes_saldo_autores(s))) AND NOT EXISTS (
    SELECT FROM ordenes_cobros x WHERE x.orden_id = o.id AND misma_persona(x.verificado_por, p.usuario_id))
UNION ALL SELECT 'contraparte', o.usuario_id,
  ventana_contraparte(o.beneficiario->>'num_doc', o.beneficiario->>'nombre'),
  o.fecha_negocio, 'ordenes', o.id, o.monto_usd FROM ordenes o
  WHERE o.estado NOT IN ('anulada', 'vencida')
