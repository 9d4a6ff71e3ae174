-- Puts audited acts that are events into the outbox. The rows that one request adds for a grouped event are one
-- message, written at once: appending row by row would rewrite it for each of a thousand prices.
CREATE OR REPLACE FUNCTION telegram_noticias()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  e record;
  v_causa text;
  v_noticias jsonb;
BEGIN
  FOR e IN
    SELECT t.evento, t.agrupa, n.entidad, n.accion, n.solicitud FROM telegram_causas k
    JOIN telegram_eventos t ON t.evento = k.evento
      AND (t.activo OR EXISTS (SELECT FROM noticias_oyentes o WHERE o.evento = t.evento))
    JOIN (SELECT DISTINCT entidad, accion, solicitud FROM nuevas) n ON n.entidad = k.entidad AND n.accion = k.accion
  LOOP
    v_causa := coalesce(e.solicitud, gen_random_uuid()::text);
    SELECT jsonb_agg(jsonb_build_object('entidad', n.entidad, 'id', n.entidad_id, 'usuario_id', n.usuario_id,
             'numero', n.despues->'numero', 'despues', CASE WHEN e.agrupa THEN n.despues END) ORDER BY n.id)
      INTO v_noticias FROM nuevas n
      WHERE (n.entidad, n.accion) = (e.entidad, e.accion) AND n.solicitud IS NOT DISTINCT FROM e.solicitud;
    IF e.agrupa THEN
      PERFORM telegram_a_chats(e.evento, v_causa, v_noticias->0);
      UPDATE telegram_salida SET datos = datos || (v_noticias - 0)
        WHERE jsonb_array_length(v_noticias) > 1 AND evento = e.evento AND clave = v_causa AND texto IS NULL
            AND intentos = 0;
      PERFORM noticias_anotar(e.evento, v_causa, v_noticias);
    ELSE
      PERFORM telegram_anotar(e.evento, concat_ws(':', e.entidad, e.accion, n->>'id', v_causa), n)
        FROM jsonb_array_elements(v_noticias) n;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER telegram_noticias AFTER INSERT ON auditoria
  REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION telegram_noticias();
