-- Files of many rows, which the server checks and writes in portions while nobody waits (R-275, R-276). Accounts are
-- not among them: opening balances are all written or none.
CREATE TABLE importaciones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  que text NOT NULL CHECK (que IN ('clientes', 'beneficiarios')),
  nombre text NOT NULL CHECK (length(nombre) BETWEEN 1 AND 120),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  -- The meaning of each cell of a row; null where it is not read.
  claves jsonb NOT NULL CHECK (jsonb_typeof(claves) = 'array'),
  decimales text CHECK (decimales IN ('punto', 'coma')),
  filas integer NOT NULL CHECK (filas BETWEEN 1 AND 50000),
  usuario_id integer NOT NULL REFERENCES usuarios,
  -- Whose request began the step, as the audit names it.
  quien jsonb NOT NULL CHECK (quien->>'usuario_id' = usuario_id::text),
  estado text NOT NULL CHECK (estado IN ('revisando', 'revisada', 'importando', 'terminada', 'cancelada', 'detenida')),
  creada_en timestamptz NOT NULL,
  acabada_en timestamptz,
  vista_en timestamptz,
  motivo text NOT NULL DEFAULT '',
  hechas integer NOT NULL DEFAULT 0 CHECK (hechas BETWEEN 0 AND filas),
  nueva integer NOT NULL DEFAULT 0,
  igual integer NOT NULL DEFAULT 0,
  distinta integer NOT NULL DEFAULT 0,
  rechazada integer NOT NULL DEFAULT 0,
  -- Some row loosens a control, and another person said yes to the whole file.
  debe boolean NOT NULL DEFAULT false,
  dado boolean NOT NULL DEFAULT false,
  CONSTRAINT importaciones_suma CHECK (nueva + igual + distinta + rechazada = hechas),
  CONSTRAINT importaciones_con_visto CHECK (estado NOT IN ('importando', 'terminada') OR dado OR NOT debe),
  CONSTRAINT importaciones_completa CHECK (estado NOT IN ('revisada', 'terminada') OR hechas = filas)
);
CREATE UNIQUE INDEX importaciones_una ON importaciones (usuario_id)
  WHERE estado IN ('revisando', 'revisada', 'importando');
CREATE INDEX importaciones_usuario ON importaciones (usuario_id, id);
CREATE INDEX importaciones_en_curso ON importaciones (id) WHERE estado IN ('revisando', 'importando');

-- Their rows; forgotten some days after the end.
CREATE TABLE importaciones_filas (
  importacion_id bigint NOT NULL REFERENCES importaciones,
  fila integer NOT NULL CHECK (fila > 0),
  linea integer NOT NULL CHECK (linea > 0),
  celdas jsonb NOT NULL CHECK (jsonb_typeof(celdas) = 'array'),
  estado text CHECK (estado IN ('nueva', 'igual', 'distinta', 'rechazada')),
  nombre text NOT NULL DEFAULT '',
  registro_id bigint,
  motivos jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(motivos) = 'array'),
  PRIMARY KEY (importacion_id, fila)
);
CREATE INDEX importaciones_filas_registro ON importaciones_filas (importacion_id, registro_id)
  WHERE registro_id IS NOT NULL;
