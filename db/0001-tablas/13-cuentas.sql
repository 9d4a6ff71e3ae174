-- A till, vault, bank account or wallet: a ledger account with its owner, number and limits (spec 2.7).
CREATE TABLE cuentas (
  id bigint PRIMARY KEY,
  nombre text NOT NULL UNIQUE,
  tipo text NOT NULL CHECK (tipo IN ('caja', 'boveda', 'banco', 'billetera', 'cripto', 'corresponsal')),
  moneda_id integer NOT NULL,
  pais text NOT NULL REFERENCES paises,
  entidad_id integer REFERENCES entidades_financieras,
  numero text UNIQUE,
  titular text NOT NULL,
  sucursal_id integer REFERENCES sucursales,
  responsable_id integer REFERENCES usuarios,
  saldo_min numeric(38,8) CHECK (saldo_min >= 0 AND saldo_min < 1e29),
  saldo_max numeric(38,8) CHECK (saldo_max >= 0 AND saldo_max < 1e29),
  limite_op numeric(38,8) CHECK (limite_op >= 0 AND limite_op < 1e29),
  limite_dia numeric(38,8) CHECK (limite_dia >= 0 AND limite_dia < 1e29),
  limite_mes numeric(38,8) CHECK (limite_mes >= 0 AND limite_mes < 1e29),
  estatus boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  titular_doc text,
  -- How far below zero somebody allows it: the ledger's floor is its negative.
  sobregiro numeric(38,8) NOT NULL DEFAULT 0 CHECK (sobregiro >= 0 AND sobregiro < 1e29),
  -- What its entity charges for money that leaves.
  comision_salida_pct numeric(6,3) CHECK (comision_salida_pct BETWEEN 0 AND 20),
  comision_salida_fija numeric(38,8) CHECK (comision_salida_fija >= 0 AND comision_salida_fija < 1e29),
  FOREIGN KEY (id, moneda_id) REFERENCES cuentas_contables (id, moneda_id),
  UNIQUE (id, moneda_id),
  CHECK (saldo_min <= saldo_max),
  CHECK (limite_op <= limite_dia),
  CHECK (limite_dia <= limite_mes),
  CHECK (tipo IN ('caja', 'boveda') OR entidad_id IS NOT NULL AND numero IS NOT NULL)
);
