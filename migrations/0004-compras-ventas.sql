-- The counter (spec 2.11): one call registers document, payments, entry, number, audit and the answer to repeat.
CREATE TABLE series (
  serie text NOT NULL,
  anio integer NOT NULL,
  ultimo integer NOT NULL CHECK (ultimo > 0),
  PRIMARY KEY (serie, anio)
) WITH (fillfactor = 50);

-- The next number of a series, without gaps: the row stays locked until the commit, so it is taken last.
CREATE FUNCTION serie_siguiente(p_serie text, p_fecha date)
  RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO series VALUES (p_serie, extract(year FROM p_fecha)::int, 1)
    ON CONFLICT (serie, anio) DO UPDATE SET ultimo = series.ultimo + 1
    -- lpad also cuts: the millionth would be written as the hundred-thousandth.
    RETURNING p_serie || '-' || anio || '-' || lpad(ultimo::text, greatest(6, length(ultimo::text)), '0');
$$;

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
  FOREIGN KEY (cuenta_id, moneda_id) REFERENCES cuentas (id, moneda_id)
);
CREATE INDEX compras_ventas_pagos_documento ON compras_ventas_pagos (compra_venta_id);
CREATE UNIQUE INDEX compras_ventas_pagos_referencia ON compras_ventas_pagos (tipo_pago_id, cuenta_id, lower(referencia))
  WHERE referencia IS NOT NULL AND estado <> 'anulado';

CREATE INDEX compras_ventas_pagos_espera ON compras_ventas_pagos (cuenta_id) WHERE estado = 'por_verificar';

-- A document keeps what was agreed; only its state and its count of prints move. Nothing is deleted.
CREATE FUNCTION compras_ventas_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  -- fecha_negocio follows from fecha and is not computed yet where this runs.
  libres text[] := CASE TG_TABLE_NAME
    WHEN 'compras_ventas' THEN ARRAY['estado', 'anulada_en', 'anulada_por', 'motivo_anulacion', 'impresiones', 'version',
                                     'fecha_negocio']
    ELSE ARRAY['estado', 'asiento_id', 'verificado_por', 'referencia'] END;
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres AND OLD.estado <> 'anulada' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'compras_ventas'
     AND to_jsonb(OLD) - '{impresiones,fecha_negocio}'::text[] = to_jsonb(NEW) - '{impresiones,fecha_negocio}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE TRIGGER compras_ventas_fijas BEFORE UPDATE OR DELETE ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_fijas();
CREATE TRIGGER compras_ventas_pagos_fijos BEFORE UPDATE OR DELETE ON compras_ventas_pagos
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_fijas();
CREATE TRIGGER compras_ventas_no_trunca BEFORE TRUNCATE ON compras_ventas EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER compras_ventas_pagos_no_trunca BEFORE TRUNCATE ON compras_ventas_pagos EXECUTE FUNCTION prohibir_cambio();

-- No operation without a rate that was in force at its instant, or kept within the lock that was promised (PG-8).
CREATE FUNCTION compras_ventas_tasa_en_vigor() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    WHERE h.id = NEW.historico_id AND h.metodo_calculo = NEW.metodo_calculo
      AND (h.vigencia @> NEW.fecha
           OR NEW.tasa_mantenida AND upper(h.vigencia) > NEW.fecha - make_interval(mins =>
                coalesce(t.bloqueo_minutos, (ajuste('bloqueo_minutos'))::int)))) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'compras_ventas: the rate was not in force';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER compras_ventas_tasa_en_vigor AFTER INSERT ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_tasa_en_vigor();

-- Both amounts from the one that was typed: what we deliver is rounded down, what we charge up (spec 1.2).
CREATE FUNCTION compras_ventas_montos(p_tipo text, p_monto numeric, p_contravalor numeric, p_tasa numeric, p_metodo text,
                                      p_dec_divisa integer, p_dec_contra integer, OUT monto numeric, OUT contravalor numeric)
  LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  inverso text := CASE p_metodo WHEN 'm' THEN 'd' ELSE 'm' END;
BEGIN
  -- A sale's rate goes from the countervalue to the currency; the others from the currency to the countervalue.
  IF p_monto IS NOT NULL THEN
    monto := round(p_monto, p_dec_divisa);
    contravalor := CASE p_tipo
      WHEN 'venta' THEN convertir(p_monto, p_tasa, inverso, p_dec_contra, 'arriba')
      ELSE convertir(p_monto, p_tasa, p_metodo, p_dec_contra, 'abajo') END;
  ELSE
    contravalor := round(p_contravalor, p_dec_contra);
    monto := CASE p_tipo
      WHEN 'venta' THEN convertir(p_contravalor, p_tasa, p_metodo, p_dec_divisa, 'abajo')
      ELSE convertir(p_contravalor, p_tasa, inverso, p_dec_divisa, 'arriba') END;
  END IF;
