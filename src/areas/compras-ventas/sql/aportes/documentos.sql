SELECT 'compras-ventas', id, numero, cliente_id, ficha_id FROM compras_ventas
