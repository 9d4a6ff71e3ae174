-- An operation as commissions see it; `divisa_id` is the foreign currency that it is about.
CREATE TYPE comision_operacion AS (
  origen text, origen_id bigint, numero text, tipo text, cliente_id bigint, de_id integer, a_id integer, divisa_id integer,
  moneda_id integer, monto numeric, tasa numeric, "precision" integer,
  -- Of the functional currency: what the rate earned, what was earned less its costs, what it was worth.
  margen numeric, neta numeric, valor numeric,
  -- `agente_id`: who brought it, where that was said of the operation itself; null: whoever brought its client.
  creador_id integer, pagador_id integer, agente_id bigint, usuario_id integer);

-- A version of a rule. The role says whose it is: users create and pay out, clients bring others. Nobody named: all.
CREATE TABLE comisiones_reglas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The first version's id, and which version this is.
  serie_id bigint NOT NULL,
  edicion integer NOT NULL DEFAULT 1 CHECK (edicion > 0),
  rol text NOT NULL CHECK (rol IN ('creador', 'pagador', 'agente')),
  usuario_id integer REFERENCES usuarios,
  agente_id bigint REFERENCES clientes,
  -- `u12`, `a7`, or nothing: all of that role.
  beneficiario text NOT NULL GENERATED ALWAYS AS (coalesce('u' || usuario_id::text, 'a' || agente_id::text, '')) STORED,
  tipo text CHECK (tipo IN ('compra', 'venta', 'canje', 'orden')),
  -- From what the client hands over to what he receives; or any operation in one foreign currency.
  de_id integer REFERENCES monedas,
  a_id integer REFERENCES monedas,
  divisa_id integer REFERENCES monedas,
  base text NOT NULL CHECK (base IN ('margen', 'ganancia', 'monto', 'fijo')),
  -- A percentage, or an amount where the base is `fijo`.
  valor numeric(38,8) NOT NULL CHECK (valor >= 0 AND valor < 1e29),
  minimo numeric(38,8) CHECK (minimo >= 0 AND minimo < 1e29),
  maximo numeric(38,8) CHECK (maximo >= 0 AND maximo < 1e29),
  desde date NOT NULL,
  hasta date CHECK (hasta >= desde),
  vigencia daterange NOT NULL GENERATED ALWAYS AS (daterange(desde, hasta, '[]')) STORED,
  -- Taken back before it was ever in force.
  retirada boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (serie_id, edicion),
  CONSTRAINT comisiones_reglas_de_su_rol CHECK (CASE rol WHEN 'agente' THEN usuario_id IS NULL ELSE agente_id IS NULL END),
  CONSTRAINT comisiones_reglas_pagador CHECK (rol <> 'pagador' OR tipo IS NULL OR tipo = 'orden'),
  CONSTRAINT comisiones_reglas_corredor CHECK (CASE WHEN de_id IS NULL THEN a_id IS NULL ELSE coalesce(a_id <> de_id, false) END),
  CONSTRAINT comisiones_reglas_un_lugar CHECK (divisa_id IS NULL OR de_id IS NULL),
  CONSTRAINT comisiones_reglas_porcentaje CHECK (base = 'fijo' OR valor <= 100),
  CONSTRAINT comisiones_reglas_fijo CHECK (base <> 'fijo' OR minimo IS NULL AND maximo IS NULL),
  CONSTRAINT comisiones_reglas_limites CHECK (minimo <= maximo),
  -- Two that are equally specific never meet on a day: there is always one that wins.
  CONSTRAINT comisiones_reglas_sin_solape EXCLUDE USING gist (
    rol WITH =, beneficiario WITH =, (coalesce(tipo, '')) WITH =, (coalesce(de_id, 0)) WITH =, (coalesce(a_id, 0)) WITH =,
    (coalesce(divisa_id, 0)) WITH =, vigencia WITH &&) WHERE (NOT retirada)
);
CREATE INDEX comisiones_reglas_de ON comisiones_reglas (rol, beneficiario) WHERE NOT retirada;

