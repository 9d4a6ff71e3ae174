-- Why a balance is adjusted: which way, against which ledger account, whether a cost has to be said for a foreign
-- currency that enters, and whether a person may be charged with it. The twin of the table in ajustes-saldo/contract.ts.
CREATE TABLE ajustes_saldo_motivos (
  motivo text PRIMARY KEY,
  nombre text NOT NULL,
  -- 1 enters, -1 leaves, 0 as it is said.
  signo integer NOT NULL CHECK (signo IN (-1, 0, 1)),
  contra text NOT NULL REFERENCES cuentas_contables (codigo),
  con_tasa boolean NOT NULL,
  cargo boolean NOT NULL
);

CREATE TABLE ajustes_saldo (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  motivo text NOT NULL REFERENCES ajustes_saldo_motivos,
  -- What the account gains (+) or loses (−).
  importe numeric(38,8) NOT NULL CHECK (importe <> 0 AND importe > -1e29 AND importe < 1e29),
  -- What somebody counted, and the balance that it was compared with.
  contado numeric(38,8) CHECK (contado >= 0 AND contado < 1e29),
  saldo_visto numeric(38,8) NOT NULL CHECK (saldo_visto > -1e29 AND saldo_visto < 1e29),
  tasa_costo numeric(20,10) CHECK (tasa_costo > 0 AND tasa_costo < 1e9),
  -- In the functional currency, at cost: expected while it waits, what it was once applied.
  valor numeric(38,8) NOT NULL CHECK (valor > -1e29 AND valor < 1e29),
  -- Who pays for it.
  cargo_usuario_id integer REFERENCES usuarios,
  observacion text NOT NULL CHECK (length(btrim(observacion)) >= 10),
  revierte_id bigint REFERENCES ajustes_saldo,
  estado text NOT NULL CHECK (estado IN ('pendiente', 'aplicado', 'rechazado')),
  solicitado_por integer NOT NULL REFERENCES usuarios,
  -- Null where nobody had to approve it.
  resuelto_por integer REFERENCES usuarios,
  resuelto_en timestamptz,
  nota text,
  asiento_id bigint UNIQUE REFERENCES asientos,
  version integer NOT NULL DEFAULT 1,
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  CONSTRAINT ajustes_saldo_nadie_aprueba_lo_suyo CHECK (estado = 'rechazado' OR resuelto_por <> solicitado_por),
  CHECK ((estado = 'aplicado') = (asiento_id IS NOT NULL)),
  CHECK ((estado = 'pendiente') = (resuelto_en IS NULL)),
  CHECK (estado <> 'rechazado' OR resuelto_por IS NOT NULL AND nota IS NOT NULL),
  CHECK (contado - saldo_visto = importe),
  CHECK (cargo_usuario_id IS NULL OR importe < 0)
);
CREATE INDEX ajustes_saldo_fecha ON ajustes_saldo (fecha_negocio, id);
CREATE INDEX ajustes_saldo_cuenta ON ajustes_saldo (cuenta_id, id);
CREATE INDEX ajustes_saldo_pendiente ON ajustes_saldo (id) WHERE estado = 'pendiente';
-- What is applied is taken back once.
CREATE UNIQUE INDEX ajustes_saldo_revierte ON ajustes_saldo (revierte_id) WHERE estado <> 'rechazado';
