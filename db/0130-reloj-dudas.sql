-- What a program found wrong with the clock that dates the books, on its machine: nothing is written until somebody
-- confirms the hour or the clock is put right (R-426). Who answers is in `reloj_confirmaciones`.
CREATE TABLE reloj_dudas (
  -- The machine that noticed.
  equipo text PRIMARY KEY CHECK (equipo <> ''),
  codigo text NOT NULL CHECK (codigo IN ('RELOJ_DISTINTO', 'RELOJ_SALTO')),
  -- By how much the clock is ahead (positive) or behind; less than half an hour is told, and stops nothing.
  segundos integer NOT NULL CHECK (abs(segundos) >= 1800),
  -- The same as people read it: `2 h 5 min adelante`.
  lapso text NOT NULL CHECK (lapso <> ''),
  -- The last confirmation of the clock when this was noticed, 0 before the first: a later one answers it.
  confirmacion bigint NOT NULL CHECK (confirmacion >= 0)
);