-- What becomes of commissions: a settlement is paid once.
CREATE TABLE comisiones_liquidaciones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  usuario_id integer REFERENCES usuarios,
  agente_id bigint REFERENCES clientes,
  beneficiario text NOT NULL GENERATED ALWAYS AS (coalesce('u' || usuario_id::text, 'a' || agente_id::text)) STORED,
  total numeric(38,8) NOT NULL CHECK (total > 0 AND total < 1e29),
  filas integer NOT NULL CHECK (filas > 0),
  estado text NOT NULL DEFAULT 'liquidada' CHECK (estado IN ('liquidada', 'pagada', 'anulada')),
  creada_por integer NOT NULL REFERENCES usuarios,
  cuenta_id bigint REFERENCES cuentas,
  referencia text,
  asiento_id bigint UNIQUE REFERENCES asientos,
  pagada_en timestamptz,
  pagada_por integer REFERENCES usuarios,
  anulada_en timestamptz,
  anulada_por integer REFERENCES usuarios,
  motivo_anulacion text,
  version integer NOT NULL DEFAULT 1,
  CHECK ((usuario_id IS NULL) <> (agente_id IS NULL)),
  CHECK ((estado = 'pagada') = (asiento_id IS NOT NULL) AND (asiento_id IS NULL) = (cuenta_id IS NULL)
         AND (asiento_id IS NULL) = (pagada_en IS NULL)),
  CHECK ((estado = 'anulada') = (anulada_en IS NOT NULL AND motivo_anulacion IS NOT NULL))
);
CREATE INDEX comisiones_liquidaciones_fecha ON comisiones_liquidaciones (fecha_negocio, id);
CREATE INDEX comisiones_liquidaciones_por_pagar ON comisiones_liquidaciones (id) WHERE estado = 'liquidada';

-- One commission: what it was computed of and by, so that it can be read without its operation.
CREATE TABLE comisiones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  origen text NOT NULL,
  origen_id bigint NOT NULL,
  numero text NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('compra', 'venta', 'canje', 'orden')),
  cliente_id bigint REFERENCES clientes,
  de_id integer NOT NULL REFERENCES monedas,
  a_id integer NOT NULL REFERENCES monedas,
  moneda_id integer NOT NULL REFERENCES monedas,
  monto numeric(38,8) NOT NULL,
  tasa numeric(20,10) NOT NULL,
  precision integer NOT NULL,
  rol text NOT NULL CHECK (rol IN ('creador', 'pagador', 'agente')),
  usuario_id integer REFERENCES usuarios,
  agente_id bigint REFERENCES clientes,
  beneficiario text NOT NULL GENERATED ALWAYS AS (coalesce('u' || usuario_id::text, 'a' || agente_id::text)) STORED,
  regla_id bigint NOT NULL REFERENCES comisiones_reglas,
  -- The rule as it was.
  regla jsonb NOT NULL,
  base text NOT NULL,
  -- In the functional currency; null where the operation has none (a canje's margin) or none is asked for.
  importe_base numeric(38,8),
  comision numeric(38,8) NOT NULL CHECK (comision > -1e29 AND comision < 1e29),
  -- What it put on (+) or took from (−) the balance carried to the beneficiary's next ones.
  arrastre numeric(38,8) NOT NULL DEFAULT 0 CHECK (arrastre > -1e29 AND arrastre < 1e29),
  estado text NOT NULL DEFAULT 'devengada' CHECK (estado IN ('devengada', 'liquidada', 'pagada', 'anulada')),
  -- The operation was annulled: this row too, or, when it was settled already, its counterpart takes it back.
  revertida boolean NOT NULL DEFAULT false,
  contra_de bigint UNIQUE REFERENCES comisiones,
  asiento_id bigint UNIQUE REFERENCES asientos,
  liquidacion_id bigint REFERENCES comisiones_liquidaciones,
  anulada_en timestamptz,
  CHECK ((usuario_id IS NULL) <> (agente_id IS NULL)),
  CONSTRAINT comisiones_negativa CHECK ((comision < 0) = (contra_de IS NOT NULL)),
  CONSTRAINT comisiones_asiento CHECK ((comision = 0) = (asiento_id IS NULL)),
  CONSTRAINT comisiones_liquidada CHECK ((liquidacion_id IS NOT NULL) = (estado IN ('liquidada', 'pagada'))),
  CONSTRAINT comisiones_anulada CHECK ((estado = 'anulada') = (anulada_en IS NOT NULL) AND (estado <> 'anulada' OR revertida))
);
-- Once: of an operation as it stands nobody earns twice in one role.
CREATE UNIQUE INDEX comisiones_una ON comisiones (origen, origen_id, rol) WHERE NOT revertida AND contra_de IS NULL;
CREATE INDEX comisiones_origen ON comisiones (origen, origen_id);
CREATE INDEX comisiones_fecha ON comisiones (fecha_negocio, id);
CREATE INDEX comisiones_beneficiario ON comisiones (beneficiario, fecha_negocio, id);
CREATE INDEX comisiones_regla ON comisiones (regla_id, fecha_negocio);
CREATE INDEX comisiones_liquidacion ON comisiones (liquidacion_id) WHERE liquidacion_id IS NOT NULL;
CREATE INDEX comisiones_por_descontar ON comisiones (beneficiario) WHERE estado = 'devengada' AND comision < 0;

-- What is carried from one commission to a beneficiary's next, where the setting says so.
CREATE TABLE comisiones_arrastres (
  beneficiario text PRIMARY KEY,
  saldo numeric(38,8) NOT NULL CHECK (saldo > -1e29 AND saldo < 1e29)
);
