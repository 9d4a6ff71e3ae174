-- Puts an event into the outbox of each receiver that asked for it, in the transaction of its cause.
CREATE OR REPLACE FUNCTION webhooks_encolar() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhooks_salida (webhook_id, noticia_id) SELECT w.id, NEW.id FROM webhooks w
    JOIN webhooks_eventos e ON e.webhook_id = w.id AND e.evento = NEW.evento WHERE w.activo ORDER BY w.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER webhooks_encola AFTER INSERT ON noticias FOR EACH ROW EXECUTE FUNCTION webhooks_encolar();

-- Each receiver that is on has a line of its own in the sender, which has twenty (MAX_ACTIVOS).
CREATE OR REPLACE FUNCTION webhooks_lugar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(117);
  IF (SELECT count(*) FROM webhooks WHERE activo AND id <> NEW.id) >= 20 THEN
    PERFORM rechazar('WEBHOOKS_DEMASIADOS', '{"maximo": 20}');
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER webhooks_con_lugar BEFORE INSERT ON webhooks FOR EACH ROW WHEN (NEW.activo)
  EXECUTE FUNCTION webhooks_lugar();
CREATE OR REPLACE TRIGGER webhooks_otro_lugar BEFORE UPDATE ON webhooks FOR EACH ROW
  WHEN (NEW.activo AND NOT OLD.activo) EXECUTE FUNCTION webhooks_lugar();

-- What was delivered or failed stays as it was, and what was sent once is sent the same again.
CREATE OR REPLACE TRIGGER webhooks_salida_pasos BEFORE UPDATE ON webhooks_salida FOR EACH ROW
  EXECUTE FUNCTION cambios_fijos('estado', '^pendiente ',
    '{cuerpo,estado,motivo,intentos,proximo_en,tomado_hasta,enviado_en}');
CREATE OR REPLACE TRIGGER webhooks_salida_cuerpo BEFORE UPDATE ON webhooks_salida FOR EACH ROW
  WHEN (OLD.cuerpo IS NOT NULL AND NEW.cuerpo IS DISTINCT FROM OLD.cuerpo) EXECUTE FUNCTION prohibir_cambio();
SELECT prohibir('UPDATE', ARRAY['webhooks_intentos_fijos']);

-- Ends what waits for a receiver that is switched off, or was: 5,000 rows at most, since a statement has ten seconds.
-- Answers how many.
CREATE OR REPLACE FUNCTION webhooks_vaciar(p_webhook integer)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_filas integer;
BEGIN
  UPDATE webhooks_salida s SET estado = 'error', tomado_hasta = NULL,
    motivo = coalesce('El webhook se apagó: ' || w.apagado_por, 'El webhook se desactivó antes de entregarlo.')
    FROM webhooks w WHERE w.id = p_webhook AND NOT w.activo AND s.id IN (SELECT id FROM webhooks_salida
      WHERE webhook_id = p_webhook AND estado = 'pendiente' ORDER BY proximo_en, id LIMIT 5000);
  GET DIAGNOSTICS v_filas = ROW_COUNT;
  RETURN v_filas;
END $$;

-- A receiver that is off gets nothing more: what waited has failed, and can be sent again when it is on. Of more than
-- 5,000 rows the others end in webhooks_limpiar; those that are left when it is switched on end before.
CREATE OR REPLACE FUNCTION webhooks_apartar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_vaciar(NEW.id);
  IF NEW.activo AND EXISTS (SELECT FROM webhooks_salida WHERE webhook_id = NEW.id AND estado = 'pendiente') THEN
    RAISE EXCEPTION 'webhook % has too many messages from before to be switched on: see webhooks_vaciar', NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER webhooks_aparta AFTER UPDATE ON webhooks FOR EACH ROW
  WHEN (OLD.activo AND NOT NEW.activo) EXECUTE FUNCTION webhooks_apartar();
CREATE OR REPLACE TRIGGER webhooks_aparta_antes BEFORE UPDATE ON webhooks FOR EACH ROW
  WHEN (NEW.activo AND NOT OLD.activo) EXECUTE FUNCTION webhooks_apartar();

-- Until when a process that takes a row has it: longer than a delivery can take. A lease beyond it was given before the
-- clock went back.
CREATE OR REPLACE FUNCTION webhooks_plazo() RETURNS timestamptz LANGUAGE sql STABLE AS
  $$ SELECT ahora() + interval '60 seconds' $$;

