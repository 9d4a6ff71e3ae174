-- How each periodic job of the program runs: its last success and failure, and how often it has failed since. In place
-- of the failures alone, which only the continuous log wrote.
DROP TABLE trabajos_fallas;
CREATE TABLE trabajos (
  trabajo text PRIMARY KEY,
  -- As people read it.
  nombre text NOT NULL CHECK (nombre <> ''),
  -- Milliseconds between two runs; null while no program runs it.
  cada_ms integer,
  exito timestamptz,
  falla timestamptz,
  -- Failures in a row, since when, and what the last one said.
  fallas integer NOT NULL DEFAULT 0 CHECK (fallas >= 0),
  desde timestamptz,
  motivo text,
  CONSTRAINT trabajos_falla CHECK ((fallas > 0) = (desde IS NOT NULL) AND (fallas > 0) = (motivo IS NOT NULL))
);
