-- Telegram (spec 2.17, ADR 0019): the switch, who hears of what, and an outbox that is written with its cause.

-- One row. The token is encrypted with a key that is not in the database.
CREATE TABLE telegram (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  activo boolean NOT NULL DEFAULT false,
  token_cifrado bytea,
  version integer NOT NULL DEFAULT 1
);
INSERT INTO telegram DEFAULT VALUES;

CREATE TABLE telegram_chats (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nombre text NOT NULL UNIQUE,
  chat_id text NOT NULL UNIQUE CHECK (chat_id ~ '^(-?[1-9][0-9]{0,18}|@[A-Za-z][A-Za-z0-9_]{4,31})$'),
  -- Only these hear of profit and cost.
  gerencia boolean NOT NULL DEFAULT false,
  estatus boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (id, gerencia)
);

CREATE TABLE telegram_eventos (
  evento text PRIMARY KEY CHECK (evento ~ '^[a-z_]{3,40}$'),
  nombre text NOT NULL,
  -- Speaks of profit or cost: for chats of the management alone.
  reservado boolean NOT NULL DEFAULT false,
  -- All that one request causes goes into one message.
  agrupa boolean NOT NULL DEFAULT false,
  activo boolean NOT NULL DEFAULT true,
  orden integer NOT NULL,
  UNIQUE (evento, reservado)
);

-- What is audited and is news: a new event is a line here and one above. Its text is written by areas/telegram/plantillas.ts,
-- or, without a template, is its name and the number of what it happened to.
CREATE TABLE telegram_causas (
  entidad text NOT NULL,
  accion text NOT NULL,
  evento text NOT NULL REFERENCES telegram_eventos,
  PRIMARY KEY (entidad, accion)
);

INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('tasas_publicadas', 'Tasas publicadas', false, true, true, 10),
  ('tasa_bajo_costo', 'Tasa por debajo del costo', true, false, true, 20),
  ('operacion', 'Compra o venta registrada', false, false, false, 30),
  ('operacion_anulada', 'Compra o venta anulada', false, false, true, 40),
  ('saldo_bajo', 'Saldo bajo', false, false, true, 50),
  ('cabeza_auditoria', 'Fin del día: cabeza de la auditoría', true, false, true, 60),
  ('prueba', 'Mensaje de prueba', false, false, true, 70);
INSERT INTO telegram_causas VALUES
  ('tipos-cambios', 'recalcular', 'tasas_publicadas'),
  ('tipos-cambios', 'tasa', 'tasas_publicadas'),
  ('tipos-cambios', 'deshacer', 'tasas_publicadas'),
  ('compras-ventas', 'registrar', 'operacion'),
  ('compras-ventas', 'anular', 'operacion_anulada');

-- Which chats hear of an event. What is reserved cannot be sent to the operators, whichever of both sides changes.
CREATE TABLE telegram_destinos (
  evento text NOT NULL,
  reservado boolean NOT NULL,
  chat_id integer NOT NULL,
  gerencia boolean NOT NULL,
  PRIMARY KEY (evento, chat_id),
  FOREIGN KEY (evento, reservado) REFERENCES telegram_eventos (evento, reservado) ON UPDATE CASCADE,
  FOREIGN KEY (chat_id, gerencia) REFERENCES telegram_chats (id, gerencia) ON UPDATE CASCADE,
  CONSTRAINT telegram_reservado_a_gerencia CHECK (gerencia OR NOT reservado)
);

-- One row per event, cause and chat: whatever is sent twice is refused here.
CREATE TABLE telegram_salida (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  evento text NOT NULL REFERENCES telegram_eventos,
  chat_id integer REFERENCES telegram_chats,
  clave text NOT NULL,
  -- What happened, a list: the text is made of it by the sender, outside of the transaction of the cause.
  datos jsonb NOT NULL,
  texto text,
  estado text NOT NULL CHECK (estado IN ('pendiente', 'enviado', 'error', 'omitido')),
  motivo text,
  intentos integer NOT NULL DEFAULT 0,
  -- An answer was lost: Telegram may have it, so a repetition says that it is one.
  dudoso boolean NOT NULL DEFAULT false,
  creado_en timestamptz NOT NULL DEFAULT ahora(),
  proximo_en timestamptz NOT NULL DEFAULT ahora(),
  enviado_en timestamptz,
  UNIQUE NULLS NOT DISTINCT (evento, clave, chat_id),
  CHECK (estado <> 'pendiente' OR chat_id IS NOT NULL),
  CHECK ((estado = 'enviado') = (enviado_en IS NOT NULL))
);
CREATE INDEX telegram_salida_pendiente ON telegram_salida (chat_id, id) WHERE estado = 'pendiente';
CREATE INDEX telegram_salida_sin_texto ON telegram_salida (id) WHERE texto IS NULL;
CREATE INDEX telegram_salida_estado ON telegram_salida (estado, id);

