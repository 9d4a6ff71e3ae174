SELECT 'aprueba', resuelto_por, NULL, fecha_negocio(resuelto_en), 'vistos', id, valor FROM vistos
  WHERE estado IN ('aprobado', 'usado') AND resuelto_por IS NOT NULL
