SELECT cuenta_id, estado = 'por_verificar' FROM ordenes_cobros
