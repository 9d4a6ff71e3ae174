SELECT 'pagos', false, fecha_negocio FROM compras_ventas WHERE estado = 'pendiente'
