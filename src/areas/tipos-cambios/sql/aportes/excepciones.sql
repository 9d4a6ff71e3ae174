-- A rate that no longer follows its prices: somebody typed it.
SELECT 'tipos_cambios_historico:' || h.id, 'tasa-manual', fecha_negocio(lower(h.vigencia)), lower(h.vigencia),
       h.usuario_id, NULL, 'tipos-cambios', h.tipo_cambio_id::text, NULL, NULL,
       format('Escribió la tasa de %s a %s: %s', b.iso, q.iso, trim_scale(h.tasa)), h.motivo, false
FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id JOIN monedas b ON b.id = t.base_id
JOIN monedas q ON q.id = t.cotizacion_id WHERE h.origen = 'manual' AND h.usuario_id IS NOT NULL
UNION ALL
SELECT 'tipos_cambios_historico:repuesta:' || r.id, 'precio-repuesto', fecha_negocio(r.fecha), r.fecha, r.usuario_id,
       NULL, 'tipos-cambios', r.tipo_cambio_id::text, importe_texto(r.pen, f.simbolo, f.decimales), r.pen, r.frase,
       r.motivo, false
FROM tipos_cambios_repuestas() r CROSS JOIN monedas f WHERE f.funcional
UNION ALL
-- A price that was promised to somebody who is no client; its document is the operation that took it up.
SELECT 'cotizaciones:' || c.id, 'cotizacion-suelta', fecha_negocio(c.fecha), c.fecha, c.usuario_id, NULL,
       coalesce(c.origen, 'tipos-cambios'), coalesce(c.origen_id, h.tipo_cambio_id)::text,
       importe_texto(c.monto, m.simbolo, m.decimales), NULL,
       format('Prometió %s a «%s»%s', trim_scale(c.tasa), c.nota, CASE WHEN c.usada_en IS NOT NULL THEN ', y se usó'
         WHEN c.vence_en <= ahora() THEN ', y nadie la usó' ELSE '' END), NULL, false
FROM tipos_cambios_cotizaciones c JOIN tipos_cambios_historico h ON h.id = c.historico_id
JOIN monedas m ON m.id = c.moneda_id WHERE c.cliente_id IS NULL
UNION ALL
-- More promises of one person in a day that nobody took up than clients change their mind.
SELECT 'cotizaciones:vanas:' || c.usuario_id || ':' || c.dia, 'cotizaciones-sin-usar', c.dia, max(c.vence_en),
       c.usuario_id, NULL, 'usuarios', c.usuario_id::text, NULL, NULL,
       format('Guardó %s cotizaciones que nadie usó', count(*)), NULL, false
FROM (SELECT usuario_id, fecha_negocio(fecha) AS dia, vence_en FROM tipos_cambios_cotizaciones
      WHERE usada_en IS NULL AND vence_en <= ahora()) c
GROUP BY c.usuario_id, c.dia HAVING count(*) > 5
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
