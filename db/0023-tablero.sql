-- Days that are over, so that sums, searches and pages of far days need not read every leg since. Kept copies: whatever
-- they say can be computed from the ledger again.
CREATE TABLE libro_dias (
  fecha date PRIMARY KEY,
  -- The last entry of the day when this was written: a later one makes it void.
  asiento_id bigint NOT NULL REFERENCES asientos,
  -- The legs of its entries lie between these two, with those of other days.
  desde_id bigint NOT NULL REFERENCES apuntes,
  hasta_id bigint NOT NULL REFERENCES apuntes,
  -- Each concept and each operation number of the day once, as a search compares them.
  textos text NOT NULL
);

CREATE TABLE libro_dias_cuentas (
  fecha date NOT NULL REFERENCES libro_dias ON DELETE CASCADE,
  cuenta_id bigint NOT NULL REFERENCES cuentas_contables,
  entradas integer NOT NULL,
  salidas integer NOT NULL,
  debe numeric(38,8) NOT NULL,
  haber numeric(38,8) NOT NULL,
  PRIMARY KEY (fecha, cuenta_id)
);
