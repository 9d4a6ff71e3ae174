-- Who may answer a requested expense.
SELECT 'gastos', 'proponer', g.id, 'mi_aprobacion', u.id, NULL
FROM gastos g CROSS JOIN usuarios_con('gastos:aprobar') u
WHERE g.estado = 'pendiente' AND aprobaciones_toca(u.id, g.solicitado_por, 'gastos:aprobar', gastos_juicio(g))
