SELECT 'ordenes', id, numero, cliente_id, ficha_id FROM ordenes
