-- One effect per key (PG-7). Inserted first in the same transaction, so a rollback frees the key.
CREATE TABLE idempotencia (
  usuario_id integer NOT NULL,
  ruta text NOT NULL,
  clave uuid NOT NULL,
  huella bytea NOT NULL,
  respuesta jsonb,
  creada_en timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (usuario_id, ruta, clave)
);
CREATE INDEX idempotencia_creada ON idempotencia USING brin (creada_en);

-- The last number of each series of documents and year.
CREATE TABLE series (
  serie text NOT NULL,
  anio integer NOT NULL,
  ultimo integer NOT NULL CHECK (ultimo > 0),
  PRIMARY KEY (serie, anio)
) WITH (fillfactor = 50);

-- When the books are found wrong nothing more is written into them (PG-16): better stopped than further wrong.
CREATE TABLE solo_lectura (
  -- At most one row: what is wrong now.
  uno boolean PRIMARY KEY DEFAULT true CHECK (uno),
  desde timestamptz NOT NULL DEFAULT clock_timestamp(),
  regla text NOT NULL,
  detalle text NOT NULL
);
