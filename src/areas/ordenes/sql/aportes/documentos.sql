SELECT 'ordenes', id, numero, cliente_id, ficha_id, sucursal_id FROM ordenes
UNION ALL SELECT 'ordenes_lotes', id, numero, NULL, NULL, NULL FROM ordenes_lotes
