-- An account as a transfer sees it, its currency with it.
CREATE TYPE cuenta_leida AS (id bigint, nombre text, tipo text, estatus boolean, efectivo boolean, responsable_id integer,
  sucursal_id integer, limite_op numeric, libre numeric, moneda_id integer, iso text, simbolo text, decimales integer, funcional boolean);

CREATE TABLE transferencias (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  clave uuid NOT NULL,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  tipo text NOT NULL CHECK (tipo IN ('interna', 'conversion', 'tercero')),
  estado text NOT NULL CHECK (estado IN ('enviada', 'recibida', 'rechazada', 'completada', 'anulada')),
  origen_id bigint NOT NULL,
  moneda_id integer NOT NULL,
  -- What leaves, its fee apart.
  monto numeric(38,8) NOT NULL CHECK (monto > 0 AND monto < 1e29),
  destino_id bigint,
  moneda_destino_id integer,
  -- What arrives, its fee not taken off yet.
  recibido numeric(38,8) CHECK (recibido > 0 AND recibido < 1e29),
  -- The one rate of both legs: 'm' 1 of what leaves is `tasa` of what arrives; 'd' the other way round.
  tasa numeric(30,10) CHECK (tasa > 0),
  metodo_calculo text CHECK (metodo_calculo IN ('m', 'd')),
  -- How far that was from the market, in percent; null where the market has no price.
  desvio_pct numeric(20,4) CHECK (desvio_pct >= 0),
  -- A third party: why, who.
  concepto text CHECK (concepto IN ('proveedor', 'anticipo', 'corresponsal', 'prefondeo', 'retiro')),
  tercero text CHECK (length(tercero) BETWEEN 2 AND 120),
  tercero_doc text,
  comision_origen numeric(38,8) NOT NULL CHECK (comision_origen >= 0 AND comision_origen < 1e29),
  comision_destino numeric(38,8) NOT NULL CHECK (comision_destino >= 0 AND comision_destino < 1e29),
  -- In the functional currency: what left had cost, what the fees were, what a sale of ours to a bank earned.
  costo numeric(38,8) NOT NULL CHECK (costo >= 0 AND costo < 1e29),
  gasto numeric(38,8) NOT NULL CHECK (gasto >= 0 AND gasto < 1e29),
  ganancia numeric(38,8) NOT NULL DEFAULT 0 CHECK (ganancia > -1e29 AND ganancia < 1e29),
  referencia text,
  motivo text,
  asiento_id bigint NOT NULL UNIQUE REFERENCES asientos,
  usuario_id integer NOT NULL REFERENCES usuarios,
  -- What the receiver counted, how, and who answers for what lacks.
  contado numeric(38,8) CHECK (contado > 0 AND contado < 1e29),
  denominaciones jsonb CHECK (denominaciones IS NULL OR coalesce(denominaciones_suma(denominaciones), 0) = contado),
  cargo text CHECK (cargo IN ('casa', 'personal')),
  cargo_usuario_id integer REFERENCES usuarios,
  nota text,
  resuelta_en timestamptz,
  resuelta_por integer REFERENCES usuarios,
  anulada_en timestamptz,
  anulada_por integer REFERENCES usuarios,
  motivo_anulacion text,
  impresiones integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (usuario_id, clave),
  FOREIGN KEY (origen_id, moneda_id) REFERENCES cuentas (id, moneda_id),
  FOREIGN KEY (destino_id, moneda_destino_id) REFERENCES cuentas (id, moneda_id),
  CONSTRAINT transferencias_otra_cuenta CHECK (destino_id <> origen_id),
  CONSTRAINT transferencias_destino CHECK (
    CASE tipo
      WHEN 'tercero' THEN num_nonnulls(destino_id, moneda_destino_id, recibido) = 0 AND comision_destino = 0
      ELSE num_nulls(destino_id, moneda_destino_id, recibido) = 0 AND comision_destino < recibido END),
  CONSTRAINT transferencias_misma_moneda CHECK (tipo <> 'interna' OR moneda_id = moneda_destino_id AND recibido = monto),
  CONSTRAINT transferencias_otra_moneda CHECK (tipo <> 'conversion' OR moneda_id <> moneda_destino_id),
  CONSTRAINT transferencias_tasa CHECK (num_nonnulls(tasa, metodo_calculo) = CASE tipo WHEN 'conversion' THEN 2 ELSE 0 END),
  CONSTRAINT transferencias_tercero CHECK (num_nonnulls(concepto, tercero) = CASE tipo WHEN 'tercero' THEN 2 ELSE 0 END),
  CONSTRAINT transferencias_en_camino CHECK (estado NOT IN ('enviada', 'recibida', 'rechazada') OR tipo = 'interna'),
  CONSTRAINT transferencias_resuelta CHECK (num_nonnulls(resuelta_en, resuelta_por) = CASE
    WHEN estado IN ('recibida', 'rechazada') OR contado IS NOT NULL THEN 2 ELSE 0 END),
  CONSTRAINT transferencias_contada CHECK (estado <> 'recibida' OR contado IS NOT NULL),
  CONSTRAINT transferencias_no_contada CHECK (contado IS NULL OR estado IN ('recibida', 'anulada')),
  CONSTRAINT transferencias_cargo CHECK (
    (cargo IS NOT NULL) = (contado IS NOT NULL AND contado < monto) AND (cargo_usuario_id IS NOT NULL) = (cargo IS NOT DISTINCT FROM 'personal')),
  CONSTRAINT transferencias_explicada CHECK (contado IS NULL OR contado = monto OR nota IS NOT NULL),
  CONSTRAINT transferencias_anulada CHECK ((estado = 'anulada') = (num_nulls(anulada_en, anulada_por, motivo_anulacion) = 0))
);
CREATE INDEX transferencias_fecha ON transferencias (fecha_negocio, id);
CREATE INDEX transferencias_origen ON transferencias (origen_id, fecha_negocio, id);
CREATE INDEX transferencias_destino ON transferencias (destino_id, fecha_negocio, id);
CREATE INDEX transferencias_enviada ON transferencias (destino_id) WHERE estado = 'enviada';
CREATE INDEX transferencias_usuario ON transferencias (usuario_id, fecha);
-- A number of a bank proves one transfer.
CREATE UNIQUE INDEX transferencias_referencia ON transferencias (origen_id, lower(referencia))
  WHERE referencia IS NOT NULL AND estado NOT IN ('anulada', 'rechazada');
