CREATE TABLE ajustes (
  clave text PRIMARY KEY,
  valor jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  actualizado_en timestamptz,
  actualizado_por integer REFERENCES usuarios
);

-- What a setting may be; the twin of the table in areas/ajustes/contract.ts. A key without a rule is the program's
-- own (the secret of the cursors): no screen shows it and no call changes it. `empresa.ruc` is a member of `empresa`.
CREATE TABLE ajustes_reglas (
  clave text PRIMARY KEY CHECK (clave ~ '^[a-z_]+(\.[a-z_]+)?$'),
  tipo text NOT NULL CHECK (tipo IN ('entero', 'decimal', 'texto', 'booleano')),
  -- Of a number its bounds, of a text its length.
  minimo numeric,
  maximo numeric,
  -- Decimals of a decimal.
  decimales integer CHECK (decimales BETWEEN 0 AND 8),
  -- A text that is not empty matches it.
  patron text
);
