SELECT 'comisiones_liquidaciones:anulada:' || l.id, 'anulacion', fecha_negocio(l.anulada_en), l.anulada_en,
       l.anulada_por, NULL, 'comisiones-liquidaciones', l.id::text, NULL, NULL, format('Anuló %s', l.numero),
       l.motivo_anulacion, false
FROM comisiones_liquidaciones l WHERE l.estado = 'anulada'
UNION ALL
-- A rule by which its author gains himself.
SELECT 'auditoria:regla:' || a.id, 'limite', fecha_negocio(a.fecha), a.fecha, a.usuario_id, NULL, 'comisiones-reglas',
       a.entidad_id, NULL, NULL, 'Escribió una regla de comisión para sí mismo', NULL, false
FROM auditoria a
WHERE a.entidad = 'comisiones-reglas' AND a.accion IN ('crear', 'nueva-version', 'editar')
  AND (a.despues->>'usuario_id')::int = a.usuario_id
