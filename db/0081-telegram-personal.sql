-- The chat of one person beside those of the house (R-296). It is a row of telegram_chats, so that the outbox, its order,
-- its states and its limits are the same.
ALTER TABLE telegram_chats ADD COLUMN usuario_id integer UNIQUE REFERENCES usuarios;
ALTER TABLE telegram_chats ADD COLUMN vinculado_en timestamptz;
ALTER TABLE telegram_chats ALTER COLUMN chat_id DROP NOT NULL;
-- A person's chat is never the management's, and one that he gave up names no chat any more.
ALTER TABLE telegram_chats ADD CONSTRAINT telegram_chats_personal CHECK (CASE WHEN usuario_id IS NULL
  THEN chat_id IS NOT NULL AND vinculado_en IS NULL
  ELSE NOT gerencia AND estatus = (chat_id IS NOT NULL) AND (chat_id IS NULL OR chat_id ~ '^[1-9]')
    AND vinculado_en IS NOT NULL END);

-- Codes by which a person says in a chat that it is his: one at a time, for ten minutes, as long as his session goes on.
CREATE TABLE telegram_enlaces (
  usuario_id integer PRIMARY KEY REFERENCES usuarios,
  sesion_id bigint NOT NULL REFERENCES sesiones ON DELETE CASCADE,
  huella bytea NOT NULL UNIQUE CHECK (octet_length(huella) = 32),
  vence_en timestamptz NOT NULL
);
CREATE INDEX telegram_enlaces_sesion ON telegram_enlaces (sesion_id);

-- How far the bot's messages were read, by whom until when, and the bot's name. One row.
CREATE TABLE telegram_lectura (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  bot text CHECK (bot ~ '^[A-Za-z0-9_]{3,40}$'),
  siguiente bigint NOT NULL DEFAULT 0,
  hasta timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO telegram_lectura DEFAULT VALUES;

-- Events for the person alone whom they concern.
ALTER TABLE telegram_eventos ADD COLUMN personal boolean NOT NULL DEFAULT false;
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden, personal) VALUES
  ('mi_aprobacion', 'Una solicitud espera su respuesta', false, false, true, 200, true),
  ('mi_orden', 'Una orden ya no está a su cargo', false, false, true, 210, true),
  ('mi_caja', 'Se resolvió el cierre de su caja', false, false, true, 220, true),
  ('mi_ingreso', 'Ingreso a su cuenta desde un equipo nuevo', false, false, true, 230, true),
  ('mi_clave', 'Su contraseña cambió', false, false, true, 240, true),
  ('mi_cuenta', 'Otra persona cambió su cuenta', false, false, true, 250, true),
  ('mi_chat', 'Este chat quedó vinculado a su cuenta', false, false, true, 260, true);
