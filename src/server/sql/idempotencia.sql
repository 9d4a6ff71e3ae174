-- Takes the key: null when it is new, else the first answer. A second caller waits for the first one's commit.
CREATE OR REPLACE FUNCTION idempotencia_tomar(p_usuario integer, p_ruta text, p_clave uuid, p_huella bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v idempotencia;
BEGIN
  INSERT INTO idempotencia (usuario_id, ruta, clave, huella)
    VALUES (p_usuario, p_ruta, p_clave, p_huella)
    ON CONFLICT DO NOTHING;
  IF FOUND THEN RETURN NULL; END IF;
  SELECT * INTO STRICT v FROM idempotencia
    WHERE usuario_id = p_usuario AND ruta = p_ruta AND clave = p_clave;
  IF v.huella <> p_huella THEN PERFORM rechazar('CLAVE_REUTILIZADA'); END IF;
  RETURN v.respuesta;
END $$;

CREATE OR REPLACE FUNCTION idempotencia_guardar(p_usuario integer, p_ruta text, p_clave uuid, p_respuesta jsonb)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE idempotencia SET respuesta = p_respuesta
    WHERE usuario_id = p_usuario AND ruta = p_ruta AND clave = p_clave;
$$;

-- Answers to repeat are kept for seven days (R-92); the document's own key keeps a late repetition from a second
-- effect.
CREATE OR REPLACE FUNCTION idempotencia_limpiar() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH viejas AS (DELETE FROM idempotencia WHERE creada_en < clock_timestamp() - interval '7 days' RETURNING 1)
  SELECT count(*) FROM viejas;
$$;

-- What a check found: something wrong stops the books, nothing wrong lets them go on. Every change is in the audit
-- and told to the open browsers; the same finding again is neither.
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

CREATE OR REPLACE FUNCTION solo_lectura_exigir() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  v_regla text;
BEGIN
  SELECT regla INTO v_regla FROM solo_lectura;
  IF FOUND THEN PERFORM rechazar('SOLO_LECTURA', jsonb_build_object('regla', v_regla)); END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER asientos_solo_lectura BEFORE INSERT ON asientos
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
-- While the books are wrong no day is declared right.
CREATE OR REPLACE TRIGGER cierres_solo_lectura BEFORE INSERT ON cierres
  FOR EACH STATEMENT EXECUTE FUNCTION solo_lectura_exigir();
