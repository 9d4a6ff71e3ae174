-- Whose an idempotency key is: of a key of API the first one of the same name and maker, so that the one that takes its
-- place finds what it registered, and otherwise the user (R-475). Neither name nor maker of a key changes.
CREATE OR REPLACE FUNCTION idempotencia_de(p_usuario integer) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT min(o.usuario_id) FROM claves_api c JOIN claves_api o ON o.creada_por = c.creada_por
    AND normalizar(o.nombre) = normalizar(c.nombre) WHERE c.usuario_id = p_usuario), p_usuario);
$$;

-- A document keeps its idempotency key for longer than the answer to it (R-92): one that another key of the same
-- program registered is not registered again, as its own is refused by the unique constraint.
CREATE OR REPLACE FUNCTION idempotencia_exigir()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_hay boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM nuevos JOIN claves_api USING (usuario_id)) THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM nuevos n JOIN claves_api c ON c.usuario_id = n.usuario_id
    JOIN claves_api o ON o.creada_por = c.creada_por AND normalizar(o.nombre) = normalizar(c.nombre) AND o.id <> c.id
    JOIN %I d ON d.usuario_id = o.usuario_id AND d.clave = n.clave)', TG_TABLE_NAME) INTO v_hay;
  IF v_hay THEN
    RAISE unique_violation USING CONSTRAINT = TG_TABLE_NAME || '_usuario_id_clave_key', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

