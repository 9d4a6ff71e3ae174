CREATE OR REPLACE FUNCTION ordenes_paso(quien jsonb, p_orden bigint, p_accion text, p_de text, p_a text,
    p_nota text DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ordenes_pasos (orden_id, accion, de, a, usuario_id, nota)
    VALUES (p_orden, p_accion, p_de, p_a, (quien->>'usuario_id')::int, p_nota);
$$;

-- Locks an order for an action and holds the transaction's clock; refuses an action that its state does not allow.
CREATE OR REPLACE FUNCTION ordenes_abrir(p_id bigint, p_accion text) RETURNS ordenes LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa orden"}'); END IF;
  PERFORM detener_reloj();
  IF d.estado = 'pendiente' AND d.vence_en <= ahora() THEN d := ordenes_vencer_una(p_id); END IF;
  IF EXISTS (SELECT FROM ordenes_transiciones WHERE accion = p_accion AND de = d.estado) THEN RETURN d; END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', d.numero)); END IF;
  IF d.estado = 'vencida' THEN
    PERFORM rechazar('ORDEN_VENCIDA', jsonb_build_object('numero', d.numero,
      'hora', to_char(d.vence_en AT TIME ZONE zona_horaria(), 'HH24:MI')));
  END IF;
  PERFORM rechazar('ESTADO', jsonb_build_object('estado', replace(d.estado, '_', ' ')));
END $$;

-- The answer of an action that posts nothing, after its step from the state `p_de`, its audit row and its event.
CREATE OR REPLACE FUNCTION ordenes_movida(quien jsonb, p_id bigint, p_accion text, p_de text, p_nota text,
    p_mensaje text, p_despues jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql AS $$
  SELECT ordenes_paso(quien, p_id, p_accion, p_de, estado, p_nota) FROM ordenes WHERE id = p_id;
  SELECT (operaciones_decir(ARRAY[operacion_hecha('ordenes', d, p_accion, p_mensaje, p_despues)
    || jsonb_build_object('quien', quien)]))[1] FROM ordenes d WHERE id = p_id;
$$;

-- Announces a state through the outbox, once, whichever way the order got there: at the commit, after what the audit
-- announces of the same request, so that an order is new before it is paid.
CREATE OR REPLACE FUNCTION ordenes_noticia()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM telegram_anotar('orden_' || NEW.a, format('ordenes:%s:%s', id, version), jsonb_build_object(
    'entidad', 'ordenes', 'id', id::text, 'usuario_id', NEW.usuario_id, 'numero', numero))
    FROM ordenes WHERE id = NEW.orden_id;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ordenes_noticia ON ordenes_pasos;
CREATE CONSTRAINT TRIGGER ordenes_noticia AFTER INSERT ON ordenes_pasos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.accion, NEW.a) IN (('verificar', 'pagada'), ('pagar', 'completada'))) EXECUTE FUNCTION ordenes_noticia();

-- Adds a voucher to a payment or a payout that is not cancelled.
CREATE OR REPLACE FUNCTION ordenes_adjuntar(quien jsonb, p_origen text, p_id bigint, p_linea bigint, p_tipo text,
    p_nombre text, p_contenido bytea) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  d ordenes;
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa orden"}'); END IF;
  IF NOT (CASE p_origen
      WHEN 'ordenes-cobros' THEN EXISTS (SELECT FROM ordenes_cobros WHERE id = p_linea AND orden_id = p_id)
      ELSE EXISTS (SELECT FROM ordenes_pagos WHERE id = p_linea AND orden_id = p_id) END) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}');
  END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', d.numero)); END IF;
  RETURN adjuntos_agregar(quien, p_origen, p_id, p_linea, d.numero, p_tipo, p_nombre, p_contenido,
    reparo('PAGO_CINCO_COMPROBANTES'), p_linea => jsonb_build_object('linea_id', p_linea));
END $$;
