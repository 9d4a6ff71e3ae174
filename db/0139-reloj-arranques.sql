-- Where the clock that dates the books stood against one that nobody sets, by the run of the machine that has that one: a
-- program that was started anew while its machine went on sees by it that the clock was set meanwhile (R-458).
CREATE TABLE reloj_arranques (
  -- The run of the machine, as its system names it.
  arranque text PRIMARY KEY CHECK (arranque <> ''),
  -- Seconds by which the database's clock, and the machine's own, are ahead of the time since the machine was started.
  diferencia numeric NOT NULL,
  propia numeric NOT NULL,
  -- The last confirmation of the clock then, 0 before the first.
  confirmacion bigint NOT NULL CHECK (confirmacion >= 0),
  -- Seconds since the start of the machine at which a change was first seen that nobody answered.
  salto numeric,
  -- When a program last believed it.
  visto timestamptz NOT NULL DEFAULT ahora()
);
