-- The papers of a client: a file that somebody handed in, and what became of it. None is deleted: a new one replaces the
-- one before it, and compliance refuses one that does not serve.
CREATE TABLE clientes_documentos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cliente_id bigint NOT NULL REFERENCES clientes,
  tipo text NOT NULL CHECK (tipo IN ('identidad-anverso', 'identidad-reverso', 'domicilio', 'origen-fondos', 'poderes',
    'otro')),
  -- What it is, of a paper of no other kind.
  titulo text CHECK (titulo = btrim(titulo) AND length(titulo) BETWEEN 3 AND 80),
  adjunto_id bigint NOT NULL UNIQUE REFERENCES adjuntos,
  vence date,
  estado text NOT NULL DEFAULT 'vigente' CHECK (estado IN ('vigente', 'reemplazado', 'rechazado')),
  subido_por integer NOT NULL REFERENCES usuarios,
  subido_en timestamptz NOT NULL DEFAULT ahora(),
  -- Who replaced or refused it, when and why.
  cambiado_por integer REFERENCES usuarios,
  cambiado_en timestamptz,
  motivo text CHECK (length(btrim(motivo)) BETWEEN 5 AND 200),
  CONSTRAINT clientes_documentos_titulo CHECK ((tipo = 'otro') = (titulo IS NOT NULL)),
  CONSTRAINT clientes_documentos_vence CHECK (vence IS NULL OR tipo NOT IN ('identidad-reverso', 'origen-fondos')),
  CONSTRAINT clientes_documentos_cambio CHECK (CASE estado WHEN 'vigente'
    THEN cambiado_por IS NULL AND cambiado_en IS NULL AND motivo IS NULL
    ELSE cambiado_por IS NOT NULL AND cambiado_en IS NOT NULL AND motivo IS NOT NULL END)
);
-- Of each kind one is in force; of others there may be several.
CREATE UNIQUE INDEX clientes_documentos_vigente ON clientes_documentos (cliente_id, tipo)
  WHERE estado = 'vigente' AND tipo <> 'otro';
CREATE INDEX clientes_documentos_cliente ON clientes_documentos (cliente_id, id);
CREATE INDEX clientes_documentos_persona ON clientes_documentos (subido_por, subido_en);
