-- The payment lines of a request with all that they refer to; refuses what cannot be.
CREATE TYPE pago_leido AS (lado text, n integer, tipo_pago_id integer, cuenta_id bigint, monto numeric,
                           referencia text, moneda_id integer, efectivo boolean, verifica boolean,
                           adjunto_id bigint, denominaciones jsonb);

CREATE TABLE compras_ventas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  clave uuid NOT NULL,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  tipo text NOT NULL CHECK (tipo IN ('compra', 'venta', 'canje')),
  cliente_id bigint REFERENCES clientes,
  divisa_id integer NOT NULL REFERENCES monedas,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  contramoneda_id integer NOT NULL REFERENCES monedas,
  contravalor numeric(38,8) NOT NULL CHECK (contravalor > 0 AND contravalor < 1e29),
  historico_id bigint NOT NULL REFERENCES tipos_cambios_historico,
  tasa numeric(20,10) NOT NULL CHECK (tasa > 0 AND tasa < 1e9),
  precision integer NOT NULL CHECK (precision BETWEEN 0 AND 8),
  metodo_calculo text NOT NULL CHECK (metodo_calculo IN ('m', 'd')),
  tasa_mantenida boolean NOT NULL DEFAULT false,
  servicio numeric(38,8) NOT NULL CHECK (servicio >= 0 AND servicio < 1e29),
  redondeo numeric(38,8) NOT NULL CHECK (redondeo >= 0 AND redondeo < 1e29),
  -- What left, at average cost; what it earned against that; what the rate earned against its cost rate.
  costo numeric(38,8) CHECK (costo >= 0 AND costo < 1e29),
  ganancia numeric(38,8) NOT NULL CHECK (ganancia > -1e29 AND ganancia < 1e29),
  margen numeric(38,8) CHECK (margen > -1e29 AND margen < 1e29),
  monto_usd numeric(38,8) CHECK (monto_usd >= 0 AND monto_usd < 1e29),
  observacion text,
  motivo text,
  asiento_id bigint NOT NULL UNIQUE REFERENCES asientos,
  usuario_id integer NOT NULL REFERENCES usuarios,
  estado text NOT NULL CHECK (estado IN ('pendiente', 'completada', 'anulada')),
  anulada_en timestamptz,
  anulada_por integer REFERENCES usuarios,
  motivo_anulacion text,
  impresiones integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  -- The client's own words, and who he was when he said them.
  declaracion jsonb CHECK (declaracion ?& ARRAY['origen', 'destino', 'cliente']),
  impresiones_declaracion integer NOT NULL DEFAULT 0,
  -- The key is its user's: another's is another operation.
  UNIQUE (usuario_id, clave),
  CHECK (divisa_id <> contramoneda_id),
  CHECK ((estado = 'anulada') = (anulada_en IS NOT NULL AND motivo_anulacion IS NOT NULL))
);
CREATE INDEX compras_ventas_fecha ON compras_ventas (fecha_negocio, id);
CREATE INDEX compras_ventas_cliente ON compras_ventas (cliente_id, fecha_negocio, id);
CREATE INDEX compras_ventas_historico ON compras_ventas (historico_id);
-- What is rare among a million is found by its own index; the common kinds are met on the way by date.
CREATE INDEX compras_ventas_divisa ON compras_ventas (divisa_id, fecha_negocio, id);
CREATE INDEX compras_ventas_pendiente ON compras_ventas (fecha_negocio, id) WHERE estado = 'pendiente';
CREATE INDEX compras_ventas_anulada ON compras_ventas (fecha_negocio, id) WHERE estado = 'anulada';
CREATE INDEX compras_ventas_canje ON compras_ventas (fecha_negocio, id) WHERE tipo = 'canje';
-- Clients without a name: the same operation again is asked of their cashier.
CREATE INDEX compras_ventas_ocasional ON compras_ventas (usuario_id, fecha) WHERE cliente_id IS NULL;
-- What one cashier registered, newest first: a page of it costs what any page costs.
CREATE INDEX compras_ventas_usuario ON compras_ventas (usuario_id, fecha_negocio, id);
CREATE INDEX compras_ventas_anulada_en ON compras_ventas (fecha_negocio(anulada_en)) WHERE estado = 'anulada';

