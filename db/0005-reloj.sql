-- An administrator's word that the machine's clock is right, where the last instants written disagreed with it (ADR
-- 0041). What was written before it no longer says what time it is.
CREATE TABLE reloj_confirmaciones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL,
  -- The last instant that had been written until then; null in a house that wrote nothing.
  anterior timestamptz,
  -- The last row of each history of instants until then: {table: id}.
  marcas jsonb NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuarios,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
