-- How a person read the columns of a file whose titles these are, to be proposed again (R-274): titles and meanings, no
-- cell of the file.
CREATE TABLE importar_mapas (
  usuario_id integer NOT NULL REFERENCES usuarios,
  que text NOT NULL CHECK (que IN ('clientes', 'beneficiarios', 'cuentas')),
  huella bytea NOT NULL CHECK (octet_length(huella) = 32),
  encabezado jsonb NOT NULL CHECK (jsonb_typeof(encabezado) = 'array' AND jsonb_array_length(encabezado) BETWEEN 1 AND 100),
  claves jsonb NOT NULL CHECK (jsonb_typeof(claves) = 'array'
    AND jsonb_array_length(claves) = jsonb_array_length(encabezado)),
  usado_en timestamptz NOT NULL,
  PRIMARY KEY (usuario_id, que, huella)
);
