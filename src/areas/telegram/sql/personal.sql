-- Begins the linking of a chat to this user: another code replaces the one before (R-296). `p_huella`: SHA-256 of it.
CREATE OR REPLACE FUNCTION telegram_enlazar(quien jsonb, p_huella bytea)
  RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_vence timestamptz := ahora() + interval '10 minutes';
BEGIN
  INSERT INTO telegram_enlaces (usuario_id, sesion_id, huella, vence_en)
    VALUES (v_usuario, (quien->>'sesion_id')::bigint, p_huella, v_vence)
    ON CONFLICT (usuario_id) DO UPDATE SET sesion_id = excluded.sesion_id, huella = excluded.huella,
      vence_en = excluded.vence_en;
  PERFORM auditar(quien, 'pedir-telegram', 'usuarios', v_usuario::text, NULL, NULL);
  RETURN v_vence;
END $$;

-- Uses up a code that arrived from a chat: null when it is not good, or the chat is somebody else's or the house's.
-- Answers the user's short name.
CREATE OR REPLACE FUNCTION telegram_vincular(p_huella bytea, p_chat text)
  RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  e telegram_enlaces;
  u usuarios;
  v_id integer;
BEGIN
  DELETE FROM telegram_enlaces WHERE huella = p_huella RETURNING * INTO e;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT x.* INTO u FROM usuarios x JOIN sesiones s ON s.id = e.sesion_id AND s.usuario_id = x.id
    WHERE x.id = e.usuario_id AND x.estatus AND e.vence_en > ahora() AND s.terminada_en IS NULL
      AND s.vence_en > ahora();
  IF NOT FOUND OR p_chat !~ '^[1-9][0-9]{0,18}$' THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM telegram_chats WHERE chat_id = p_chat AND usuario_id IS DISTINCT FROM u.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO telegram_chats (nombre, chat_id, usuario_id, vinculado_en)
    VALUES (format('Chat de %s (%s)', usuarios_corto(u), u.usuario), p_chat, u.id, ahora())
    ON CONFLICT (usuario_id) DO UPDATE SET chat_id = excluded.chat_id, estatus = true,
      vinculado_en = excluded.vinculado_en, version = telegram_chats.version + 1
    RETURNING id INTO v_id;
  PERFORM auditar(jsonb_build_object('usuario_id', u.id, 'sesion_id', e.sesion_id), 'vincular-telegram', 'usuarios',
    u.id::text, NULL, jsonb_build_object('chat', '••••' || right(p_chat, 4)));
  PERFORM telegram_anotar('mi_chat', format('%s:%s', u.id, extract(epoch FROM ahora())),
    jsonb_build_object('id', u.id::text), v_id);
  PERFORM avisar('telegram');
  RETURN usuarios_corto(u);
END $$;

-- Unlinks a person's chat; what waited for it is not sent. Answers whether there was one.
CREATE OR REPLACE FUNCTION telegram_desvincular(quien jsonb, p_usuario integer)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id integer;
BEGIN
  DELETE FROM telegram_enlaces WHERE usuario_id = p_usuario;
  UPDATE telegram_chats SET chat_id = NULL, estatus = false, version = version + 1
    WHERE usuario_id = p_usuario AND estatus RETURNING id INTO v_id;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE telegram_salida SET estado = 'omitido', motivo = 'El chat ya no está vinculado.'
    WHERE chat_id = v_id AND estado = 'pendiente';
  PERFORM auditar(quien, 'desvincular-telegram', 'usuarios', p_usuario::text, NULL, NULL);
  PERFORM avisar('telegram');
  RETURN true;
END $$;

-- Tells each person with a linked chat what the audit says of him: never of what he did himself, but for his password,
-- his sign-ins and his chat, which somebody else may have done in his name.
CREATE OR REPLACE FUNCTION telegram_personales()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n record;
BEGIN
  IF NOT EXISTS (SELECT FROM telegram_chats WHERE usuario_id IS NOT NULL AND estatus) THEN RETURN NULL; END IF;
  FOR n IN SELECT * FROM nuevas WHERE entidad_id ~ '^[0-9]{1,18}$' ORDER BY id LOOP
    PERFORM telegram_anotar(p.evento, concat_ws(':', n.entidad, n.accion, n.entidad_id, n.id), jsonb_build_object(
        'entidad', n.entidad, 'id', n.entidad_id, 'usuario_id', n.usuario_id, 'numero', n.despues->'numero'), c.id)
      FROM telegram_concierne p JOIN telegram_chats c ON c.usuario_id = p.usuario_id AND c.estatus
      JOIN usuarios u ON u.id = p.usuario_id AND u.estatus
      WHERE p.entidad = n.entidad AND p.accion = n.accion AND p.id = n.entidad_id::bigint
        AND (p.marca IS NULL OR n.despues ? p.marca)
        AND (n.usuario_id IS DISTINCT FROM p.usuario_id OR p.evento IN ('mi_clave', 'mi_ingreso'));
  END LOOP;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER telegram_personales AFTER INSERT ON auditoria
  REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION telegram_personales();

-- Only the functions above change a person's chat: whoever may edit the chats of the house may not read his news.
CREATE OR REPLACE FUNCTION telegram_personal_guardar() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF current_user IN ('cambista_app', 'cambista_sucursal') THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese chat"}');
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER telegram_personal_guarda BEFORE UPDATE ON telegram_chats FOR EACH ROW
  WHEN (OLD.usuario_id IS NOT NULL OR NEW.usuario_id IS NOT NULL) EXECUTE FUNCTION telegram_personal_guardar();
CREATE OR REPLACE TRIGGER telegram_personal_nuevo BEFORE INSERT ON telegram_chats FOR EACH ROW
  WHEN (NEW.usuario_id IS NOT NULL) EXECUTE FUNCTION telegram_personal_guardar();
