-- An operation number of a bank or a wallet is used once, at the counter or in an order (ADR 0028): the lines of both keep
-- theirs in one table, which replaces an index of each that did not know of the other.
CREATE TABLE referencias_usadas (
  linea text NOT NULL CHECK (linea IN ('compras_ventas_pagos', 'ordenes_cobros', 'ordenes_pagos')),
  linea_id bigint NOT NULL,
  -- Whose line it is, as `documentos` names it.
  origen text NOT NULL,
  origen_id bigint NOT NULL,
  cuenta_id bigint NOT NULL REFERENCES cuentas,
  sale boolean NOT NULL,
  -- What comes in is numbered by whoever sends it, Yape apart from transfers; what leaves, by the account's own bank.
  tipo_pago_id integer REFERENCES tipos_pagos,
  referencia text NOT NULL CHECK (referencia = lower(referencia)),
  PRIMARY KEY (linea, linea_id),
  CHECK (sale = (tipo_pago_id IS NULL)),
  CONSTRAINT referencias_usadas_una UNIQUE NULLS NOT DISTINCT (cuenta_id, sale, tipo_pago_id, referencia)
);
