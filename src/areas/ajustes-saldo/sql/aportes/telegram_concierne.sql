-- Who may answer a requested adjustment.
SELECT 'ajustes-saldo', 'proponer', a.id, 'mi_aprobacion', u.id, NULL
FROM ajustes_saldo a CROSS JOIN usuarios_con('cuentas:aprobar-ajuste') u
WHERE a.estado = 'pendiente' AND aprobaciones_toca(u.id, a.solicitado_por, 'cuentas:aprobar-ajuste',
  ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor))
