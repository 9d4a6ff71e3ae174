CREATE TYPE orden_cotizada AS (
  historico_id bigint, pais text, tasa numeric, "precision" integer, metodo_calculo text, mantenida boolean, segmento text,
  envia_moneda_id integer, envia numeric, recibe_moneda_id integer, recibe numeric, vence_en timestamptz, margen numeric,
  monto_usd numeric);

-- Every way in which an order may move (spec 2.21): the same table as TRANSICIONES in areas/ordenes/rules.ts.
CREATE TABLE ordenes_transiciones (
  accion text NOT NULL,
  de text,
  a text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (accion, de, a)
);

CREATE TABLE ordenes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  clave uuid NOT NULL,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  cliente_id bigint NOT NULL REFERENCES clientes,
  beneficiario_id bigint NOT NULL REFERENCES beneficiarios,
  -- Whom and where, as the agenda had it then.
  beneficiario jsonb NOT NULL CHECK (beneficiario ?& ARRAY['nombre', 'pais', 'metodo', 'lineas']),
  pais text NOT NULL REFERENCES paises,
  pais_destino text NOT NULL REFERENCES paises,
  envia_moneda_id integer NOT NULL REFERENCES monedas,
  envia numeric(38,8) NOT NULL CHECK (envia > 0 AND envia < 1e29),
  recibe_moneda_id integer NOT NULL REFERENCES monedas,
  recibe numeric(38,8) NOT NULL CHECK (recibe > 0 AND recibe < 1e29),
  historico_id bigint NOT NULL REFERENCES tipos_cambios_historico,
  tasa numeric(20,10) NOT NULL CHECK (tasa > 0 AND tasa < 1e9),
  precision integer NOT NULL CHECK (precision BETWEEN 0 AND 8),
  metodo_calculo text NOT NULL CHECK (metodo_calculo IN ('m', 'd')),
  tasa_mantenida boolean NOT NULL,
  segmento text NOT NULL,
  -- The quote: when it was made, until when it is respected, what it earned against the cost rate, what it is worth.
  cotizada_en timestamptz NOT NULL,
  vence_en timestamptz NOT NULL CHECK (vence_en > cotizada_en),
  margen numeric(38,8) CHECK (margen > -1e29 AND margen < 1e29),
  monto_usd numeric(38,8) CHECK (monto_usd >= 0 AND monto_usd < 1e29),
  estado text NOT NULL CHECK (estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso', 'completada', 'anulada')),
  estado_desde timestamptz NOT NULL,
  pagador_id integer REFERENCES usuarios,
  observada text CHECK (observada IN ('banco_caido', 'datos_incorrectos', 'limite', 'otro')),
  observada_nota text,
  observada_desde timestamptz,
  -- How long it stood observed since it was paid: its term does not run then.
  pausa_segundos integer NOT NULL DEFAULT 0 CHECK (pausa_segundos >= 0),
  pagada_en timestamptz,
  completada_en timestamptz,
  anulada_en timestamptz,
  anulada_por integer REFERENCES usuarios,
  motivo_anulacion text,
  -- In the functional currency: what the client's verified payments were booked at, and the coin that does not exist.
  valor numeric(38,8) NOT NULL DEFAULT 0 CHECK (valor >= 0 AND valor < 1e29),
  redondeo numeric(38,8) NOT NULL DEFAULT 0 CHECK (redondeo >= 0 AND redondeo < 1e29),
  -- Σ of what stands of its payouts.
  costo numeric(38,8) NOT NULL DEFAULT 0 CHECK (costo >= 0 AND costo < 1e29),
  gastos numeric(38,8) NOT NULL DEFAULT 0 CHECK (gastos >= 0 AND gastos < 1e29),
  ganancia numeric(38,8) NOT NULL DEFAULT 0 CHECK (ganancia > -1e29 AND ganancia < 1e29),
  agente_id bigint REFERENCES clientes,
  observacion text,
  declaracion jsonb CHECK (declaracion ?& ARRAY['origen', 'destino', 'cliente']),
  usuario_id integer NOT NULL REFERENCES usuarios,
  impresiones integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  impresiones_declaracion integer NOT NULL DEFAULT 0,
  UNIQUE (usuario_id, clave),
  CHECK (envia_moneda_id <> recibe_moneda_id),
  CHECK ((estado = 'anulada') = (anulada_en IS NOT NULL AND motivo_anulacion IS NOT NULL)),
  CHECK ((estado = 'completada') = (completada_en IS NOT NULL)),
  CHECK (estado NOT IN ('pagada', 'en_proceso', 'completada') OR pagada_en IS NOT NULL AND valor > 0),
  CHECK (estado NOT IN ('en_proceso', 'completada') OR pagador_id IS NOT NULL),
  CHECK (estado <> 'pagada' OR pagador_id IS NULL),
  CHECK (observada IS NULL OR estado IN ('pagada', 'en_proceso')),
  CHECK ((observada IS NULL) = (observada_desde IS NULL))
);
CREATE INDEX ordenes_fecha ON ordenes (fecha_negocio, id);
CREATE INDEX ordenes_cliente ON ordenes (cliente_id, fecha_negocio, id);
CREATE INDEX ordenes_beneficiario ON ordenes (beneficiario_id, id);
CREATE INDEX ordenes_historico ON ordenes (historico_id);
CREATE INDEX ordenes_abiertas ON ordenes (fecha_negocio, id)
  WHERE estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso');
