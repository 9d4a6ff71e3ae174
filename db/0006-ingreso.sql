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
