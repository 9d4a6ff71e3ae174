SELECT 'compras-ventas', id, NULL FROM compras_ventas WHERE estado = 'anulada'
