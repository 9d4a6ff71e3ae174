-- Who may answer a rate that a cashier asked for.
SELECT 'autorizaciones-tasa', 'pedir-tasa', a.id, 'mi_aprobacion', u.id, NULL
FROM autorizaciones_tasa a CROSS JOIN usuarios_con('compras-ventas:autorizar-tasa') u
WHERE a.estado = 'pendiente' AND aprobaciones_toca(u.id, a.solicitado_por, 'compras-ventas:autorizar-tasa', 0)
