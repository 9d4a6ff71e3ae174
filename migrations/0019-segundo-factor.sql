-- The second factor (RFC 6238, ADR 0016): its secret only encrypted, each time step once, recovery codes as keyed digests.
CREATE TABLE usuarios_totp (
  usuario_id integer PRIMARY KEY REFERENCES usuarios,
  -- Under the house's key, which is not in the database.
  secreto bytea NOT NULL,
  creado_en timestamptz NOT NULL,
  -- Null: begun, and asked for only when its first code was right.
  confirmado_en timestamptz,
  -- The last time step whose code was taken: neither it nor an earlier one is taken again.
  ultimo_paso bigint NOT NULL DEFAULT 0
);

CREATE TABLE usuarios_codigos (
  usuario_id integer NOT NULL REFERENCES usuarios,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  usado_en timestamptz,
  PRIMARY KEY (usuario_id, hash)
);

-- Who signs in with this role after that moment must have one. Sessions from before go on as they are.
ALTER TABLE roles ADD COLUMN exige_totp_desde timestamptz;