-- Puts an event into the outbox, in the caller's transaction: a row per chat that hears of it; off, or without a
-- chat, it is kept as `omitido`. The same cause is put once; of an event that groups, its news are joined.
CREATE FUNCTION telegram_anotar(p_evento text, p_clave text, p_datos jsonb, p_chat integer DEFAULT NULL) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO telegram_salida (evento, chat_id, clave, datos, estado, motivo)
  SELECT e.evento, c.id, p_clave, jsonb_build_array(p_datos),
         CASE WHEN t.activo AND c.id IS NOT NULL THEN 'pendiente' ELSE 'omitido' END,
         CASE WHEN NOT t.activo THEN 'Telegram estaba apagado.' WHEN c.id IS NULL THEN 'Ningún chat recibe este evento.' END
  FROM telegram_eventos e CROSS JOIN telegram t
  LEFT JOIN telegram_chats c ON c.estatus AND (
    c.id = p_chat OR p_chat IS NULL AND EXISTS (SELECT FROM telegram_destinos d WHERE d.evento = e.evento AND d.chat_id = c.id))
  WHERE e.evento = p_evento AND e.activo
  ON CONFLICT (evento, clave, chat_id) DO UPDATE SET datos = telegram_salida.datos || excluded.datos
    WHERE telegram_salida.texto IS NULL AND telegram_salida.intentos = 0
      AND (SELECT agrupa FROM telegram_eventos WHERE evento = p_evento);
$$;

-- The same call as ever: the audit row, its place before the sealer, and the news that it is.
CREATE OR REPLACE FUNCTION auditar(quien jsonb, p_accion text, p_entidad text, p_id text, p_antes jsonb, p_despues jsonb)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH fila AS (
    INSERT INTO auditoria (usuario_id, sesion_id, accion, entidad, entidad_id, antes, despues, ip, solicitud)
    VALUES ((quien->>'usuario_id')::int, (quien->>'sesion_id')::bigint, p_accion, p_entidad, p_id,
            auditoria_sin_secretos(p_antes), auditoria_sin_secretos(p_despues), quien->>'ip', quien->>'solicitud')
    RETURNING id)
  INSERT INTO auditoria_por_sellar SELECT id FROM fila;

  SELECT telegram_anotar(e.evento,
           CASE WHEN e.agrupa THEN coalesce(quien->>'solicitud', gen_random_uuid()::text)
                ELSE concat_ws(':', p_entidad, p_accion, p_id, coalesce(quien->>'solicitud', gen_random_uuid()::text)) END,
           jsonb_build_object('entidad', p_entidad, 'id', p_id, 'usuario_id', quien->'usuario_id',
             'numero', p_despues->'numero',
             'despues', CASE WHEN e.agrupa THEN auditoria_sin_secretos(p_despues) END))
  FROM telegram_causas k JOIN telegram_eventos e ON e.evento = k.evento AND e.activo
  WHERE k.entidad = p_entidad AND k.accion = p_accion;
$$;

-- Conditions that last: told once when they begin, forgotten when they end.
CREATE TABLE telegram_vigilados (
  evento text NOT NULL REFERENCES telegram_eventos,
  objeto bigint NOT NULL,
  desde timestamptz NOT NULL DEFAULT ahora(),
  PRIMARY KEY (evento, objeto)
);

-- Accounts below their minimum, and rates in force that give more than they cost.
CREATE VIEW telegram_condiciones AS
  SELECT 'saldo_bajo' AS evento, c.id AS objeto,
         jsonb_build_object('id', c.id, 'saldo', k.saldo::text, 'minimo', c.saldo_min::text) AS datos
  FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE c.estatus AND k.saldo < c.saldo_min
  UNION ALL
  SELECT 'tasa_bajo_costo', t.id, jsonb_build_object('id', t.id, 'tasa', h.tasa::text, 'costo', h.tasa_costo::text)
  FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
  WHERE t.estatus AND CASE h.metodo_calculo WHEN 'm' THEN h.tasa > h.tasa_costo ELSE h.tasa < h.tasa_costo END;

CREATE FUNCTION telegram_vigilar() RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
