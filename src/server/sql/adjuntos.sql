-- Stores a file. Deduplicates unused files by person and bytes, so that a request whose answer was lost may be
-- retried. `p_tipo` = the type that the caller claims. At most 100 unused files per person, so that nobody fills the
-- disk; uploads of one person run one at a time, since concurrent ones would not count each other.
CREATE OR REPLACE FUNCTION adjuntos_guardar(quien jsonb, p_tipo text, p_nombre text, p_contenido bytea)
  RETURNS adjuntos LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  a adjuntos;
BEGIN
  IF octet_length(p_contenido) > 2097152 THEN PERFORM rechazar('ARCHIVO_GRANDE', '{"maximo": "2 MB"}'); END IF;
  IF adjunto_tipo(p_contenido) IS DISTINCT FROM p_tipo THEN PERFORM rechazar('ARCHIVO_DISTINTO'); END IF;
  PERFORM pg_advisory_xact_lock(11, v_usuario);
  SELECT * INTO a FROM adjuntos x WHERE sha256 = sha256(p_contenido) AND usuario_id = v_usuario
    AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = x.id) ORDER BY id LIMIT 1;
  IF NOT FOUND THEN
    -- Unused files are deleted after two days, so only newer ones can be waiting.
    IF (SELECT count(*) FROM adjuntos x WHERE usuario_id = v_usuario AND creado_en > ahora() - interval '3 days'
        AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = x.id)) >= 100 THEN
      PERFORM rechazar_campo(NULL, reparo('COMPROBANTES_SIN_USO'));
    END IF;
    INSERT INTO adjuntos (nombre, contenido, usuario_id) VALUES (p_nombre, p_contenido, v_usuario) RETURNING * INTO a;
    PERFORM auditar(quien, 'subir', 'adjuntos', a.id::text, NULL, jsonb_build_object(
      'nombre', a.nombre, 'tipo', a.tipo, 'tamano', a.tamano, 'sha256', encode(a.sha256, 'hex')));
  END IF;
  a.contenido := NULL;
  RETURN a;
END $$;

-- Attaches a file to the document that it proves; only the person who uploaded it may, and only once.
CREATE OR REPLACE FUNCTION adjuntos_usar(quien jsonb, p_adjunto bigint, p_origen text, p_origen_id bigint,
    p_detalle bigint, p_campo text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  falla jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM adjuntos WHERE id = p_adjunto AND usuario_id = (quien->>'usuario_id')::int) THEN
    falla := reparo('COMPROBANTE_NO_EXISTE');
  ELSE
    INSERT INTO adjuntos_usos (adjunto_id, origen, origen_id, detalle_id, usuario_id)
      VALUES (p_adjunto, p_origen, p_origen_id, p_detalle, (quien->>'usuario_id')::int) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN falla := reparo('COMPROBANTE_DE_OTRO'); END IF;
  END IF;
  IF falla IS NOT NULL THEN PERFORM rechazar_campo(p_campo, falla); END IF;
END $$;

-- Deletes files uploaded two days ago or earlier and never used; answers how many.
CREATE OR REPLACE FUNCTION adjuntos_limpiar() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH viejos AS (
    DELETE FROM adjuntos a WHERE creado_en < ahora() - interval '2 days'
      AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = a.id) RETURNING 1)
  SELECT count(*) FROM viejos;
$$;
