-- Jobs of the program that fail, as long as they do: the bell rings for one that goes on failing.
CREATE TABLE trabajos_fallas (
  trabajo text PRIMARY KEY,
  desde timestamptz NOT NULL,
  motivo text NOT NULL
);

-- A backup is good or failed: neither of both passed the first form, in which what is not known did not refuse.
ALTER TABLE respaldos DROP CONSTRAINT respaldos_final;
ALTER TABLE respaldos ADD CONSTRAINT respaldos_final
  CHECK (fin >= inicio AND num_nonnulls(bytes, falla) = 1 AND coalesce(bytes > 0, falla <> ''));
