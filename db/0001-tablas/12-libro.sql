CREATE TYPE libro_linea AS (cuenta_id bigint, importe numeric, valor numeric, detalle text);

-- The ledger (spec 1.3): entries sealed at commit, balanced per currency, written by one function only.
CREATE TABLE cuentas_contables (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  codigo text NOT NULL UNIQUE,
  nombre text NOT NULL,
  clase text NOT NULL CHECK (clase IN ('activo', 'pasivo', 'patrimonio', 'ingreso', 'gasto', 'posicion', 'contravalor')),
  moneda_id integer NOT NULL REFERENCES monedas,
  saldo numeric(38,8) NOT NULL DEFAULT 0 CHECK (saldo > -1e29 AND saldo < 1e29),
  minimo numeric(38,8) CHECK (minimo > -1e29 AND minimo < 1e29),
  maximo numeric(38,8) CHECK (maximo > -1e29 AND maximo < 1e29),
  bloqueo text CHECK (bloqueo IN ('conteo', 'turno')),
  en_uso boolean NOT NULL DEFAULT true,
  UNIQUE (id, moneda_id),
  CONSTRAINT saldo_minimo CHECK (saldo >= minimo),
  CONSTRAINT saldo_maximo CHECK (saldo <= maximo)
) WITH (fillfactor = 50);

-- The pair of accounts through which everything passes that brings a currency in or sends it out.
CREATE TABLE posiciones (
  moneda_id integer PRIMARY KEY REFERENCES monedas,
  posicion_id bigint NOT NULL UNIQUE REFERENCES cuentas_contables,
  contravalor_id bigint NOT NULL UNIQUE REFERENCES cuentas_contables,
  ganancia_id bigint NOT NULL UNIQUE REFERENCES cuentas_contables
);

-- Days that accept nothing more (PG-14).
CREATE TABLE cierres (
  fecha date PRIMARY KEY,
  usuario_id integer REFERENCES usuarios,
  cerrado_en timestamptz NOT NULL DEFAULT ahora()
);

CREATE TABLE asientos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  origen text NOT NULL,
  origen_id bigint NOT NULL,
  glosa text NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuarios,
  anula_a bigint UNIQUE REFERENCES asientos,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX asientos_origen ON asientos (origen, origen_id);
-- A day's entries, and the first one of a month.
CREATE INDEX asientos_fecha_negocio ON asientos (fecha_negocio, id);

CREATE TABLE apuntes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asiento_id bigint NOT NULL REFERENCES asientos,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  importe numeric(38,8) NOT NULL CHECK (importe <> 0 AND importe > -1e29 AND importe < 1e29),
  -- The leg valued in the functional currency, at cost: sums to zero over the entry too.
  valor numeric(38,8) NOT NULL CHECK (valor > -1e29 AND valor < 1e29),
  saldo_despues numeric(38,8) NOT NULL,
  detalle text,
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas_contables (id, moneda_id)
);
CREATE INDEX apuntes_asiento ON apuntes (asiento_id);
CREATE INDEX apuntes_cuenta ON apuntes (cuenta_id, id);