END $$;

-- The payment lines of a request with all that they refer to; refuses what cannot be.
CREATE TYPE pago_leido AS (lado text, n integer, tipo_pago_id integer, cuenta_id bigint, monto numeric,
                           referencia text, moneda_id integer, efectivo boolean, verifica boolean);

CREATE FUNCTION pagos_leer(p jsonb) RETURNS pago_leido[]
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  pagos pago_leido[] := '{}';
  r record;
  falla text;
BEGIN
  FOR r IN
    SELECT x.lado, (x.n - 1)::int AS n, (x.j->>'tipo_pago_id')::int AS tipo_pago_id, (x.j->>'cuenta_id')::bigint AS cuenta_id,
           (x.j->>'monto')::numeric AS monto, nullif(x.j->>'referencia', '') AS referencia,
           t.nombre AS tipo, t.estatus AS tipo_activo, t.sentido, t.pide_referencia, t.requiere_verificacion, t.efectivo,
           t.tope_op, c.nombre AS cuenta, c.tipo AS clase, c.moneda_id, c.estatus AS cuenta_activa, c.limite_op, m.simbolo, m.decimales
    FROM (SELECT 'recibimos' AS lado, j, n FROM jsonb_array_elements(p->'recibimos') WITH ORDINALITY AS a (j, n)
          UNION ALL
          SELECT 'entregamos', j, n FROM jsonb_array_elements(p->'entregamos') WITH ORDINALITY AS b (j, n)) x
    LEFT JOIN tipos_pagos t ON t.id = (x.j->>'tipo_pago_id')::int
    LEFT JOIN cuentas c ON c.id = (x.j->>'cuenta_id')::bigint
    LEFT JOIN monedas m ON m.id = c.moneda_id
    ORDER BY x.lado, x.n
  LOOP
    falla := CASE
      WHEN r.tipo IS NULL THEN 'El tipo de pago no existe.'
      WHEN r.cuenta IS NULL THEN 'La cuenta no existe.'
      WHEN NOT r.tipo_activo THEN r.tipo || ' está inactivo.'
      WHEN NOT r.cuenta_activa THEN r.cuenta || ' está inactiva.'
      WHEN r.sentido = 'entra' AND r.lado = 'entregamos' THEN r.tipo || ' solo sirve para recibir.'
      WHEN r.sentido = 'sale' AND r.lado = 'recibimos' THEN r.tipo || ' solo sirve para entregar.'
      WHEN r.efectivo <> (r.clase IN ('caja', 'boveda')) THEN r.tipo || ' no corresponde a ' || r.cuenta || '.'
      WHEN r.pide_referencia AND r.referencia IS NULL THEN r.tipo || ' pide una referencia.'
      WHEN scale(trim_scale(r.monto)) > r.decimales THEN format('%s admite hasta %s decimales.', r.cuenta, r.decimales)
      WHEN r.monto > r.tope_op THEN format('%s admite hasta %s por operación.', r.tipo, importe_texto(r.tope_op, r.simbolo, r.decimales))
      WHEN r.monto > r.limite_op THEN format('%s admite hasta %s por operación.', r.cuenta, importe_texto(r.limite_op, r.simbolo, r.decimales))
    END;
    IF falla IS NOT NULL THEN
      PERFORM rechazar('VALIDACION', jsonb_build_object('errors',
        jsonb_build_array(jsonb_build_object('msg', falla, 'campo', format('%s.%s', r.lado, r.n)))));
    END IF;
    pagos := pagos || (r.lado, r.n, r.tipo_pago_id, r.cuenta_id, r.monto, r.referencia, r.moneda_id, r.efectivo,
                       r.requiere_verificacion)::pago_leido;
  END LOOP;
  RETURN pagos;
END $$;

-- Σ of a side must be what the operation says, per currency. In the functional currency paid in cash, the coin that
-- does not exist is the client's: we may deliver more or charge less, by less than the smallest coin.
CREATE FUNCTION pagos_cuadrar(pagos pago_leido[], p_lado text, p_moneda integer, p_total numeric)
  RETURNS numeric LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_suma numeric;
  v_efectivo boolean;
  v_favor numeric;
  m monedas;
