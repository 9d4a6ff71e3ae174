SELECT 'confirma', pagada_por, NULL, fecha_negocio(pagada_en), 'comisiones-liquidaciones', id,
  en_dolares('usd', moneda_funcional(), total, total) FROM comisiones_liquidaciones
  WHERE estado = 'pagada' AND (pagada_por = creada_por OR pagada_por = usuario_id)
