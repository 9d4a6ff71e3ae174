CREATE TABLE paises (
  id text PRIMARY KEY CHECK (id ~ '^[a-z]{2,3}$'),
  nombre text NOT NULL UNIQUE,
  moneda_id integer REFERENCES monedas
);
