-- The last entry of a day when the dashboard's sums of it were stored; null where the day had none. With another one
-- they are void, as those of the ledger and of the reports are.
ALTER TABLE dias_resumen ADD COLUMN asiento_id bigint REFERENCES asientos;
ALTER TABLE dias_resumen DISABLE TRIGGER USER;
UPDATE dias_resumen r SET asiento_id = (SELECT max(a.id) FROM asientos a WHERE a.fecha_negocio = r.fecha);
ALTER TABLE dias_resumen ENABLE TRIGGER USER;

-- What each account's legs of the day were worth, for the balances with which an export opens. Every day is kept anew.
DELETE FROM libro_dias;
ALTER TABLE libro_dias_cuentas ADD COLUMN valor numeric(38,8) NOT NULL;

-- By day first: a search of all accounts looks at a day's texts in one place.
ALTER TABLE libro_dias_textos DROP CONSTRAINT libro_dias_textos_pkey, ADD PRIMARY KEY (fecha, cuenta_id, texto);

-- What the operations of a kept day of the ledger were, those included that are annulled now. A day without any has one
-- row of none. A kept copy: it goes with the day.
CREATE TABLE compras_ventas_dias (
  fecha date NOT NULL REFERENCES libro_dias ON DELETE CASCADE,
  divisa_id integer REFERENCES monedas,
  tipo text,
  usuario_id integer REFERENCES usuarios,
  operaciones integer NOT NULL,
  monto numeric(38,8) NOT NULL,
  contravalor numeric(38,8) NOT NULL,
  ganancia numeric(38,8) NOT NULL,
  UNIQUE NULLS NOT DISTINCT (fecha, divisa_id, tipo, usuario_id)
);

-- What departs from the rule is rare and asked for by days.
CREATE INDEX compras_ventas_mantenida ON compras_ventas (fecha_negocio, id) WHERE tasa_mantenida;
CREATE INDEX compras_ventas_bajo_costo ON compras_ventas (fecha_negocio, id) WHERE ganancia < 0;

-- Only what reverses another entry or commission stands in the index of those, not a null for each of the others.
ALTER TABLE asientos DROP CONSTRAINT asientos_anula_a_key;
CREATE UNIQUE INDEX asientos_anula_a_key ON asientos (anula_a) WHERE anula_a IS NOT NULL;
ALTER TABLE comisiones DROP CONSTRAINT comisiones_contra_de_key;
CREATE UNIQUE INDEX comisiones_contra_de_key ON comisiones (contra_de) WHERE contra_de IS NOT NULL;
