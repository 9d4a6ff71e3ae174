-- What others changed of a person's account in the last 30 days: newest first, and whether he has seen it.
CREATE OR REPLACE FUNCTION usuarios_cambios(p_usuario integer)
  RETURNS TABLE (id bigint, fecha timestamptz, accion text, por integer, nuevo boolean) LANGUAGE sql STABLE AS $$
  SELECT a.id, a.fecha, a.accion, a.usuario_id, a.fecha > coalesce(u.cambios_vistos_en, '-infinity')
  FROM usuarios u JOIN auditoria a ON a.entidad = 'usuarios' AND a.entidad_id = u.id::text
  WHERE u.id = p_usuario AND a.usuario_id <> u.id AND a.fecha > ahora() - interval '30 days'
    AND a.accion IN ('editar', 'rol', 'estatus', 'restablecer', 'quitar-factor', 'terminar-sesion',
      'desvincular-telegram')
  ORDER BY a.id DESC LIMIT 50;
$$;
