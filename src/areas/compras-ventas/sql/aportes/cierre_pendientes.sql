SELECT 'pagos', false, fecha_negocio, ARRAY[sucursal_id] FROM compras_ventas WHERE estado = 'pendiente'
