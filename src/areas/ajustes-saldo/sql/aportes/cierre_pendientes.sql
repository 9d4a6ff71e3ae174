SELECT 'ajustes', false, fecha_negocio(fecha) FROM ajustes_saldo WHERE estado = 'pendiente'