-- Takes an idempotency key: null when it is new, else the first answer. A second caller waits for the first commit.
CREATE OR REPLACE FUNCTION idempotencia_tomar(p_usuario integer, p_ruta text, p_clave uuid, p_huella bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v idempotencia;
  v_de integer := idempotencia_de(p_usuario);
BEGIN
  INSERT INTO idempotencia (usuario_id, ruta, clave, huella) VALUES (v_de, p_ruta, p_clave, p_huella)
    ON CONFLICT DO NOTHING;
  IF FOUND THEN RETURN NULL; END IF;
  SELECT * INTO STRICT v FROM idempotencia WHERE usuario_id = v_de AND ruta = p_ruta AND clave = p_clave;
  IF v.huella <> p_huella THEN PERFORM rechazar('CLAVE_REUTILIZADA'); END IF;
  -- What is told again is acknowledged again, so the commit writes: then it waits for the synchronous standby, which
  -- may not have what the first one left (R-430).
  PERFORM pg_logical_emit_message(true, 'cambista-repetida', '');
  RETURN v.respuesta;
END $$;

CREATE OR REPLACE FUNCTION idempotencia_guardar(p_usuario integer, p_ruta text, p_clave uuid, p_respuesta jsonb)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE idempotencia SET respuesta = p_respuesta
    WHERE usuario_id = idempotencia_de(p_usuario) AND ruta = p_ruta AND clave = p_clave;
$$;

-- The kind of a request's key. A process of the version before sends none, for the counter alone.
CREATE OR REPLACE FUNCTION idempotencia_ruta(p_pedido jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(p_pedido->>'ruta', 'compras-ventas');

-- Takes the keys of a set of requests {ruta, quien, clave, huella}: for each the first answer as {repetida, respuesta},
-- or {rechazo} of a key that had another content; null when it is new or has no key, also twice in the set: both are
-- of one program. In the order of keys, so that two sets wait for each other in one direction.
CREATE OR REPLACE FUNCTION idempotencia_tomar_lote(p_pedidos jsonb)
  RETURNS jsonb[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_nuevas integer;
BEGIN
  INSERT INTO idempotencia (usuario_id, ruta, clave, huella)
    SELECT idempotencia_de((x->'quien'->>'usuario_id')::int), idempotencia_ruta(x), (x->>'clave')::uuid,
      decode(x->>'huella', 'hex')
    FROM jsonb_array_elements(p_pedidos) x WHERE x->>'clave' IS NOT NULL ORDER BY 1, 3
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_nuevas = ROW_COUNT;
  IF v_nuevas = jsonb_array_length(p_pedidos) THEN RETURN array_fill(NULL::jsonb, ARRAY[v_nuevas]); END IF;
  -- As in idempotencia_tomar.
  PERFORM pg_logical_emit_message(true, 'cambista-repetida', '');
  RETURN ARRAY(
    SELECT CASE
        WHEN v.respuesta IS NULL THEN NULL
        WHEN v.huella <> decode(x->>'huella', 'hex') THEN '{"rechazo": {"codigo": "CLAVE_REUTILIZADA", "datos": {}}}'
        ELSE jsonb_build_object('repetida', true, 'respuesta', v.respuesta) END
    FROM jsonb_array_elements(p_pedidos) WITH ORDINALITY q (x, n)
    LEFT JOIN idempotencia v ON v.usuario_id = idempotencia_de((x->'quien'->>'usuario_id')::int)
      AND v.ruta = idempotencia_ruta(x) AND v.clave = (x->>'clave')::uuid
    ORDER BY n);
END $$;

-- Keeps the answers of a set, and lets go of the keys that have none: what was refused may be asked again.
CREATE OR REPLACE FUNCTION idempotencia_guardar_lote(p_pedidos jsonb, p_respuestas jsonb[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_guardadas integer;
BEGIN
  UPDATE idempotencia v SET respuesta = r->'respuesta'
    FROM jsonb_array_elements(p_pedidos) WITH ORDINALITY q (x, n) JOIN unnest(p_respuestas) WITH ORDINALITY a (r, n)
      USING (n)
    WHERE v.usuario_id = idempotencia_de((x->'quien'->>'usuario_id')::int) AND v.ruta = idempotencia_ruta(x)
      AND v.clave = (x->>'clave')::uuid AND r->'repetida' = 'false';
  GET DIAGNOSTICS v_guardadas = ROW_COUNT;
  IF v_guardadas = cardinality(p_respuestas) THEN RETURN; END IF;
  DELETE FROM idempotencia v USING jsonb_array_elements(p_pedidos) x
    WHERE v.usuario_id = idempotencia_de((x->'quien'->>'usuario_id')::int) AND v.ruta = idempotencia_ruta(x)
      AND v.clave = (x->>'clave')::uuid AND v.respuesta IS NULL;
END $$;

-- Deletes stored answers after seven days (R-92); after that the key stored with the document still prevents a second
-- effect.
CREATE OR REPLACE FUNCTION idempotencia_limpiar()
  RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH viejas AS (DELETE FROM idempotencia WHERE creada_en < clock_timestamp() - interval '7 days' RETURNING 1)
  SELECT count(*) FROM viejas;
$$;

-- Records the result of a check: a violated rule stops the books, null lets them resume. Each change is audited and
-- sent to the open browsers; a repeated result is neither.
CREATE OR REPLACE FUNCTION solo_lectura_poner(p_regla text, p_detalle text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  previa solo_lectura;
BEGIN
  SELECT * INTO previa FROM solo_lectura FOR UPDATE;
  IF previa.regla IS NOT DISTINCT FROM p_regla AND previa.detalle IS NOT DISTINCT FROM p_detalle THEN RETURN; END IF;
  IF p_regla IS NULL THEN
    DELETE FROM solo_lectura;
  ELSE
    INSERT INTO solo_lectura (regla, detalle) VALUES (p_regla, p_detalle)
      ON CONFLICT (uno) DO UPDATE SET regla = excluded.regla, detalle = excluded.detalle;
  END IF;
  PERFORM auditar('{}', CASE WHEN p_regla IS NULL THEN 'reanudar' ELSE 'detener' END, 'solo-lectura', NULL,
                  to_jsonb(previa) - 'uno', jsonb_build_object('regla', p_regla, 'detalle', p_detalle));
  PERFORM avisar('solo-lectura');
END $$;

CREATE OR REPLACE FUNCTION solo_lectura_exigir()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar('SOLO_LECTURA', jsonb_build_object('regla', regla)) FROM solo_lectura;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER asientos_solo_lectura BEFORE INSERT ON asientos
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
-- While the books are stopped no day can be closed.
CREATE OR REPLACE TRIGGER cierres_solo_lectura BEFORE INSERT ON cierres
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
CREATE OR REPLACE TRIGGER cierres_sucursales_solo_lectura BEFORE INSERT ON cierres_sucursales
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
