-- A rate that no longer follows its prices: somebody typed it.
SELECT 'tipos_cambios_historico:' || h.id, 'tasa-manual', fecha_negocio(lower(h.vigencia)), lower(h.vigencia),
       h.usuario_id, NULL, 'tipos-cambios', h.tipo_cambio_id::text, NULL, NULL,
       format('Escribió la tasa de %s a %s: %s', b.iso, q.iso, trim_scale(h.tasa)), h.motivo, false
FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id JOIN monedas b ON b.id = t.base_id
JOIN monedas q ON q.id = t.cotizacion_id WHERE h.origen = 'manual' AND h.usuario_id IS NOT NULL
UNION ALL
-- A rate that follows its prices gives more away without being typed.
SELECT 'auditoria:margen:' || a.id, 'control', fecha_negocio(a.fecha), a.fecha, a.usuario_id, NULL, 'tipos-cambios',
       a.entidad_id, NULL, NULL, format('Bajó el margen de %s a %s: de %s %% a %s %%', b.iso, q.iso,
         trim_scale((a.antes->>'margen')::numeric), trim_scale((a.despues->>'margen')::numeric)),
       a.despues->>'motivo', false
FROM auditoria a JOIN tipos_cambios t ON t.id::text = a.entidad_id JOIN monedas b ON b.id = t.base_id
JOIN monedas q ON q.id = t.cotizacion_id
WHERE a.entidad = 'tipos-cambios' AND a.accion = 'editar'
  AND (a.despues->>'margen')::numeric < (a.antes->>'margen')::numeric
