SELECT 'ajustes', false, fecha_negocio(fecha), ARRAY[sucursal_id] FROM ajustes_saldo WHERE estado = 'pendiente'
