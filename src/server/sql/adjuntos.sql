-- Stores a file. Deduplicates unused files by person and bytes, so that a request whose answer was lost may be
-- retried. `p_tipo` = the type that the caller claims. At most 100 unused files per person, his keys with him (R-407),
-- so that nobody fills the disk; uploads of one person run one at a time, since concurrent ones would not count each
-- other.
CREATE OR REPLACE FUNCTION adjuntos_guardar(quien jsonb, p_tipo text, p_nombre text, p_contenido bytea)
  RETURNS adjuntos LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  a adjuntos;
BEGIN
  IF octet_length(p_contenido) > 2097152 THEN PERFORM rechazar('ARCHIVO_GRANDE', '{"maximo": "2 MB"}'); END IF;
  IF adjunto_tipo(p_contenido) IS DISTINCT FROM p_tipo THEN PERFORM rechazar('ARCHIVO_DISTINTO'); END IF;
  PERFORM pg_advisory_xact_lock(11, persona_de(v_usuario));
  SELECT * INTO a FROM adjuntos x WHERE sha256 = sha256(p_contenido) AND usuario_id = v_usuario
    AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = x.id) ORDER BY id LIMIT 1;
  IF NOT FOUND THEN
    -- Unused files are deleted after two days, so only newer ones can be waiting.
    IF (SELECT count(*) FROM adjuntos x WHERE usuario_id = ANY (personas_de(ARRAY[v_usuario]))
        AND creado_en > ahora() - interval '3 days'
        AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = x.id)) >= 100 THEN
      PERFORM rechazar_campo(NULL, reparo('COMPROBANTES_SIN_USO'));
    END IF;
    INSERT INTO adjuntos (nombre, contenido, usuario_id)
      VALUES (adjuntos_nombre(p_nombre, p_tipo), p_contenido, v_usuario) RETURNING * INTO a;
    PERFORM auditar(quien, 'subir', 'adjuntos', a.id::text, NULL, jsonb_build_object(
      'nombre', a.nombre, 'tipo', a.tipo, 'tamano', a.tamano, 'sha256', encode(a.sha256, 'hex')));
  END IF;
  a.contenido := NULL;
  RETURN a;
END $$;

