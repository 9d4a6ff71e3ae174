-- A rate that no longer follows its prices: somebody typed it.
SELECT 'tipos_cambios_historico:' || h.id, 'tasa-manual', fecha_negocio(lower(h.vigencia)), lower(h.vigencia),
       h.usuario_id, NULL, 'tipos-cambios', h.tipo_cambio_id::text, NULL, NULL,
       format('Escribió la tasa de %s a %s: %s', b.iso, q.iso, trim_scale(h.tasa)), h.motivo, false
FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id JOIN monedas b ON b.id = t.base_id
JOIN monedas q ON q.id = t.cotizacion_id WHERE h.origen = 'manual' AND h.usuario_id IS NOT NULL
