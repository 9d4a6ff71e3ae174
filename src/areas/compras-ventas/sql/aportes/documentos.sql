SELECT 'compras-ventas', id, numero FROM compras_ventas
