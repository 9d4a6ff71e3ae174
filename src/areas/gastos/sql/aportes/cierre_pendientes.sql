SELECT 'gastos', false, fecha, ARRAY[sucursal_id] FROM gastos WHERE estado = 'pendiente'
