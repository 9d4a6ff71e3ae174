SELECT cuenta_id, estado = 'por_verificar' FROM ordenes_cobros WHERE cuenta_id IS NOT NULL
UNION ALL SELECT cuenta_id, false FROM ordenes_devoluciones
