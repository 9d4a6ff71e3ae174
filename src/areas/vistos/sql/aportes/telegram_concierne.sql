-- Who may say yes to what one person may not do alone.
SELECT 'vistos', 'pedir', v.id, 'mi_aprobacion', u.id, NULL
FROM vistos v CROSS JOIN usuarios_con('vistos:aprobar') u
WHERE v.estado = 'pendiente' AND u.id <> persona_de(v.solicitado_por) AND aprobaciones_alcanza(u.id, v.valor)
  AND (u.id <> ALL (personas_de(v.implicados)) OR vistos_quienes(v.solicitado_por, v.implicados, v.valor) = '{}')