BEGIN
  SELECT * INTO STRICT m FROM monedas WHERE id = p_moneda;
  SELECT coalesce(sum(monto), 0), coalesce(bool_or(efectivo), false) INTO v_suma, v_efectivo
    FROM unnest(pagos) WHERE lado = p_lado AND moneda_id = p_moneda;
  v_favor := CASE p_lado WHEN 'entregamos' THEN v_suma - p_total ELSE p_total - v_suma END;
  IF v_favor = 0 OR m.funcional AND v_efectivo AND v_favor > 0 AND v_favor < coalesce(m.redondeo_efectivo, 0) THEN
    RETURN v_favor;
  END IF;
  PERFORM rechazar('PAGOS_NO_CUADRAN', jsonb_build_object(
    'lado', CASE p_lado WHEN 'entregamos' THEN 'Entregamos' ELSE 'Recibimos' END,
    'suma', importe_texto(v_suma, m.simbolo, m.decimales), 'total', importe_texto(p_total, m.simbolo, m.decimales)));
  RETURN NULL;
END $$;

-- What an amount is worth in dollars, to judge it by: `p_valor` is its worth in the functional currency. A dollar's
-- price is the market's, else any market's, switched off or not, else what ours cost: a missing price must not let an
-- amount pass unseen. Null only where there is none of them.
CREATE FUNCTION en_dolares(p_pais text, p_moneda integer, p_monto numeric, p_valor numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN usd.id = p_moneda THEN p_monto ELSE round(p_valor / coalesce(
           (SELECT compra FROM pares_divisas WHERE base_id = usd.id AND cotizacion_id = moneda_funcional()
            ORDER BY pais <> p_pais, NOT estatus, id LIMIT 1),
           (SELECT nullif(k.saldo, 0) / nullif(-q.saldo, 0) FROM posiciones p
            JOIN cuentas_contables q ON q.id = p.posicion_id JOIN cuentas_contables k ON k.id = p.contravalor_id
            WHERE p.moneda_id = usd.id)), 2) END
  FROM (SELECT 1) uno LEFT JOIN monedas usd ON usd.iso = 'USD';
$$;

-- What must be known of the client for this amount and what he moved this month (spec 2.6). An amount whose worth
-- nobody knows (null) is asked everything.
CREATE FUNCTION clientes_exigir(p_cliente bigint, p_usd numeric, p_fecha date)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
  v_mes numeric;
  v_dia numeric;
  v_faltan text;
BEGIN
  IF p_cliente IS NULL THEN
    IF coalesce(p_usd, 'Infinity') >= ajuste('umbral_identificacion_usd')::numeric THEN
      PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object(
        'umbral', ajuste('umbral_identificacion_usd'), 'faltan', 'el cliente'));
    END IF;
    RETURN;
  END IF;
  -- Locked, so that two operations of one client count each other.
  SELECT * INTO c FROM clientes WHERE id = p_cliente FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}'); END IF;
  IF c.estado = 'bloqueado' THEN PERFORM rechazar('CLIENTE_BLOQUEADO'); END IF;
  IF c.estado = 'inactivo' THEN PERFORM rechazar('INACTIVO', '{"que": "El cliente"}'); END IF;
  SELECT coalesce(sum(monto_usd), 0), coalesce(sum(monto_usd) FILTER (WHERE fecha_negocio = p_fecha), 0)
    INTO v_mes, v_dia FROM compras_ventas
    WHERE cliente_id = p_cliente AND estado <> 'anulada' AND fecha_negocio >= date_trunc('month', p_fecha);
  IF v_dia + p_usd > c.limite_dia THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'diario', 'limite', 'US$ ' || round(c.limite_dia, 2)));
  END IF;
  IF v_mes + p_usd > c.limite_mes THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'mensual', 'limite', 'US$ ' || round(c.limite_mes, 2)));
  END IF;
  IF coalesce(v_mes + p_usd, 'Infinity') >= ajuste('umbral_declaracion_usd')::numeric THEN
    v_faltan := concat_ws(', ',
      CASE WHEN c.direccion IS NULL THEN 'dirección' END,
      CASE WHEN c.tipo_persona = 'natural' AND c.ocupacion IS NULL THEN 'ocupación' END,
      CASE WHEN c.tipo_persona = 'juridica' AND c.representante IS NULL THEN 'representante legal' END,
      CASE WHEN c.origen_fondos IS NULL THEN 'origen de fondos' END);
    IF v_faltan <> '' THEN
      PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object(
        'umbral', ajuste('umbral_declaracion_usd'), 'faltan', v_faltan, 'cliente_id', c.id));
    END IF;
  END IF;
END $$;
