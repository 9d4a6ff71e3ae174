-- One row. The token is encrypted with a key that is not in the database.
CREATE TABLE telegram (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  activo boolean NOT NULL DEFAULT false,
  token_cifrado bytea,
  version integer NOT NULL DEFAULT 1
);

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

-- Conditions that last: told once when they begin, forgotten when they end.
CREATE TABLE telegram_vigilados (
  evento text NOT NULL REFERENCES telegram_eventos,
  objeto bigint NOT NULL,
  desde timestamptz NOT NULL DEFAULT ahora(),
  PRIMARY KEY (evento, objeto)
);
