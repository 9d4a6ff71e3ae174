-- Pictures by which banks and wallets are told apart (R-268), named by their digest: what a digest names never changes,
-- so a browser asks for it once. Kept apart from vouchers, which prove something and belong to one document each.
CREATE TABLE logos (
  sha256 text PRIMARY KEY GENERATED ALWAYS AS (encode(sha256(contenido), 'hex')) STORED,
  contenido bytea NOT NULL CHECK (octet_length(contenido) BETWEEN 1 AND 65536),
  tipo text NOT NULL GENERATED ALWAYS AS (adjunto_tipo(contenido)) STORED
    CHECK (tipo IN ('image/jpeg', 'image/png', 'image/webp')),
  usuario_id integer NOT NULL REFERENCES usuarios,
  creado_en timestamptz NOT NULL DEFAULT ahora()
);
-- Pictures are compressed already.
ALTER TABLE logos ALTER contenido SET STORAGE EXTERNAL;

ALTER TABLE entidades_financieras ADD COLUMN logo text REFERENCES logos;
CREATE INDEX entidades_financieras_logo ON entidades_financieras (logo);