-- The name under which a file is kept and downloaded: without folders, without characters that file systems refuse or
-- that are not seen, and ending as its content is, whatever was sent (R-155).
CREATE OR REPLACE FUNCTION adjuntos_nombre(p_nombre text, p_tipo text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN coalesce(nullif(btrim(left(regexp_replace(regexp_replace(regexp_replace(normalize(p_nombre, NFC),
      '^.*[/\\]', ''), '[^[:alnum:] ._(),+-]', '_', 'g'), '(\.[[:alnum:]]{1,5})+$', ''), 110), ' ._'), ''), 'archivo')
    || CASE p_tipo WHEN 'image/jpeg' THEN '.jpg' WHEN 'image/png' THEN '.png' WHEN 'image/webp' THEN '.webp'
       ELSE '.pdf' END;

-- Attaches a file to the document that it proves; only the person who uploaded it may, and only once.
CREATE OR REPLACE FUNCTION adjuntos_usar(quien jsonb, p_adjunto bigint, p_origen text, p_origen_id bigint,
    p_detalle bigint, p_campo text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM adjuntos WHERE id = p_adjunto AND usuario_id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar_campo(p_campo, reparo('COMPROBANTE_NO_EXISTE'));
  END IF;
  INSERT INTO adjuntos_usos (adjunto_id, origen, origen_id, detalle_id, usuario_id)
    VALUES (p_adjunto, p_origen, p_origen_id, p_detalle, (quien->>'usuario_id')::int) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN PERFORM rechazar_campo(p_campo, reparo('COMPROBANTE_DE_OTRO')); END IF;
  PERFORM adjuntos_repetido_exigir(quien, p_adjunto, p_origen, p_origen_id);
END $$;

-- Adds a voucher to a document, or to a line of it: to each at most five, beyond which `p_lleno` refuses. The same file
-- again, a retry after a lost answer, is answered again. `p_linea`: how the audit names the line.
CREATE OR REPLACE FUNCTION adjuntos_agregar(quien jsonb, p_origen text, p_id bigint, p_detalle bigint, p_numero text,
    p_tipo text, p_nombre text, p_contenido bytea, p_lleno jsonb, p_campo text DEFAULT NULL,
    p_linea jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_area text := regexp_replace(p_origen, '-(cobros|pagos|devoluciones)$', '');
  a adjuntos;
BEGIN
  SELECT x.* INTO a FROM adjuntos_usos u JOIN adjuntos x ON x.id = u.adjunto_id WHERE u.origen = p_origen
    AND u.origen_id = p_id AND u.detalle_id = p_detalle AND x.sha256 = sha256(p_contenido);
  IF NOT FOUND THEN
    IF (SELECT count(*) FROM adjuntos_usos
        WHERE origen = p_origen AND origen_id = p_id AND detalle_id = p_detalle) >= 5 THEN
      PERFORM rechazar_campo(p_campo, p_lleno);
    END IF;
    a := adjuntos_guardar(quien, p_tipo, p_nombre, p_contenido);
    PERFORM adjuntos_usar(quien, a.id, p_origen, p_id, p_detalle, '');
    PERFORM auditar(quien, 'adjuntar', v_area, p_id::text, NULL,
      p_linea || jsonb_build_object('adjunto_id', a.id, 'nombre', a.nombre));
    PERFORM avisar(v_area, p_id);
  END IF;
  RETURN jsonb_build_object('id', a.id, 'message', format('Comprobante de %s guardado.', p_numero));
END $$;

-- The same picture as of another document needs another person's yes (R-136): one transfer may pay for two operations,
-- and rarely does. The lines of one order may share one, but what is paid back has a paper of its own. Who writes the
-- same bytes at once waits.
CREATE OR REPLACE FUNCTION adjuntos_repetido_exigir(quien jsonb, p_adjunto bigint, p_origen text, p_origen_id bigint)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  a record;
  otro adjuntos_usos;
BEGIN
  SELECT sha256, nombre INTO STRICT a FROM adjuntos WHERE id = p_adjunto;
  PERFORM pg_advisory_xact_lock(13, hashtext(a.sha256::text));
  SELECT u.* INTO otro FROM adjuntos x JOIN adjuntos_usos u ON u.adjunto_id = x.id
    WHERE x.sha256 = a.sha256 AND x.id <> p_adjunto AND NOT EXISTS (
        SELECT FROM adjuntos_sueltos s WHERE (s.origen, s.origen_id) = (u.origen, u.origen_id)
          AND coalesce(s.detalle_id, u.detalle_id) = u.detalle_id)
      AND ((split_part(u.origen, '-', 1), u.origen_id) <> (split_part(p_origen, '-', 1), p_origen_id)
        OR p_origen = 'ordenes-devoluciones')
    ORDER BY u.fecha DESC LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'comprobante', 'origen', p_origen,
    'que', jsonb_build_object('sha256', encode(a.sha256, 'hex'), 'otro', otro.origen, 'otro_id', otro.origen_id,
      'quien', quien->'usuario_id'),
    -- The number of the document that the file belongs to; the lines of an order are its own.
    'titulo', format('el comprobante %s, que ya está en %s', dicho(a.nombre), coalesce((SELECT numero FROM documentos
      WHERE origen IN (otro.origen, regexp_replace(otro.origen, '-(cobros|pagos|devoluciones)$', ''))
        AND origen_id = otro.origen_id LIMIT 1),
      (SELECT de FROM adjuntos_de WHERE origen = otro.origen AND origen_id = otro.origen_id), 'otro documento')),
    'motivo', 'La misma imagen prueba ya otra operación.'));
END $$;

-- Deletes files uploaded two days ago or earlier and never used; answers how many.
CREATE OR REPLACE FUNCTION adjuntos_limpiar()
  RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH viejos AS (
    DELETE FROM adjuntos a WHERE creado_en < ahora() - interval '2 days'
      AND NOT EXISTS (SELECT FROM adjuntos_usos u WHERE u.adjunto_id = a.id) RETURNING 1)
  SELECT count(*) FROM viejos;
$$;
