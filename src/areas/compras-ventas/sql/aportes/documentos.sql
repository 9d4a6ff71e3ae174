SELECT 'compras-ventas', id, numero, cliente_id, ficha_id, sucursal_id FROM compras_ventas
UNION ALL SELECT 'compras-ventas-tickets', id, numero, cliente_id, NULL, sucursal_id FROM compras_ventas_tickets
