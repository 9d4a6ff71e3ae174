-- Opens a link by which one file may come from a phone, for this session and some minutes; the user's oldest ones give
-- way (R-290). `p_hash`: SHA-256 of its key.
CREATE OR REPLACE FUNCTION telefono_abrir(quien jsonb, p_hash bytea)
  RETURNS telefono_enlaces LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  e telefono_enlaces;
BEGIN
  PERFORM pg_advisory_xact_lock(54, v_usuario);
  PERFORM telefono_limpiar();
  DELETE FROM telefono_enlaces WHERE id IN (
    SELECT id FROM telefono_enlaces WHERE usuario_id = v_usuario ORDER BY id DESC OFFSET 2);
  INSERT INTO telefono_enlaces (token_hash, usuario_id, sesion_id, creado_en, vence_en)
    VALUES (p_hash, v_usuario, (quien->>'sesion_id')::bigint, ahora(), ahora() + interval '10 minutes')
    RETURNING * INTO e;
  PERFORM auditar(quien, 'abrir-telefono', 'telefono', e.id::text, NULL, NULL);
  RETURN e;
END $$;

-- The link of a key that may still bring a file: not expired, not used, and its session goes on.
CREATE OR REPLACE FUNCTION telefono_abierto(p_hash bytea)
  RETURNS telefono_enlaces LANGUAGE plpgsql STABLE AS $$
DECLARE
  e telefono_enlaces;
BEGIN
  SELECT t.* INTO e FROM telefono_enlaces t JOIN sesiones s ON s.id = t.sesion_id JOIN usuarios u ON u.id = t.usuario_id
    WHERE t.token_hash = p_hash AND t.vence_en > ahora() AND t.contenido IS NULL
      AND s.terminada_en IS NULL AND s.vence_en > ahora() AND u.estatus;
  IF NOT FOUND THEN PERFORM rechazar('TELEFONO_CERRADO'); END IF;
  RETURN e;
END $$;

-- Takes the file of a phone, once. `p_de` = {ip, solicitud} of the phone: the audit names it beside the user whose link
-- it is.
CREATE OR REPLACE FUNCTION telefono_recibir(p_hash bytea, p_tipo text, p_nombre text, p_contenido bytea, p_de jsonb)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  e telefono_enlaces := telefono_abierto(p_hash);
BEGIN
  IF octet_length(p_contenido) > 2097152 THEN PERFORM rechazar('ARCHIVO_GRANDE', '{"maximo": "2 MB"}'); END IF;
  IF adjunto_tipo(p_contenido) IS DISTINCT FROM p_tipo THEN PERFORM rechazar('ARCHIVO_DISTINTO'); END IF;
  UPDATE telefono_enlaces SET nombre = adjuntos_nombre(p_nombre, p_tipo), tipo = p_tipo, contenido = p_contenido
    WHERE id = e.id AND contenido IS NULL;
  IF NOT FOUND THEN PERFORM rechazar('TELEFONO_CERRADO'); END IF;
  PERFORM auditar(p_de || jsonb_build_object('usuario_id', e.usuario_id, 'sesion_id', e.sesion_id), 'recibir-telefono',
    'telefono', e.id::text, NULL, jsonb_build_object('tipo', p_tipo, 'tamano', octet_length(p_contenido),
      'sha256', encode(sha256(p_contenido), 'hex')));
  RETURN e.id;
END $$;

-- Ends a link of this session, and what came by it.
CREATE OR REPLACE FUNCTION telefono_cerrar(quien jsonb, p_id bigint)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM telefono_enlaces WHERE id = p_id AND sesion_id = (quien->>'sesion_id')::bigint;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese enlace"}'); END IF;
  PERFORM auditar(quien, 'cerrar-telefono', 'telefono', p_id::text, NULL, NULL);
END $$;

-- Deletes what nobody took in time; answers how many.
CREATE OR REPLACE FUNCTION telefono_limpiar()
  RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH idos AS (DELETE FROM telefono_enlaces WHERE vence_en <= ahora() RETURNING 1) SELECT count(*) FROM idos;
$$;
