SELECT 'ajuste', solicitado_por, NULL, fecha_negocio, 'ajustes-saldo', id,
  ajustes_saldo_juicio(moneda_id, importe, valor) FROM ajustes_saldo WHERE estado = 'aplicado' AND resuelto_por IS NULL
    AND (motivo <> 'saldo_inicial' OR revierte_id IS NOT NULL)
UNION ALL SELECT 'aprueba', resuelto_por, NULL, fecha_negocio(resuelto_en), 'ajustes-saldo', id,
  ajustes_saldo_juicio(moneda_id, importe, valor) FROM ajustes_saldo
  WHERE resuelto_por IS NOT NULL AND estado = 'aplicado'
