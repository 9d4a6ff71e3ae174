SELECT CASE concepto WHEN 'retiro' THEN 'ajuste' ELSE 'gasto' END, usuario_id, NULL, fecha_negocio, 'transferencias',
  t.id, costo FROM transferencias t WHERE tipo = 'tercero' AND estado <> 'anulada' AND NOT EXISTS (
    SELECT FROM vistos v WHERE v.usado_por = t.usuario_id AND v.usado_en = t.fecha AND v.estado = 'usado'
      AND v.clave = 'tercero')
UNION ALL SELECT 'contraparte', usuario_id, ventana_contraparte(tercero_doc, tercero), fecha_negocio, 'transferencias',
  id, en_dolares('usd', moneda_id, monto, costo) FROM transferencias
  WHERE tipo = 'tercero' AND estado <> 'anulada' AND concepto <> 'retiro'
UNION ALL SELECT 'aprueba', diferencia_resuelta_por, NULL, fecha_negocio(diferencia_resuelta_en), 'transferencias', id,
  abs(diferencia_valor) FROM transferencias WHERE diferencia_resuelta_por IS NOT NULL
UNION ALL SELECT 'interna', usuario_id, NULL, fecha_negocio, 'transferencias', t.id, costo FROM transferencias t
  WHERE tipo IN ('interna', 'conversion') AND estado = 'completada' AND NOT EXISTS (
    SELECT FROM vistos v WHERE v.usado_por = t.usuario_id AND v.usado_en = t.fecha AND v.estado = 'usado'
      AND v.clave IN ('cupo', 'conversion'))
