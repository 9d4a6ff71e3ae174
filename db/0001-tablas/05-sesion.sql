CREATE TABLE sesiones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  usuario_id integer NOT NULL REFERENCES usuarios,
  token_hash bytea NOT NULL UNIQUE,
  previo_hash bytea UNIQUE,
  previo_hasta timestamptz,
  semilla bytea,
  creada_en timestamptz NOT NULL,
  usada_en timestamptz NOT NULL,
  vence_en timestamptz NOT NULL,
  terminada_en timestamptz,
  ip text,
  agente text
);
CREATE INDEX sesiones_usuario ON sesiones (usuario_id) WHERE terminada_en IS NULL;

-- Failed sign-ins in a row, by what was typed (user or address): the same answer whether it exists or not.
CREATE TABLE intentos_ingreso (
  clave text PRIMARY KEY,
  fallos integer NOT NULL,
  desde timestamptz NOT NULL,
  hasta timestamptz
);
