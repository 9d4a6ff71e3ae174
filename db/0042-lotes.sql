-- A batch of payouts (lote): orders that one payer holds, to be paid from one bank account by one file. The file is kept
-- as it was made; it is null only within the transaction that makes it.
CREATE TABLE ordenes_lotes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  formato text NOT NULL CHECK (formato ~ '^[a-z0-9-]{2,40}$'),
  ordenes integer NOT NULL CHECK (ordenes BETWEEN 1 AND 200),
  total numeric(38,8) NOT NULL CHECK (total > 0 AND total < 1e29),
  archivo bytea,
  huella text,
  estado text NOT NULL CHECK (estado IN ('abierto', 'cerrado', 'anulado')),
  usuario_id integer NOT NULL REFERENCES usuarios,
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  CHECK (huella IS NOT DISTINCT FROM encode(sha256(archivo), 'hex'))
);
CREATE INDEX ordenes_lotes_fecha ON ordenes_lotes (fecha_negocio, id);
CREATE INDEX ordenes_lotes_abiertos ON ordenes_lotes (cuenta_id) WHERE estado = 'abierto';

-- One order of a batch: what the file says of it, and what the bank answered.
CREATE TABLE ordenes_lotes_lineas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lote_id bigint NOT NULL REFERENCES ordenes_lotes,
  n integer NOT NULL CHECK (n > 0),
  orden_id bigint NOT NULL REFERENCES ordenes,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  -- The beneficiary as the order had him, and where the file sends the money.
  beneficiario jsonb NOT NULL,
  destino jsonb NOT NULL CHECK (destino ?& ARRAY['nombre', 'num_doc', 'cuenta']),
  estado text NOT NULL CHECK (estado IN ('pendiente', 'pagada', 'rechazada')),
  pago_id bigint UNIQUE REFERENCES ordenes_pagos,
  motivo text,
  resuelta_por integer REFERENCES usuarios,
  resuelta_en timestamptz,
  UNIQUE (lote_id, n),
  UNIQUE (lote_id, orden_id),
  CHECK ((estado = 'pagada') = (pago_id IS NOT NULL)),
  CHECK ((estado = 'rechazada') = (motivo IS NOT NULL)),
  CHECK ((estado = 'pendiente') = (resuelta_por IS NULL AND resuelta_en IS NULL))
);
-- An order waits for the bank in one batch.
CREATE UNIQUE INDEX ordenes_lotes_lineas_pendiente ON ordenes_lotes_lineas (orden_id) WHERE estado = 'pendiente';
CREATE INDEX ordenes_lotes_lineas_orden ON ordenes_lotes_lineas (orden_id);
