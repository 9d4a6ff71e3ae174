-- Whether anything is sent to this chat: it is on, and whose it is may sign in.
CREATE OR REPLACE FUNCTION telegram_oye(p_chat integer) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM telegram_chats c LEFT JOIN usuarios u ON u.id = c.usuario_id
    WHERE c.id = p_chat AND c.estatus AND u.estatus IS NOT false);

-- Puts an event into the outbox, in the caller's transaction: a row per chat that receives it. While Telegram is off,
-- or without a chat, the row is `omitido`. A key is inserted once; rows of a grouped event are appended to it.
CREATE OR REPLACE FUNCTION telegram_a_chats(p_evento text, p_clave text, p_datos jsonb, p_chat integer DEFAULT NULL)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO telegram_salida (evento, chat_id, clave, datos, estado, motivo)
  SELECT e.evento, c.id, p_clave, jsonb_build_array(p_datos),
         CASE WHEN t.activo AND c.id IS NOT NULL THEN 'pendiente' ELSE 'omitido' END,
         CASE WHEN NOT t.activo THEN 'Telegram estaba apagado.' WHEN c.id IS NULL
             THEN 'Ningún chat recibe este evento.' END
  FROM telegram_eventos e CROSS JOIN telegram t
  LEFT JOIN telegram_chats c ON c.estatus AND (c.id = p_chat OR p_chat IS NULL AND c.usuario_id IS NULL AND EXISTS (
    SELECT FROM telegram_destinos d WHERE d.evento = e.evento AND d.chat_id = c.id))
  WHERE e.evento = p_evento AND e.activo
  ON CONFLICT (evento, clave, chat_id) DO UPDATE SET datos = telegram_salida.datos || excluded.datos
    WHERE telegram_salida.texto IS NULL AND telegram_salida.intentos = 0
      AND (SELECT agrupa FROM telegram_eventos WHERE evento = p_evento);
$$;

-- Keeps an event, in the caller's transaction, for whoever else hears of it; nothing where nobody does. What one
-- transaction says of one key is one event.
CREATE OR REPLACE FUNCTION noticias_anotar(p_evento text, p_clave text, p_datos jsonb)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO noticias (evento, clave, datos)
  SELECT e.evento, p_clave || CASE WHEN e.agrupa THEN ':' || pg_current_xact_id() ELSE '' END, p_datos
  FROM telegram_eventos e WHERE e.evento = p_evento AND NOT e.personal
    AND EXISTS (SELECT FROM noticias_oyentes o WHERE o.evento = e.evento)
  ON CONFLICT (evento, clave) DO UPDATE SET datos = noticias.datos || excluded.datos
    WHERE (SELECT agrupa FROM telegram_eventos WHERE evento = p_evento);
$$;

-- Tells an event, in the caller's transaction, to everybody who hears of it: chats (one alone, where `p_chat` is given)
-- and receivers outside of the house.
CREATE OR REPLACE FUNCTION telegram_anotar(p_evento text, p_clave text, p_datos jsonb, p_chat integer DEFAULT NULL)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT telegram_a_chats(p_evento, p_clave, p_datos, p_chat);
  SELECT noticias_anotar(p_evento, p_clave, jsonb_build_array(p_datos)) WHERE p_chat IS NULL;
$$;

CREATE OR REPLACE FUNCTION telegram_vigilar()
  RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM telegram_vigilados v
    WHERE NOT EXISTS (SELECT FROM telegram_condiciones c WHERE c.evento = v.evento AND c.objeto = v.objeto);
  WITH nuevas AS (
    INSERT INTO telegram_vigilados (evento, objeto) SELECT evento, objeto FROM telegram_condiciones
    ON CONFLICT DO NOTHING RETURNING evento, objeto, desde),
  dichas AS MATERIALIZED (
    SELECT telegram_anotar(n.evento, n.objeto || ':' || extract(epoch FROM n.desde), c.datos)
    FROM nuevas n JOIN telegram_condiciones c USING (evento, objeto))
  SELECT count(*)::int FROM dichas;
$$;
