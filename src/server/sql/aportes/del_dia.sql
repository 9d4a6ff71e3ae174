SELECT 'aprueba', resuelto_por, NULL, fecha_negocio(resuelto_en), 'vistos', id, pen FROM vistos
  WHERE estado IN ('aprobado', 'usado') AND resuelto_por IS NOT NULL
