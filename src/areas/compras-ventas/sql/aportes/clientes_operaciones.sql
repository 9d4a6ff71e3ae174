SELECT cliente_id, 'compras-ventas', id, fecha_negocio, monto_usd FROM compras_ventas WHERE estado <> 'anulada'
