SELECT 'turnos', id, numero, NULL, NULL, sucursal_id FROM turnos
