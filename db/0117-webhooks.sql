-- Receivers of events outside of the house (ADR 0108): what happened, kept once for all of them; who receives what; each
-- delivery with its attempts.
CREATE TABLE noticias (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  evento text NOT NULL REFERENCES telegram_eventos,
  clave text NOT NULL,
  -- A list, as in the outbox of Telegram. What of it a receiver is told, its contract says.
  datos jsonb NOT NULL CHECK (jsonb_typeof(datos) = 'array'),
  creado_en timestamptz NOT NULL DEFAULT ahora(),
  UNIQUE (evento, clave)
);
CREATE INDEX noticias_creado ON noticias (creado_en);

CREATE TABLE webhooks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nombre text NOT NULL UNIQUE,
  url text NOT NULL CONSTRAINT webhooks_url CHECK (url ~ '^https?://' AND length(url) <= 500),
  activo boolean NOT NULL DEFAULT true,
  -- Encrypted with a key that is not in the database.
  secreto_cifrado bytea NOT NULL,
  -- The secret before it, with which is signed too until then.
  anterior_cifrado bytea,
  anterior_hasta timestamptz,
  -- The first failure since something was delivered.
  fallando_desde timestamptz,
  -- Why the program switched it off; null: it is on, or a person did.
  apagado_por text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT webhooks_anterior CHECK (num_nonnulls(anterior_cifrado, anterior_hasta) IN (0, 2)),
  CONSTRAINT webhooks_apagado CHECK (apagado_por IS NULL OR NOT activo)
);

CREATE TABLE webhooks_eventos (
  webhook_id integer NOT NULL REFERENCES webhooks,
  evento text NOT NULL REFERENCES telegram_eventos,
  PRIMARY KEY (webhook_id, evento)
);
CREATE INDEX webhooks_eventos_evento ON webhooks_eventos (evento);

-- One row per event and receiver, and one for each time that a person has it sent again.
CREATE TABLE webhooks_salida (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id integer NOT NULL REFERENCES webhooks,
  noticia_id bigint NOT NULL REFERENCES noticias,
  -- The receiver knows a repetition by it: the same in every attempt and when it is sent again.
  mensaje uuid NOT NULL DEFAULT gen_random_uuid(),
  reenvio boolean NOT NULL DEFAULT false,
  -- What is sent, made by the first attempt and the same in all.
  cuerpo text,
  estado text NOT NULL DEFAULT 'pendiente',
  motivo text,
  intentos integer NOT NULL DEFAULT 0,
  creado_en timestamptz NOT NULL DEFAULT ahora(),
  proximo_en timestamptz NOT NULL DEFAULT ahora(),
  -- A process is sending it; after this instant that process is taken for dead.
  tomado_hasta timestamptz,
  enviado_en timestamptz,
  CONSTRAINT webhooks_salida_estado CHECK (estado IN ('pendiente', 'enviado', 'error')),
  CONSTRAINT webhooks_salida_enviado CHECK ((estado = 'enviado') = (enviado_en IS NOT NULL)),
  CONSTRAINT webhooks_salida_motivo CHECK (estado <> 'error' OR motivo IS NOT NULL)
);
CREATE UNIQUE INDEX webhooks_salida_una ON webhooks_salida (noticia_id, webhook_id) WHERE NOT reenvio;
-- One person or several: what waits already is not sent again besides.
CREATE UNIQUE INDEX webhooks_salida_espera ON webhooks_salida (mensaje) WHERE estado = 'pendiente';
CREATE INDEX webhooks_salida_pendiente ON webhooks_salida (webhook_id, proximo_en, id) WHERE estado = 'pendiente';
CREATE INDEX webhooks_salida_mensaje ON webhooks_salida (mensaje, id);
CREATE INDEX webhooks_salida_creado ON webhooks_salida (creado_en, id);
CREATE INDEX webhooks_salida_error ON webhooks_salida (webhook_id, creado_en) WHERE estado = 'error';
CREATE INDEX webhooks_salida_webhook ON webhooks_salida (webhook_id);
CREATE INDEX webhooks_salida_noticia ON webhooks_salida (noticia_id);

CREATE TABLE webhooks_intentos (
  salida_id bigint NOT NULL REFERENCES webhooks_salida ON DELETE CASCADE,
  numero integer NOT NULL,
  inicio timestamptz NOT NULL,
  ms integer NOT NULL,
  -- The status that it answered; null: no answer came.
  codigo integer,
  -- Why it does not count as delivered.
  motivo text,
  -- The beginning of what it answered.
  respuesta text,
  PRIMARY KEY (salida_id, numero),
  CONSTRAINT webhooks_intentos_codigo CHECK (codigo BETWEEN 100 AND 999),
  CONSTRAINT webhooks_intentos_respuesta CHECK (length(respuesta) <= 1000)
);

INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('webhooks', 'url', 'cambia', false, 'Dirección'),
  ('webhooks', 'activo', 'sube', false, 'Activo'),
  ('webhooks_eventos', 'webhook_id', 'cambia', false, 'Webhook'),
  ('webhooks_eventos', 'evento', 'cambia', false, 'Evento');
