SELECT 'auditoria:pep:' || a.id, 'pep', fecha_negocio(a.fecha), a.fecha, a.usuario_id, NULL, 'clientes', a.entidad_id,
       NULL, NULL, 'Quitó a un cliente la marca de expuesto políticamente', NULL, false
FROM auditoria a
WHERE a.entidad = 'clientes' AND a.antes->>'pep' = 'true' AND a.despues->>'pep' = 'false'
