-- Acts that say themselves that they are exceptional:
-- {excepcion: {clase, frase, importe, valor (pen until 0.2.0), aprobado_por, motivo}}.
SELECT 'auditoria:' || a.id, x.clase, fecha_negocio(a.fecha), a.fecha, a.usuario_id, x.aprobado_por, a.entidad,
       a.entidad_id, x.importe, coalesce(x.valor, x.pen), x.frase, x.motivo, coalesce(x.solo, false)
FROM auditoria a
CROSS JOIN jsonb_to_record(a.despues->'excepcion') AS x (clase text, aprobado_por integer, importe text, valor numeric,
    pen numeric, frase text, motivo text, solo boolean)
WHERE a.despues ? 'excepcion'
UNION ALL
-- Acts that are exceptional whatever they say.
SELECT 'auditoria:' || a.id, k.clase, fecha_negocio(a.fecha), a.fecha, a.usuario_id, NULL, a.entidad, a.entidad_id,
       NULL, NULL, k.frase, NULL, false
FROM (VALUES
  ('identidad', NULL, 'identidad', 'Volvió a escribir su contraseña para algo delicado'),
  ('denegado', 'bloqueo', 'puerta', 'Demasiados intentos: la puerta se cerró un rato'),
  ('token-repetido', NULL, 'puerta', 'Alguien usó una copia de su sesión'),
  ('restablecer', NULL, 'cuenta-ajena', 'Cambió la contraseña de otra persona'),
  ('quitar-factor', NULL, 'cuenta-ajena', 'Quitó un segundo factor'),
  ('rol', NULL, 'cuenta-ajena', 'Cambió el rol de otra persona'),
  ('confirmar', NULL, 'reloj', 'Respondió por la hora del equipo')) AS k (accion, con, clase, frase)
JOIN auditoria a ON a.accion = k.accion AND (k.con IS NULL OR a.despues->>'motivo' = k.con)
WHERE NOT coalesce(a.despues ? 'excepcion', false)
UNION ALL
-- What another person said yes to, or nobody else could.
SELECT 'vistos:' || v.id,
       CASE WHEN v.clave = 'cargo' THEN 'cargo' WHEN v.clave IN ('referencia', 'comprobante') THEN 'referencia'
            WHEN v.solo THEN 'solo' ELSE 'visto' END,
       fecha_negocio(v.usado_en), v.usado_en, v.solicitado_por, v.resuelto_por, v.origen, v.origen_id::text,
       nullif(v.importe, ''), v.valor, upper(left(v.titulo, 1)) || substr(v.titulo, 2), nullif(v.motivo, ''), v.solo
-- Controls that were loosened are marked in the audit.
FROM vistos v WHERE v.estado = 'usado'
  AND v.clave NOT IN ('control', 'limite', 'permiso', 'aviso', 'cuenta-ajena', 'precio')
UNION ALL
SELECT 'asientos:' || a.id, 'anulacion-diferencia', a.fecha_negocio, a.fecha, a.usuario_id, NULL, a.origen,
       a.origen_id::text, importe_texto(p.importe, m.simbolo, m.decimales), abs(p.importe),
       format('%s: salió al costo promedio', a.glosa), NULL, false
FROM apuntes p JOIN asientos a ON a.id = p.asiento_id JOIN monedas m ON m.id = p.moneda_id
WHERE p.cuenta_id = anulaciones_cuenta()
