-- What somebody else's yes is about at length: the program's own words beside the reason, which is its author's.
LOCK TABLE idempotencia IN ACCESS EXCLUSIVE MODE;
ALTER TABLE vistos ADD COLUMN detalle text NOT NULL DEFAULT '';

-- The rows of a file that somebody else's yes is asked for, as he reads them; forgotten some days later.
CREATE TABLE vistos_filas (
  visto_id bigint NOT NULL REFERENCES vistos,
  fila integer NOT NULL CHECK (fila > 0),
  estado text NOT NULL CHECK (estado IN ('nueva', 'igual', 'distinta', 'rechazada')),
  nombre text NOT NULL,
  texto text NOT NULL,
  PRIMARY KEY (visto_id, fila)
);
CREATE INDEX vistos_filas_estado ON vistos_filas (visto_id, estado, fila);
