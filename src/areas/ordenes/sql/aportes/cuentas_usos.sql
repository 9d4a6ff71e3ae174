SELECT cuenta_id, estado = 'por_verificar' FROM ordenes_cobros
UNION ALL SELECT cuenta_id, false FROM ordenes_devoluciones
