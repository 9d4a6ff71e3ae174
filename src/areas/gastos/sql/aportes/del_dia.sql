SELECT 'gasto', solicitado_por, NULL, fecha_negocio(pagado_en), 'gastos', id, greatest(valor, valor_dia) FROM gastos
  WHERE estado = 'pagado' AND resuelto_por IS NULL
UNION ALL SELECT 'sin-papel', solicitado_por, NULL, fecha_negocio(pagado_en), 'gastos', id, greatest(valor, valor_dia)
  FROM gastos WHERE estado = 'pagado' AND resuelto_por IS NULL AND comprobante = 'sin'
UNION ALL SELECT 'sin-papel-categoria', solicitado_por, categoria_id::text, fecha_negocio(pagado_en), 'gastos', id,
  greatest(valor, valor_dia) FROM gastos WHERE estado = 'pagado' AND resuelto_por IS NULL AND comprobante = 'sin'
UNION ALL SELECT 'aprueba', resuelto_por, NULL, fecha_negocio(resuelto_en), 'gastos', id, greatest(valor, valor_dia)
  FROM gastos WHERE resuelto_por IS NOT NULL AND estado IN ('pagado', 'anulado')
