-- The last entry of a day when its summary was stored; null where the day had none. With another one the summary is void.
ALTER TABLE reportes_dias ADD COLUMN asiento_id bigint REFERENCES asientos;
ALTER TABLE reportes_dias DISABLE TRIGGER USER;
UPDATE reportes_dias r SET asiento_id = (SELECT max(a.id) FROM asientos a WHERE a.fecha_negocio = r.fecha);
ALTER TABLE reportes_dias ENABLE TRIGGER USER;

-- The same of a day without its hours: what a report that asks for none of them reads, a tenth of the rows.
CREATE TABLE reportes_diario (
  fecha date NOT NULL REFERENCES reportes_dias,
  tipo text NOT NULL,
  moneda_id integer REFERENCES monedas,
  de_id integer REFERENCES monedas,
  a_id integer REFERENCES monedas,
  segmento text,
  usuario_id integer NOT NULL REFERENCES usuarios,
  operaciones integer NOT NULL,
  monto numeric(38,8) NOT NULL,
  contravalor numeric(38,8) NOT NULL,
  usd numeric(38,8) NOT NULL,
  sin_usd integer NOT NULL,
  ganancia numeric(38,8) NOT NULL,
  servicio numeric(38,8) NOT NULL,
  redondeo numeric(38,8) NOT NULL,
  bancarios numeric(38,8) NOT NULL,
  comisiones numeric(38,8) NOT NULL,
  anulaciones numeric(38,8) NOT NULL,
  UNIQUE NULLS NOT DISTINCT (fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id)
);
INSERT INTO reportes_diario
  SELECT fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id, sum(operaciones), sum(monto), sum(contravalor),
         sum(usd), sum(sin_usd), sum(ganancia), sum(servicio), sum(redondeo), sum(bancarios), sum(comisiones),
         sum(anulaciones)
  FROM reportes_resumen GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- What went into and out of each account on a day that is over by what its entries say, their numbers left out: the
-- totals of a search for a word. A kept copy, like the days' other sums.
CREATE TABLE libro_dias_textos (
  fecha date NOT NULL REFERENCES libro_dias ON DELETE CASCADE,
  cuenta_id bigint NOT NULL REFERENCES cuentas_contables,
  texto text NOT NULL,
  entradas integer NOT NULL,
  salidas integer NOT NULL,
  debe numeric(38,8) NOT NULL,
  haber numeric(38,8) NOT NULL,
  PRIMARY KEY (cuenta_id, fecha, texto)
);
-- So that every day is kept anew, with them.
DELETE FROM libro_dias;
