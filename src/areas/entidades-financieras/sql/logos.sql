-- Stores a picture for an entity and answers its digest (R-268). The same picture is stored once. `p_tipo`: the type
-- that the caller claims. Pictures that no entity has are deleted after two days, and at most 20 of one person wait, so
-- that nobody fills the disk; uploads of one person run one at a time, since concurrent ones would not count each
-- other.
CREATE OR REPLACE FUNCTION logos_guardar(quien jsonb, p_tipo text, p_contenido bytea)
  RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_sha256 text := encode(sha256(p_contenido), 'hex');
BEGIN
  IF octet_length(p_contenido) > 65536 THEN PERFORM rechazar('ARCHIVO_GRANDE', '{"maximo": "64 KB"}'); END IF;
  IF adjunto_tipo(p_contenido) IS DISTINCT FROM p_tipo OR p_tipo NOT LIKE 'image/%' THEN
    PERFORM rechazar('ARCHIVO_DISTINTO');
  END IF;
  PERFORM pg_advisory_xact_lock(11, v_usuario);
  DELETE FROM logos l WHERE creado_en < ahora() - interval '2 days' AND sha256 <> v_sha256
    AND NOT EXISTS (SELECT FROM entidades_financieras e WHERE e.logo = l.sha256);
  -- Asked for again, it waits for its entity as long as a new one.
  UPDATE logos SET creado_en = ahora() WHERE sha256 = v_sha256;
  IF FOUND THEN RETURN v_sha256; END IF;
  IF (SELECT count(*) FROM logos l WHERE usuario_id = v_usuario
      AND NOT EXISTS (SELECT FROM entidades_financieras e WHERE e.logo = l.sha256)) >= 20 THEN
    PERFORM rechazar_campo(NULL, reparo('LOGOS_SIN_USO'));
  END IF;
  INSERT INTO logos (contenido, usuario_id) VALUES (p_contenido, v_usuario) ON CONFLICT DO NOTHING;
  PERFORM auditar(quien, 'subir', 'entidades-financieras', NULL, NULL,
    jsonb_build_object('logo', v_sha256, 'tipo', p_tipo, 'tamano', octet_length(p_contenido)));
  RETURN v_sha256;
END $$;

-- An entity has a picture that is there. The reference keeps it; this says which field is wrong.
CREATE OR REPLACE FUNCTION entidades_logo()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM logos WHERE sha256 = NEW.logo) THEN
    PERFORM rechazar_campo('logo', reparo('LOGO_NO_EXISTE'));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER entidades_logo BEFORE INSERT OR UPDATE OF logo ON entidades_financieras
  FOR EACH ROW WHEN (NEW.logo IS NOT NULL) EXECUTE FUNCTION entidades_logo();

-- By what an entity is recognised wherever one of its accounts is named: its name, and its logo or null.
CREATE OR REPLACE FUNCTION entidades_marca(p_entidad integer) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT jsonb_build_object('nombre', nombre, 'logo', logo)
    FROM entidades_financieras WHERE id = p_entidad);