-- The row of a receiver that is sent next, the longest due first; null: nothing is due, or a process is sending it
-- something. A receiver that is away may have tens of thousands waiting (R-412): each question is one of its own, in
-- the order of the one index that answers it from its beginning. Where sorting is out of the question no other index is
-- taken, whatever the statistics say: made while thousands of rows were on their way, they say that there are none.
CREATE OR REPLACE FUNCTION webhooks_siguiente(p_webhook integer) RETURNS bigint LANGUAGE plpgsql STABLE
  SET search_path = public, pg_temp SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  -- The longest wait, with its spread. A row due even later was scheduled before the clock went back.
  v_lejos timestamptz := ahora() + interval '104000 seconds';
  v_id bigint;
BEGIN
  PERFORM FROM webhooks WHERE id = p_webhook AND activo;
  IF NOT FOUND OR restauracion_calla() THEN RETURN NULL; END IF;
  PERFORM FROM webhooks_salida WHERE webhook_id = p_webhook AND estado = 'pendiente'
    AND tomado_hasta BETWEEN ahora() AND webhooks_plazo() ORDER BY tomado_hasta LIMIT 1;
  IF FOUND THEN RETURN NULL; END IF;
  SELECT id INTO v_id FROM webhooks_salida WHERE webhook_id = p_webhook AND estado = 'pendiente'
    AND proximo_en <= ahora() ORDER BY proximo_en, id LIMIT 1;
  IF NOT FOUND THEN
    SELECT id INTO v_id FROM webhooks_salida WHERE webhook_id = p_webhook AND estado = 'pendiente'
      AND proximo_en > v_lejos ORDER BY proximo_en, id LIMIT 1;
  END IF;
  RETURN v_id;
END $$;

-- Switches a receiver off by the program itself.
CREATE OR REPLACE FUNCTION webhooks_apagar(p_id integer, p_motivo text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE webhooks SET activo = false, apagado_por = p_motivo, version = version + 1 WHERE id = p_id AND activo;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM auditar('{}', 'apagar', 'webhooks', p_id::text, jsonb_build_object('activo', true),
    jsonb_build_object('activo', false, 'motivo', p_motivo));
END $$;

-- Keeps what came of an attempt. `r`: `inicio`, `ms`, `codigo`, `respuesta`; `motivo`: why it is not delivered, else
-- null; `espera`: seconds until the next one, null after the last; `adios`: the receiver wants no more.
CREATE OR REPLACE FUNCTION webhooks_resolver(p_id bigint, p_numero integer, r jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s webhooks_salida;
  v_desde timestamptz;
  v_motivo text := r->>'motivo';
  v_espera numeric := (r->>'espera')::numeric;
BEGIN
  -- The receiver first, as whoever switches it off does: else each waits for the other.
  PERFORM FROM webhooks WHERE id = (SELECT webhook_id FROM webhooks_salida WHERE id = p_id) FOR NO KEY UPDATE;
  SELECT * INTO s FROM webhooks_salida WHERE id = p_id FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO webhooks_intentos (salida_id, numero, inicio, ms, codigo, motivo, respuesta)
    VALUES (p_id, p_numero, (r->>'inicio')::timestamptz, (r->>'ms')::int, (r->>'codigo')::int, v_motivo,
      r->>'respuesta') ON CONFLICT DO NOTHING;
  -- Whoever was taken for dead says that it arrived: it did. That it failed, the process after him says.
  IF s.estado <> 'pendiente' OR v_motivo IS NOT NULL AND s.intentos <> p_numero THEN RETURN; END IF;
  IF v_motivo IS NULL THEN
    UPDATE webhooks_salida SET estado = 'enviado', motivo = NULL, enviado_en = ahora(), tomado_hasta = NULL
      WHERE id = p_id;
    UPDATE webhooks SET fallando_desde = NULL WHERE id = s.webhook_id AND fallando_desde IS NOT NULL;
  ELSE
    UPDATE webhooks_salida SET estado = CASE WHEN v_espera IS NULL THEN 'error' ELSE 'pendiente' END,
      motivo = v_motivo, tomado_hasta = NULL,
      proximo_en = ahora() + make_interval(secs => coalesce(v_espera, 0)::double precision) WHERE id = p_id;
    UPDATE webhooks SET fallando_desde = coalesce(fallando_desde, ahora()) WHERE id = s.webhook_id
      RETURNING fallando_desde INTO v_desde;
    IF (r->>'adios')::boolean THEN
      PERFORM webhooks_apagar(s.webhook_id, 'el receptor pidió no recibir más (410)');
    ELSIF v_desde <= ahora() - interval '5 days' THEN
      PERFORM webhooks_apagar(s.webhook_id, 'cinco días sin poder entregarle nada');
    END IF;
  END IF;
  PERFORM avisar('webhooks', p_id);
END $$;
