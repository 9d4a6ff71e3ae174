-- Who had an order that another one took from him or gave back.
SELECT 'ordenes', a.accion, o.id, 'mi_orden', p.usuario_id, NULL
FROM ordenes o CROSS JOIN unnest('{relevar,soltar}'::text[]) a (accion)
CROSS JOIN LATERAL (SELECT s.usuario_id FROM ordenes_pasos s WHERE s.orden_id = o.id
  AND s.accion IN ('tomar', 'relevar') AND s.usuario_id IS DISTINCT FROM o.pagador_id ORDER BY s.id DESC LIMIT 1) p
