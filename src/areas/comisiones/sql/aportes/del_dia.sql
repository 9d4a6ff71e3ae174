SELECT 'confirma', pagada_por, NULL, fecha_negocio(pagada_en), 'comisiones-liquidaciones', id,
  en_dolares('usd', moneda_funcional(), total, total) FROM comisiones_liquidaciones
  WHERE estado = 'pagada' AND (misma_persona(pagada_por, creada_por) OR misma_persona(pagada_por, usuario_id))
