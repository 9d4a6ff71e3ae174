-- Rates in force below cost.
SELECT 'tasa_bajo_costo', t.id, jsonb_build_object('id', t.id, 'tasa', h.tasa::text, 'costo', h.tasa_costo::text)
FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
WHERE t.estatus AND CASE h.metodo_calculo WHEN 'm' THEN h.tasa > h.tasa_costo ELSE h.tasa < h.tasa_costo END
