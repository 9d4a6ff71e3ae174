-- The receiver to which something is to be sent on a person's word.
CREATE OR REPLACE FUNCTION webhooks_encendido(p_id integer) RETURNS webhooks LANGUAGE plpgsql STABLE AS $$
DECLARE
  w webhooks;
BEGIN
  SELECT * INTO w FROM webhooks WHERE id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese webhook"}'); END IF;
  IF NOT w.activo THEN
    PERFORM rechazar('INACTIVO', jsonb_build_object('que', 'El webhook ' || citado(w.nombre)));
  END IF;
  RETURN w;
END $$;

-- Sends a test event to one receiver, whatever events it asked for. `p_clave` is the request's id.
CREATE OR REPLACE FUNCTION webhooks_probar(quien jsonb, p_id integer, p_clave text)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w webhooks := webhooks_encendido(p_id);
  v_noticia bigint;
  v_salida bigint;
BEGIN
  INSERT INTO noticias (evento, clave, datos) VALUES ('prueba', 'webhook:' || p_clave, '[{}]')
    RETURNING id INTO v_noticia;
  INSERT INTO webhooks_salida (webhook_id, noticia_id) VALUES (w.id, v_noticia) RETURNING id INTO v_salida;
  PERFORM auditar(quien, 'probar', 'webhooks', w.id::text, NULL, jsonb_build_object('nombre', w.nombre));
  PERFORM avisar('webhooks', v_salida);
  RETURN v_salida;
END $$;

-- Sends a delivery again: a new row with the same message. Only what ended, and waits nowhere already.
CREATE OR REPLACE FUNCTION webhooks_reenviar(quien jsonb, p_id bigint)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s webhooks_salida;
  v_nueva bigint;
BEGIN
  SELECT * INTO s FROM webhooks_salida WHERE id = p_id FOR UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese envío"}'); END IF;
  PERFORM webhooks_encendido(s.webhook_id);
  INSERT INTO webhooks_salida (webhook_id, noticia_id, mensaje, reenvio, cuerpo)
    VALUES (s.webhook_id, s.noticia_id, s.mensaje, true, s.cuerpo)
    ON CONFLICT (mensaje) WHERE estado = 'pendiente' DO NOTHING RETURNING id INTO v_nueva;
  IF v_nueva IS NULL THEN PERFORM rechazar('WEBHOOK_EN_COLA', '{}'); END IF;
  PERFORM auditar(quien, 'reenviar', 'webhooks', s.webhook_id::text, NULL,
    jsonb_build_object('envio', p_id, 'mensaje', s.mensaje));
  PERFORM avisar('webhooks', v_nueva);
  RETURN v_nueva;
END $$;

-- Sends again whatever failed of one receiver since an instant and was not sent again since; answers how many.
CREATE OR REPLACE FUNCTION webhooks_reenviar_desde(quien jsonb, p_webhook integer, p_desde timestamptz)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w webhooks := webhooks_encendido(p_webhook);
  v_cuantos integer;
BEGIN
  INSERT INTO webhooks_salida (webhook_id, noticia_id, mensaje, reenvio, cuerpo)
    SELECT s.webhook_id, s.noticia_id, s.mensaje, true, s.cuerpo FROM webhooks_salida s
    WHERE s.webhook_id = w.id AND s.estado = 'error' AND s.creado_en >= p_desde
      AND NOT EXISTS (SELECT FROM webhooks_salida d WHERE d.mensaje = s.mensaje AND d.id > s.id)
    ORDER BY s.id ON CONFLICT (mensaje) WHERE estado = 'pendiente' DO NOTHING;
  GET DIAGNOSTICS v_cuantos = ROW_COUNT;
  PERFORM auditar(quien, 'reenviar', 'webhooks', w.id::text, NULL,
    jsonb_build_object('desde', p_desde, 'envios', v_cuantos));
  PERFORM avisar('webhooks');
  RETURN v_cuantos;
END $$;

-- Ends what waits for a receiver that is off, forgets deliveries and events after thirty days, what still waits
-- excepted, and secrets that are good no more. Of each 5,000 at most, since a statement has ten seconds: answers how
-- many rows that were, and is called until there are none.
CREATE OR REPLACE FUNCTION webhooks_limpiar()
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_idas integer;
  v_todas integer;
BEGIN
  UPDATE webhooks SET anterior_cifrado = NULL, anterior_hasta = NULL WHERE anterior_hasta <= ahora();
  -- Events that were on their way into the outbox while their receiver was switched off, and what was too much then.
  v_todas := coalesce((SELECT webhooks_vaciar(w.id) FROM webhooks w WHERE NOT w.activo AND EXISTS (SELECT
    FROM webhooks_salida s WHERE s.webhook_id = w.id AND s.estado = 'pendiente') LIMIT 1), 0);
  DELETE FROM webhooks_salida WHERE id IN (SELECT id FROM webhooks_salida
    WHERE estado <> 'pendiente' AND creado_en < ahora() - interval '30 days' ORDER BY creado_en, id LIMIT 5000);
  GET DIAGNOSTICS v_idas = ROW_COUNT;
  v_todas := v_todas + v_idas;
  DELETE FROM noticias WHERE id IN (SELECT n.id FROM noticias n WHERE n.creado_en < ahora() - interval '30 days'
    AND NOT EXISTS (SELECT FROM webhooks_salida s WHERE s.noticia_id = n.id) ORDER BY n.creado_en LIMIT 5000);
  GET DIAGNOSTICS v_idas = ROW_COUNT;
  RETURN v_todas + v_idas;
END $$;
