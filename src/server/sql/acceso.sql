-- Whether the house asks whoever approves or administers for a second factor. Without a word it does.
CREATE OR REPLACE FUNCTION acceso_exige_factor() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(ajuste('exigir_segundo_factor')::boolean, true);
$$;

-- Sets that; never without an audit row.
CREATE OR REPLACE FUNCTION acceso_exigir_factor(quien jsonb, p_exige boolean)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_antes boolean := acceso_exige_factor();
BEGIN
  IF v_antes AND NOT p_exige THEN
    PERFORM control_exigir(quien, jsonb_build_object('clave', 'control', 'origen', 'ajustes', 'que',
      jsonb_build_object('exigir_segundo_factor', false),
      'titulo', 'dejar de exigir el segundo factor a quien aprueba o administra'));
  END IF;
  INSERT INTO ajustes (clave, valor, actualizado_en, actualizado_por)
    VALUES ('exigir_segundo_factor', to_jsonb(p_exige), ahora(), (quien->>'usuario_id')::int)
    ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor, version = ajustes.version + 1,
      actualizado_en = excluded.actualizado_en, actualizado_por = excluded.actualizado_por;
  PERFORM auditar(quien, 'segundo-factor', 'ajustes', NULL, jsonb_build_object('exigir_segundo_factor', v_antes),
                  jsonb_build_object('exigir_segundo_factor', p_exige));
  PERFORM avisar('roles');
END $$;

-- The valid sessions of these tokens' digests, `n` being the place of a digest, with what their users may do now.
-- `resta_ms`: until a session must be read again, because its time is over, its use is due to be written, or the old
-- token of a refresh ends; `reciente`: its last use was written less than a minute ago.
CREATE OR REPLACE FUNCTION acceso_sesiones(p_huellas bytea[])
  RETURNS TABLE (n bigint, sesion_id bigint, usuario_id integer, usuario text, nombres text, apellidos text,
    correo text, rol_slug text, rol text, sucursal_id integer, desvio_pct numeric, limite_usd numeric, permisos text[],
    temporal boolean, segundo_factor boolean, exige_rol boolean, exige_casa boolean, reciente boolean,
    resta_ms double precision)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_ahora constant timestamptz := ahora();
  v_inactiva constant interval := make_interval(mins => ajuste('sesion_inactiva_minutos')::int);
  v_exige constant boolean := acceso_exige_factor();
BEGIN
  RETURN QUERY
    SELECT h.n, s.id, u.id, u.usuario, u.nombres, u.apellidos, u.correo, u.rol_slug, r.nombre, u.sucursal_id,
      u.desvio_pct, u.limite_usd, ARRAY(SELECT p.permiso FROM roles_permisos p WHERE p.rol_slug = u.rol_slug),
      u.password_temporal_hasta IS NOT NULL,
      EXISTS (SELECT FROM usuarios_totp t WHERE t.usuario_id = u.id AND t.confirmado_en IS NOT NULL),
      coalesce(s.creada_en >= r.exige_totp_desde, false), v_exige, s.usada_en > v_ahora - interval '1 minute',
      1000 * extract(epoch FROM least(s.vence_en, s.usada_en + least('1 minute', v_inactiva),
        CASE WHEN s.token_hash <> h.huella THEN s.previo_hasta END) - v_ahora)::float8
    FROM unnest(p_huellas) WITH ORDINALITY AS h (huella, n)
    JOIN sesiones s ON s.token_hash = h.huella OR s.previo_hash = h.huella AND s.previo_hasta > v_ahora
    JOIN usuarios u ON u.id = s.usuario_id JOIN roles r ON r.slug = u.rol_slug
    WHERE s.terminada_en IS NULL AND u.estatus AND s.vence_en > v_ahora AND s.usada_en > v_ahora - v_inactiva;
END $$;

-- The house's branches, those included that are switched off, where it has more than one: a house with one has none to
-- tell apart, and nothing of it asks.
CREATE OR REPLACE FUNCTION acceso_sucursales() RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT CASE WHEN count(*) > 1 THEN jsonb_agg(jsonb_build_object('id', id, 'nombre', nombre) ORDER BY nombre)
    ELSE '[]' END FROM sucursales);
