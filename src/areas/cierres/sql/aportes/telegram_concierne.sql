-- Whose till was approved or given back, and who may answer its difference.
SELECT 'turnos', a.accion, t.id, 'mi_caja', t.usuario_id, NULL
FROM turnos t CROSS JOIN unnest('{aprobar,devolver}'::text[]) a (accion)
UNION ALL
SELECT 'turnos', 'cerrar', t.id, 'mi_aprobacion', u.id, NULL
FROM turnos t CROSS JOIN usuarios_con('cierres:aprobar') u
WHERE t.estado = 'cerrado'
  AND aprobaciones_toca(u.id, t.usuario_id, 'cierres:aprobar', (turnos_diferencias(t.id)).total)
