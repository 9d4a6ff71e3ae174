-- What every row was when it was last sealed (ADR 0056). `sellos_por_hacer` is written by the transaction of the change;
-- the sealer takes it, computes the digests and says the batch's own digest in a row of the audit, which is chained.
CREATE TABLE sellos_por_hacer (tabla text NOT NULL, clave text NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE sellos (
  lote_id bigint NOT NULL CHECK (lote_id > 0),
  tabla text NOT NULL,
  -- The primary key: its value, a JSON array of its values or, where a table has none, the whole row.
  clave text NOT NULL,
  -- Null: the row is no longer there.
  huella bytea CHECK (octet_length(huella) = 32),
  PRIMARY KEY (lote_id, tabla, clave)
);
CREATE INDEX sellos_fila ON sellos (tabla, clave, lote_id DESC) INCLUDE (huella);

-- The tables that are sealed, and of which columns their digests are made.
CREATE TABLE sellos_tablas (
  tabla text PRIMARY KEY,
  columnas text[] NOT NULL
);
