-- A full disk stops the house: nobody hands in files without end that nothing uses. And proposals are not emptied either.

-- As in 0011; at most 100 files of one person wait for their use. His uploads take turns, or a hundred at once would
-- each see the others missing.
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
    -- Unused ones are forgotten after two days: what is newer is all that can wait.
    IF (SELECT count(*) FROM adjuntos x WHERE usuario_id = v_usuario AND creado_en > ahora() - interval '3 days'
        AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = x.id)) >= 100 THEN
      PERFORM rechazar('VALIDACION', '{"errors": [{"msg": "Subió 100 comprobantes que ninguna operación usa todavía: use alguno antes de subir más."}]}');
    END IF;
    INSERT INTO adjuntos (nombre, contenido, usuario_id) VALUES (p_nombre, p_contenido, v_usuario) RETURNING * INTO a;
    PERFORM auditar(quien, 'subir', 'adjuntos', a.id::text, NULL, jsonb_build_object(
      'nombre', a.nombre, 'tipo', a.tipo, 'tamano', a.tamano, 'sha256', encode(a.sha256, 'hex')));
  END IF;
  a.contenido := NULL;
  RETURN a;
END $$;
CREATE INDEX adjuntos_usuario ON adjuntos (usuario_id, creado_en);

CREATE TRIGGER pares_propuestas_no_trunca BEFORE TRUNCATE ON pares_propuestas EXECUTE FUNCTION prohibir_cambio();
