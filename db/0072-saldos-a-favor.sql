-- What a client paid above what his order asks for (R-277): `a_favor` of a payment comes on top of `monto`, and is a
-- credit of the client once the payment is verified.
ALTER TABLE ordenes_cobros
  ADD COLUMN a_favor numeric(38,8) NOT NULL DEFAULT 0 CHECK (a_favor >= 0 AND a_favor < 1e29),
  DROP CONSTRAINT ordenes_cobros_check,
  ADD CONSTRAINT ordenes_cobros_check CHECK (denominaciones IS NULL
    OR coalesce(denominaciones_suma(denominaciones), 0) = monto + a_favor);

CREATE TABLE ordenes_saldos (
  cobro_id bigint PRIMARY KEY REFERENCES ordenes_cobros,
  orden_id bigint NOT NULL REFERENCES ordenes,
  cliente_id bigint NOT NULL REFERENCES clientes,
  moneda_id integer NOT NULL REFERENCES monedas,
  fecha timestamptz NOT NULL,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  -- What the client may still have of it.
  saldo numeric(38,8) NOT NULL CHECK (saldo >= 0),
  -- Its payment was given back whole, with the order.
  anulado boolean NOT NULL DEFAULT false,
  UNIQUE (cobro_id, orden_id, moneda_id),
  CHECK (saldo <= monto),
  CHECK (NOT anulado OR saldo = 0)
);
CREATE INDEX ordenes_saldos_cliente ON ordenes_saldos (cliente_id);
CREATE INDEX ordenes_saldos_orden ON ordenes_saldos (orden_id);
CREATE INDEX ordenes_saldos_abiertos ON ordenes_saldos (fecha) WHERE saldo > 0;

-- What of a credit was paid back.
CREATE TABLE ordenes_devoluciones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  orden_id bigint NOT NULL REFERENCES ordenes,
  cobro_id bigint NOT NULL,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  monto_usd numeric(38,8) CHECK (monto_usd >= 0 AND monto_usd < 1e29),
  referencia text CHECK (length(referencia) BETWEEN 1 AND 60),
  estado text NOT NULL CHECK (estado IN ('hecha', 'anulada')),
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  usuario_id integer NOT NULL REFERENCES usuarios,
  asiento_id bigint NOT NULL UNIQUE REFERENCES asientos,
  anulada_en timestamptz,
  anulada_por integer REFERENCES usuarios,
  motivo text,
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  -- It is of its credit's order and currency.
  FOREIGN KEY (cobro_id, orden_id, moneda_id) REFERENCES ordenes_saldos (cobro_id, orden_id, moneda_id),
  CHECK ((estado = 'anulada') = (anulada_en IS NOT NULL AND anulada_por IS NOT NULL AND motivo IS NOT NULL))
);
CREATE INDEX ordenes_devoluciones_cobro ON ordenes_devoluciones (cobro_id);
CREATE INDEX ordenes_devoluciones_orden ON ordenes_devoluciones (orden_id);
CREATE INDEX ordenes_devoluciones_dia ON ordenes_devoluciones (usuario_id, fecha_negocio);
CREATE INDEX ordenes_devoluciones_cuenta ON ordenes_devoluciones (cuenta_id);

-- From when on a credit that nobody asked for needs a second person to be paid back.
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('saldo_favor_dias', 'entero', 0, 3650, NULL, NULL);
INSERT INTO ajustes (clave, valor) VALUES ('saldo_favor_dias', '30');
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('ajustes', 'saldo_favor_dias', 'sube', false, 'Devolver un saldo a favor sin otra persona hasta');

DO $$
DECLARE
  r record;
BEGIN
  FOR r IN SELECT c.conrelid::regclass AS tabla, c.conname AS nombre, replace(pg_get_constraintdef(c.oid), 'ARRAY[',
      format('ARRAY[%L::text, ', x.palabra)) AS regla
    FROM (VALUES ('vistos_clave_check', 'saldo-favor'), ('referencias_usadas_linea_check', 'ordenes_devoluciones'))
      x (nombre, palabra) JOIN pg_constraint c ON c.conname = x.nombre
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s', r.tabla, r.nombre, r.nombre, r.regla);
  END LOOP;
END $$;
