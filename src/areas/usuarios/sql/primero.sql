-- Makes the first administrator of a house that has no user: `p` = {usuario, correo, nombres, apellidos,
-- password_hash}, `p_origen` = {ip, solicitud}. Of two at once, one finds the other's row. Answers his id.
CREATE OR REPLACE FUNCTION usuarios_primero(p jsonb, p_origen jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_id integer;
BEGIN
  PERFORM pg_advisory_xact_lock(18, 2);
  IF EXISTS (SELECT FROM usuarios) THEN PERFORM rechazar('CASA_CON_USUARIOS'); END IF;
  INSERT INTO usuarios (usuario, correo, nombres, apellidos, password_hash, rol_slug, desvio_pct, creado_en)
    VALUES (p->>'usuario', p->>'correo', p->>'nombres', p->>'apellidos', p->>'password_hash', 'adm', 5, ahora())
    RETURNING id INTO v_id;
  PERFORM auditar(p_origen || jsonb_build_object('usuario_id', v_id), 'crear', 'usuarios', v_id::text, NULL,
    p - 'password_hash' || '{"rol_slug": "adm"}');
  RETURN v_id;
END $$;