CREATE INDEX ordenes_por_vencer ON ordenes (vence_en) WHERE estado = 'pendiente';
CREATE INDEX ordenes_comprometidas ON ordenes (recibe_moneda_id) WHERE estado IN ('pagada', 'en_proceso');
CREATE INDEX ordenes_pagador ON ordenes (pagador_id, fecha_negocio, id) WHERE pagador_id IS NOT NULL;
CREATE INDEX ordenes_pagada_en ON ordenes (fecha_negocio(pagada_en)) WHERE pagada_en IS NOT NULL;
CREATE INDEX ordenes_completada_en ON ordenes (fecha_negocio(completada_en)) WHERE completada_en IS NOT NULL;
CREATE INDEX ordenes_anulada_en ON ordenes (fecha_negocio(anulada_en)) WHERE estado = 'anulada';
CREATE INDEX ordenes_vencidas ON ordenes (vence_en) WHERE estado = 'vencida';
-- Annulled orders that were paid are few among many.
CREATE INDEX ordenes_pagada_anulada ON ordenes (fecha_negocio(pagada_en)) WHERE estado = 'anulada' AND pagada_en IS NOT NULL;

-- What the client paid.
CREATE TABLE ordenes_cobros (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  orden_id bigint NOT NULL REFERENCES ordenes,
  tipo_pago_id integer NOT NULL REFERENCES tipos_pagos,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  referencia text,
  denominaciones jsonb CHECK (denominaciones IS NULL OR coalesce(denominaciones_suma(denominaciones), 0) = monto),
  estado text NOT NULL CHECK (estado IN ('por_verificar', 'verificado', 'rechazado', 'devuelto')),
  motivo text,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  usuario_id integer NOT NULL REFERENCES usuarios,
  verificado_por integer REFERENCES usuarios,
  verificado_en timestamptz,
  asiento_id bigint UNIQUE REFERENCES asientos,
  -- What it was booked at, in the functional currency.
  valor numeric(38,8) CHECK (valor > 0 AND valor < 1e29),
  devuelto_de bigint REFERENCES cuentas,
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  CHECK ((estado IN ('verificado', 'devuelto')) = (asiento_id IS NOT NULL AND valor IS NOT NULL)),
  CHECK ((estado = 'rechazado') = (motivo IS NOT NULL)),
  CHECK ((estado = 'devuelto') = (devuelto_de IS NOT NULL))
);
CREATE INDEX ordenes_cobros_orden ON ordenes_cobros (orden_id);
CREATE INDEX ordenes_cobros_espera ON ordenes_cobros (cuenta_id) WHERE estado = 'por_verificar';
CREATE INDEX ordenes_cobros_tope ON ordenes_cobros (tipo_pago_id, fecha_negocio)
  INCLUDE (moneda_id, monto) WHERE estado IN ('por_verificar', 'verificado');
CREATE INDEX ordenes_cobros_cuenta ON ordenes_cobros (cuenta_id);

-- What was paid out.
CREATE TABLE ordenes_pagos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  orden_id bigint NOT NULL REFERENCES ordenes,
  cuenta_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  -- What the bank charged, in the currency of the account.
  comision numeric(38,8) NOT NULL CHECK (comision >= 0 AND comision < 1e29),
  referencia text NOT NULL,
  estado text NOT NULL CHECK (estado IN ('pagado', 'rebotado')),
  fecha timestamptz NOT NULL,
  usuario_id integer NOT NULL REFERENCES usuarios,
  asiento_id bigint NOT NULL UNIQUE REFERENCES asientos,
  -- In the functional currency: what it took off the debt, what left cost, what the bank's charge cost, what was earned.
  valor numeric(38,8) NOT NULL CHECK (valor >= 0 AND valor < 1e29),
  costo numeric(38,8) NOT NULL CHECK (costo >= 0 AND costo < 1e29),
  gasto numeric(38,8) NOT NULL CHECK (gasto >= 0 AND gasto < 1e29),
  ganancia numeric(38,8) NOT NULL,
  rebotado_en timestamptz,
  rebotado_por integer REFERENCES usuarios,
  motivo text,
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  CHECK (ganancia = valor - costo),
  CHECK ((estado = 'rebotado') = (rebotado_en IS NOT NULL AND rebotado_por IS NOT NULL AND motivo IS NOT NULL))
);
CREATE INDEX ordenes_pagos_orden ON ordenes_pagos (orden_id);

-- Every step, who took it (nobody: the clock) and why.
CREATE TABLE ordenes_pasos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  orden_id bigint NOT NULL REFERENCES ordenes,
  fecha timestamptz NOT NULL DEFAULT ahora(),
  accion text NOT NULL,
  de text,
  a text NOT NULL,
  usuario_id integer REFERENCES usuarios,
  nota text,
  CONSTRAINT ordenes_pasos_autor CHECK (usuario_id IS NOT NULL OR accion IN ('vencer', 'anular'))
);
CREATE INDEX ordenes_pasos_orden ON ordenes_pasos (orden_id, id);
