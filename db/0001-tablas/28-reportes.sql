-- Days that are over: their ledger never changes, so neither do these.
CREATE TABLE reportes_dias (
  fecha date PRIMARY KEY
);

CREATE TABLE reportes_resumen (
  fecha date NOT NULL REFERENCES reportes_dias,
  tipo text NOT NULL,
  moneda_id integer REFERENCES monedas,
  de_id integer REFERENCES monedas,
  a_id integer REFERENCES monedas,
  segmento text,
  usuario_id integer NOT NULL REFERENCES usuarios,
  hora integer NOT NULL CHECK (hora BETWEEN 0 AND 23),
  operaciones integer NOT NULL,
  monto numeric(38,8) NOT NULL,
  contravalor numeric(38,8) NOT NULL,
  usd numeric(38,8) NOT NULL,
  -- Operations whose worth in dollars nobody knew.
  sin_usd integer NOT NULL,
  ganancia numeric(38,8) NOT NULL,
  servicio numeric(38,8) NOT NULL,
  redondeo numeric(38,8) NOT NULL,
  bancarios numeric(38,8) NOT NULL,
  comisiones numeric(38,8) NOT NULL,
  UNIQUE NULLS NOT DISTINCT (fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id, hora)
);

CREATE TABLE reportes_posicion (
  fecha date NOT NULL REFERENCES reportes_dias,
  moneda_id integer NOT NULL REFERENCES monedas,
  comprado numeric(38,8) NOT NULL,
  vendido numeric(38,8) NOT NULL,
  ordenes numeric(38,8) NOT NULL,
  transferencias numeric(38,8) NOT NULL,
  otros numeric(38,8) NOT NULL,
  costo numeric(38,8) NOT NULL,
  PRIMARY KEY (fecha, moneda_id)
);
