-- Days that are over, so that a trend reads a row a day.
CREATE TABLE dias_resumen (
  fecha date PRIMARY KEY,
  ganancia numeric(38,8) NOT NULL,
  margen numeric(38,8) NOT NULL,
  operaciones integer NOT NULL,
  ordenes integer NOT NULL
);

-- What left each currency's position on such a day, whatever it left for; what was annulled came back.
CREATE TABLE dias_salidas (
  fecha date NOT NULL REFERENCES dias_resumen,
  moneda_id integer NOT NULL REFERENCES monedas,
  cantidad numeric(38,8) NOT NULL,
  PRIMARY KEY (fecha, moneda_id)
);
