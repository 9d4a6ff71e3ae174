-- Whether the house asks whoever approves or administers for a second factor. Without a word it does.
CREATE OR REPLACE FUNCTION acceso_exige_factor() RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(ajuste('exigir_segundo_factor')::boolean, true);
$$;

-- Sets that; never without an audit row.
CREATE OR REPLACE FUNCTION acceso_exigir_factor(quien jsonb, p_exige boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
