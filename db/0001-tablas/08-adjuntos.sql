CREATE TABLE adjuntos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nombre text NOT NULL CHECK (length(nombre) BETWEEN 1 AND 120),
  contenido bytea NOT NULL,
  tipo text NOT NULL GENERATED ALWAYS AS (adjunto_tipo(contenido)) STORED,
  tamano integer NOT NULL GENERATED ALWAYS AS (octet_length(contenido)) STORED,
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(contenido)) STORED,
  usuario_id integer NOT NULL REFERENCES usuarios,
  creado_en timestamptz NOT NULL DEFAULT ahora(),
  CHECK (octet_length(contenido) BETWEEN 1 AND 2097152)
);
-- Pictures are compressed already.
ALTER TABLE adjuntos ALTER contenido SET STORAGE EXTERNAL;
CREATE INDEX adjuntos_sha256 ON adjuntos (sha256);
CREATE INDEX adjuntos_usuario ON adjuntos (usuario_id, creado_en);

-- What a file belongs to: one line of one document. `detalle_id` is the line (a payment).
CREATE TABLE adjuntos_usos (
  adjunto_id bigint PRIMARY KEY REFERENCES adjuntos,
  origen text NOT NULL,
  origen_id bigint NOT NULL,
  detalle_id bigint NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuarios,
  fecha timestamptz NOT NULL DEFAULT ahora()
);
CREATE INDEX adjuntos_usos_origen ON adjuntos_usos (origen, origen_id);