CREATE TABLE compras_ventas_pagos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  compra_venta_id bigint NOT NULL REFERENCES compras_ventas,
  lado text NOT NULL CHECK (lado IN ('recibimos', 'entregamos')),
  tipo_pago_id integer NOT NULL REFERENCES tipos_pagos,
  cuenta_id bigint NOT NULL,
  -- Of the account: what waits for verification is in the currency that was agreed, whatever becomes of the account.
  moneda_id integer NOT NULL,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  referencia text,
  estado text NOT NULL CHECK (estado IN ('verificado', 'por_verificar', 'anulado')),
  asiento_id bigint REFERENCES asientos,
  verificado_por integer REFERENCES usuarios,
  denominaciones jsonb CHECK (denominaciones IS NULL OR coalesce(denominaciones_suma(denominaciones), 0) = monto),
  -- The operation's day, at hand for what a day and a month may take.
  fecha_negocio date NOT NULL,
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id)
);
CREATE INDEX compras_ventas_pagos_documento ON compras_ventas_pagos (compra_venta_id);
CREATE INDEX compras_ventas_pagos_espera ON compras_ventas_pagos (cuenta_id) WHERE estado = 'por_verificar';
CREATE INDEX compras_ventas_pagos_tope ON compras_ventas_pagos (tipo_pago_id, fecha_negocio)
  INCLUDE (moneda_id, lado, monto) WHERE estado <> 'anulado';

-- A rate that its cashier may not give by himself, for one operation: asked for at the counter, answered by another.
CREATE TABLE autorizaciones_tasa (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fecha timestamptz NOT NULL,
  solicitado_por integer NOT NULL REFERENCES usuarios,
  tipo text NOT NULL CHECK (tipo IN ('compra', 'venta', 'canje')),
  cliente_id bigint REFERENCES clientes,
  divisa_id integer NOT NULL REFERENCES monedas,
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  contramoneda_id integer NOT NULL REFERENCES monedas,
  contravalor numeric(38,8) NOT NULL CHECK (contravalor > 0 AND contravalor < 1e29),
  historico_id bigint NOT NULL REFERENCES tipos_cambios_historico,
  metodo_calculo text NOT NULL CHECK (metodo_calculo IN ('m', 'd')),
  tasa numeric(20,10) NOT NULL CHECK (tasa > 0 AND tasa < 1e9),
  motivo text NOT NULL CHECK (length(btrim(motivo)) BETWEEN 5 AND 200),
  estado text NOT NULL CHECK (estado IN ('pendiente', 'aprobada', 'rechazada', 'cancelada', 'usada')),
  -- Until when it may be answered; once it is, until when it may be used.
  vence_en timestamptz NOT NULL,
  resuelto_por integer REFERENCES usuarios,
  resuelto_en timestamptz,
  nota text,
  compra_venta_id bigint UNIQUE REFERENCES compras_ventas,
  CONSTRAINT autorizaciones_tasa_nadie_aprueba_lo_suyo CHECK (resuelto_por <> solicitado_por),
  CHECK (estado NOT IN ('aprobada', 'rechazada', 'usada') OR resuelto_por IS NOT NULL),
  CHECK (estado <> 'pendiente' OR resuelto_por IS NULL),
  CHECK ((resuelto_por IS NULL) = (resuelto_en IS NULL)),
  CHECK ((estado = 'usada') = (compra_venta_id IS NOT NULL))
);
CREATE INDEX autorizaciones_tasa_pendiente ON autorizaciones_tasa (id) WHERE estado = 'pendiente';
CREATE INDEX autorizaciones_tasa_cajero ON autorizaciones_tasa (solicitado_por, id);
