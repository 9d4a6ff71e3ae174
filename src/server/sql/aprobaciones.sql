-- A person's short name: the first word of nombres and of apellidos. Of a key, all of its name.
CREATE OR REPLACE FUNCTION usuarios_corto(u usuarios) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN u.integracion THEN u.nombres ELSE split_part(u.nombres, ' ', 1) END || ' '
    || split_part(u.apellidos, ' ', 1);

-- Active users who hold a permission; the administrator's role holds all.
CREATE OR REPLACE FUNCTION usuarios_con(p_permiso text) RETURNS SETOF usuarios LANGUAGE sql STABLE AS $$
  SELECT u.* FROM usuarios u WHERE u.estatus AND (u.rol_slug = 'adm' OR EXISTS (
    SELECT FROM roles_permisos p WHERE p.rol_slug = u.rol_slug AND p.permiso = p_permiso));
$$;

-- Whether an approval of this amount in soles is within the user's limit, whatever the document.
CREATE OR REPLACE FUNCTION aprobaciones_alcanza(p_usuario integer, p_pen numeric)
  RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_pen, 'Infinity') <= ajuste('aprobacion_limite_funcional')::numeric
    OR EXISTS (SELECT FROM usuarios_con('aprobaciones:sin-limite') WHERE id = p_usuario);
$$;

-- Refuses an approval beyond the user's limit, of the document or of the day (R-142).
CREATE OR REPLACE FUNCTION aprobaciones_exigir(quien jsonb, p_pen numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_limite numeric := ajuste('aprobacion_dia_funcional')::numeric;
  v_suma numeric;
BEGIN
  IF NOT aprobaciones_alcanza((quien->>'usuario_id')::int, p_pen) THEN
    PERFORM rechazar('APROBACION_LIMITE', jsonb_build_object(
      'limite', importe_funcional(ajuste('aprobacion_limite_funcional')::numeric)));
  END IF;
  IF EXISTS (SELECT FROM usuarios_con('aprobaciones:sin-limite') WHERE id = v_usuario) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(52, v_usuario);
  v_suma := ventana_suma('aprueba', v_usuario);
  IF v_suma + p_pen > v_limite THEN
    PERFORM rechazar('APROBACION_DIA', jsonb_build_object('suma', importe_funcional(v_suma),
      'limite', importe_funcional(v_limite),
      'quienes', array_to_string(otros_con('aprobaciones:sin-limite', ARRAY[v_usuario]), ', ')));
  END IF;
END $$;

-- Names of the other users who may approve a request. An empty list means that no second person may.
CREATE OR REPLACE FUNCTION aprobaciones_por(p_permiso text, p_solicitante integer, p_pen numeric)
  RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(usuarios_corto(u) ORDER BY rol_slug = 'adm', id), '{}')
  FROM usuarios_con(p_permiso) u WHERE id <> persona_de(p_solicitante) AND aprobaciones_alcanza(id, p_pen);
$$;

-- Whether a pending request is this user's to answer: another person's, up to his limit, or his own where nobody else
-- can answer it (R-164). The bell counts these.
CREATE OR REPLACE FUNCTION aprobaciones_toca(p_usuario integer, p_autor integer, p_permiso text, p_pen numeric)
  RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT aprobaciones_alcanza(p_usuario, p_pen)
    AND (NOT misma_persona(p_autor, p_usuario) OR aprobaciones_por(p_permiso, p_usuario, p_pen) = '{}');
$$;
