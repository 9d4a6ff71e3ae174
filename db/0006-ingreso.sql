-- Earlier tokens of a session: one that comes back was copied, whatever its generation (R-74).
CREATE TABLE sesiones_tokens (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  sesion_id bigint NOT NULL REFERENCES sesiones ON DELETE CASCADE
);
CREATE INDEX sesiones_tokens_sesion ON sesiones_tokens (sesion_id);

-- Refusals that a stranger could repeat without end: when the last audit row was written, and how many came since.
CREATE TABLE accesos_repetidos (
  clave text PRIMARY KEY,
  desde timestamptz NOT NULL,
  veces integer NOT NULL,
  quien jsonb NOT NULL,
  entidad text NOT NULL,
  entidad_id text,
  motivo text NOT NULL
);

-- In a real house whoever approves or administers has a second factor. The demo's users sign in as they always did.
INSERT INTO ajustes (clave, valor)
  SELECT 'exigir_segundo_factor', to_jsonb(NOT EXISTS (SELECT FROM ajustes WHERE clave = 'demo'));

-- A session that ended because an old token of it came back: someone had copied it.
ALTER TABLE sesiones ADD COLUMN repetida_en timestamptz;
CREATE INDEX sesiones_repetidas ON sesiones (repetida_en) WHERE repetida_en IS NOT NULL;
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('token_repetido', 'Sesión copiada', true, false, true, 65);
INSERT INTO telegram_causas VALUES ('sesiones', 'token-repetido', 'token_repetido');

-- When a person last said that he saw what others changed of his account.
ALTER TABLE usuarios ADD COLUMN cambios_vistos_en timestamptz;
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('cuenta_cambiada', 'Cuenta de un usuario cambiada', true, false, true, 66);
INSERT INTO telegram_causas VALUES
  ('usuarios', 'rol', 'cuenta_cambiada'),
  ('usuarios', 'estatus', 'cuenta_cambiada'),
  ('usuarios', 'restablecer', 'cuenta_cambiada'),
  ('usuarios', 'quitar-factor', 'cuenta_cambiada');
