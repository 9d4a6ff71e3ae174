SELECT 'compras-ventas', id, numero, cliente_id, ficha_id, sucursal_id FROM compras_ventas
