-- Who changed what, in the same transaction as the change. `previo` and `hash` are the places of the chain.
CREATE TABLE auditoria (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL DEFAULT ahora(),
  usuario_id integer REFERENCES usuarios,
  sesion_id bigint,
  accion text NOT NULL,
  entidad text NOT NULL,
  entidad_id text,
  antes jsonb,
  despues jsonb,
  ip text,
  solicitud text
);
CREATE INDEX auditoria_entidad ON auditoria (entidad, entidad_id, id);
-- What the screen filters by. Time is a BRIN: rows arrive in its order, and it costs an insert nothing.
CREATE INDEX auditoria_fecha ON auditoria USING brin (fecha) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX auditoria_usuario ON auditoria (usuario_id, id);
CREATE INDEX auditoria_denegada ON auditoria (id) WHERE accion = 'denegado';

-- Rows not yet chained. Written with the row itself, in its transaction: what is committed is here or in the chain.
CREATE TABLE auditoria_por_sellar (auditoria_id bigint NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One link per row, in the order of sealing. The previous link is the one at pos - 1: two links after one cannot be written.
CREATE TABLE auditoria_cadena (
  pos bigint PRIMARY KEY CHECK (pos > 0),
  auditoria_id bigint NOT NULL UNIQUE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
