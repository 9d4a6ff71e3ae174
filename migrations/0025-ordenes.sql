-- Remittance orders (spec 2.14): the document with its quote, what the client paid, what was paid out, every step it
-- took, and the table of the only ways in which it moves. Limits of clients and of ways to pay count orders too.

INSERT INTO ajustes VALUES
  -- Above this, who verified the client's payment does not pay the order out.
  ('orden_doble_control_usd', '1000'),
  -- How long a paid order may wait for its payout.
  ('orden_sla_minutos', '60');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales) VALUES
  ('orden_doble_control_usd', 'decimal', 0, 1000000000, 2),
  ('orden_sla_minutos', 'entero', 5, 10080, NULL);

SELECT libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', moneda_funcional(), NULL, 0),
       libro_cuenta('gastos-bancarios', 'Gastos bancarios', 'gasto', moneda_funcional());

-- Every way in which an order may move (spec 2.21): the same table as TRANSICIONES in areas/ordenes/rules.ts.
CREATE TABLE ordenes_transiciones (
  accion text NOT NULL,
  de text,
  a text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (accion, de, a)
);
INSERT INTO ordenes_transiciones VALUES
  ('crear', NULL, 'pendiente'),
  ('cobrar', 'pendiente', 'pendiente'), ('cobrar', 'vencida', 'vencida'),
  ('verificar', 'pendiente', 'pendiente'), ('verificar', 'pendiente', 'pagada'),
  ('rechazar', 'pendiente', 'pendiente'), ('rechazar', 'vencida', 'vencida'),
  ('vencer', 'pendiente', 'vencida'),
  ('recotizar', 'vencida', 'pendiente'), ('recotizar', 'pendiente', 'pendiente'),
  ('beneficiario', 'pendiente', 'pendiente'), ('beneficiario', 'vencida', 'vencida'),
  ('beneficiario', 'pagada', 'pagada'), ('beneficiario', 'en_proceso', 'en_proceso'),
  ('tomar', 'pagada', 'en_proceso'), ('relevar', 'en_proceso', 'en_proceso'), ('soltar', 'en_proceso', 'pagada'),
  ('pagar', 'en_proceso', 'en_proceso'), ('pagar', 'en_proceso', 'completada'),
  ('rebotar', 'en_proceso', 'en_proceso'), ('rebotar', 'completada', 'en_proceso'),
  ('observar', 'pagada', 'pagada'), ('observar', 'en_proceso', 'en_proceso'),
  ('resolver', 'pagada', 'pagada'), ('resolver', 'en_proceso', 'en_proceso'),
  ('anular', 'pendiente', 'anulada'), ('anular', 'vencida', 'anulada'),
  ('anular', 'pagada', 'anulada'), ('anular', 'en_proceso', 'anulada');
CREATE TRIGGER ordenes_transiciones_fijas BEFORE INSERT OR UPDATE OR DELETE ON ordenes_transiciones
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER ordenes_transiciones_no_trunca BEFORE TRUNCATE ON ordenes_transiciones EXECUTE FUNCTION prohibir_cambio();

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
CREATE UNIQUE INDEX ordenes_cobros_referencia ON ordenes_cobros (tipo_pago_id, cuenta_id, lower(referencia))
  WHERE referencia IS NOT NULL AND estado IN ('por_verificar', 'verificado');

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
CREATE UNIQUE INDEX ordenes_pagos_referencia ON ordenes_pagos (cuenta_id, lower(referencia)) WHERE estado = 'pagado';

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
  CHECK (usuario_id IS NOT NULL OR accion = 'vencer')
);
CREATE INDEX ordenes_pasos_orden ON ordenes_pasos (orden_id, id);
CREATE TRIGGER ordenes_pasos_fijos BEFORE UPDATE OR DELETE ON ordenes_pasos
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER ordenes_pasos_no_trunca BEFORE TRUNCATE ON ordenes_pasos EXECUTE FUNCTION prohibir_cambio();

-- A step follows from where the last one led, as the table says.
CREATE FUNCTION ordenes_pasos_siguen() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ordenes_transiciones t WHERE t.accion = NEW.accion
                 AND t.de IS NOT DISTINCT FROM NEW.de AND t.a = NEW.a)
     OR NEW.de IS DISTINCT FROM (SELECT p.a FROM ordenes_pasos p WHERE p.orden_id = NEW.orden_id ORDER BY id DESC LIMIT 1) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003',
      MESSAGE = format('orden %s: %s does not lead from %s to %s', NEW.orden_id, NEW.accion, NEW.de, NEW.a);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ordenes_pasos_siguen BEFORE INSERT ON ordenes_pasos
  FOR EACH ROW EXECUTE FUNCTION ordenes_pasos_siguen();

-- An order keeps what was agreed. Its quote moves only while it waits for the client's money, whom it goes to only
-- while it is open, and its state only along the table.
CREATE FUNCTION ordenes_fijas() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- fecha_negocio follows from fecha and is not computed yet where this runs.
  impresas text[] := '{impresiones,fecha_negocio}';
  libres text[] := impresas || '{estado,estado_desde,pagador_id,observada,observada_nota,observada_desde,pausa_segundos,
    pagada_en,completada_en,anulada_en,anulada_por,motivo_anulacion,valor,redondeo,costo,gastos,ganancia,version}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(OLD) - impresas = to_jsonb(NEW) - impresas THEN RETURN NEW; END IF;
    IF NEW.estado = 'pendiente' AND OLD.estado IN ('pendiente', 'vencida') THEN
      libres := libres || '{envia,recibe,historico_id,tasa,precision,metodo_calculo,tasa_mantenida,segmento,cotizada_en,vence_en,
        margen,monto_usd,declaracion}';
    END IF;
    IF OLD.estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso') THEN
      libres := libres || '{beneficiario_id,beneficiario,pais_destino}';
    END IF;
    IF to_jsonb(OLD) - libres = to_jsonb(NEW) - libres AND EXISTS (
         SELECT FROM ordenes_transiciones WHERE de = OLD.estado AND a = NEW.estado) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'ordenes: documents are not rewritten';
END $$;
CREATE TRIGGER ordenes_fijas BEFORE UPDATE OR DELETE ON ordenes FOR EACH ROW EXECUTE FUNCTION ordenes_fijas();
CREATE TRIGGER ordenes_no_trunca BEFORE TRUNCATE ON ordenes EXECUTE FUNCTION prohibir_cambio();

-- Lines keep what was paid: only what became of them moves, and only forward.
CREATE FUNCTION ordenes_lineas_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := CASE TG_TABLE_NAME
    WHEN 'ordenes_cobros' THEN '{estado,motivo,referencia,verificado_por,verificado_en,asiento_id,valor,devuelto_de,fecha_negocio}'
    ELSE '{estado,rebotado_en,rebotado_por,motivo}' END;
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres
     AND (OLD.estado, NEW.estado) IN (('por_verificar', 'verificado'), ('por_verificar', 'rechazado'),
                                      ('verificado', 'devuelto'), ('pagado', 'rebotado')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE TRIGGER ordenes_cobros_fijos BEFORE UPDATE OR DELETE ON ordenes_cobros
  FOR EACH ROW EXECUTE FUNCTION ordenes_lineas_fijas();
CREATE TRIGGER ordenes_pagos_fijos BEFORE UPDATE OR DELETE ON ordenes_pagos
  FOR EACH ROW EXECUTE FUNCTION ordenes_lineas_fijas();
CREATE TRIGGER ordenes_cobros_no_trunca BEFORE TRUNCATE ON ordenes_cobros EXECUTE FUNCTION prohibir_cambio();
CREATE TRIGGER ordenes_pagos_no_trunca BEFORE TRUNCATE ON ordenes_pagos EXECUTE FUNCTION prohibir_cambio();

-- At commit: where it stands is where its last step led; what it takes in and pays out fits where it stands.
CREATE FUNCTION ordenes_cuadran() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
  v_cobrado numeric;
  v_valor numeric;
  v_pagado numeric;
  v_salido numeric;
  v_falla text;
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = NEW.id;
  SELECT coalesce(sum(monto), 0), coalesce(sum(valor), 0) INTO v_cobrado, v_valor
    FROM ordenes_cobros WHERE orden_id = d.id AND estado = 'verificado';
  SELECT coalesce(sum(monto), 0), coalesce(sum(valor), 0) INTO v_pagado, v_salido
    FROM ordenes_pagos WHERE orden_id = d.id AND estado = 'pagado';
  v_falla := CASE
    WHEN d.estado IS DISTINCT FROM (SELECT a FROM ordenes_pasos WHERE orden_id = d.id ORDER BY id DESC LIMIT 1) THEN 'its steps'
    WHEN d.estado = 'anulada' AND (v_cobrado <> 0 OR v_pagado <> 0) THEN 'what is annulled'
    WHEN d.estado IN ('pagada', 'en_proceso', 'completada') AND v_cobrado + d.redondeo <> d.envia
      AND d.envia_moneda_id = moneda_funcional() THEN 'what the client paid'
    WHEN d.estado IN ('pagada', 'en_proceso', 'completada') AND v_cobrado <> d.envia
      AND d.envia_moneda_id <> moneda_funcional() THEN 'what the client paid'
    WHEN d.estado <> 'anulada' AND d.valor <> v_valor + d.redondeo THEN 'its value'
    WHEN v_pagado > d.recibe OR (d.estado = 'completada') <> (v_pagado = d.recibe) THEN 'what was paid out'
    WHEN d.estado NOT IN ('en_proceso', 'completada') AND v_pagado <> 0 THEN 'a payout out of turn'
    WHEN v_salido > d.valor OR d.estado = 'completada' AND v_salido <> d.valor THEN 'its debt'
  END;
  IF v_falla IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('orden %s (%s): %s', d.id, d.estado, v_falla);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ordenes_cuadran AFTER INSERT OR UPDATE ON ordenes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ordenes_cuadran();

-- No quote at a rate that was not in force at its instant, or kept within the lock that was promised (PG-8).
CREATE FUNCTION ordenes_tasa_en_vigor() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    WHERE h.id = NEW.historico_id AND h.tasa = NEW.tasa AND h.metodo_calculo = NEW.metodo_calculo
      AND t.base_id = NEW.envia_moneda_id AND t.cotizacion_id = NEW.recibe_moneda_id
      AND (h.vigencia @> NEW.cotizada_en
           OR NEW.tasa_mantenida AND upper(h.vigencia) > NEW.cotizada_en - make_interval(mins =>
                coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int)))) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'ordenes: the rate was not in force';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ordenes_tasa_en_vigor AFTER INSERT OR UPDATE OF historico_id, cotizada_en, tasa ON ordenes
  FOR EACH ROW EXECUTE FUNCTION ordenes_tasa_en_vigor();

-- Refuses an amount at a rate that is another amount's. As compras_ventas_tramo had it; now both ask here.
CREATE FUNCTION tipos_cambios_exigir_tramo(p_historico bigint, p_entrega numeric)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  t tipos_cambios;
  otro record;
BEGIN
  SELECT x.* INTO t FROM tipos_cambios_historico h JOIN tipos_cambios x ON x.id = h.tipo_cambio_id WHERE h.id = p_historico;
  SELECT h.id, h.tasa, h.precision, x.segmento, m.simbolo, m.decimales INTO otro
    FROM tipos_cambios x JOIN tipos_cambios_historico h ON h.tipo_cambio_id = x.id AND upper_inf(h.vigencia)
    JOIN monedas m ON m.id = x.base_id
    WHERE x.id = tipos_cambios_del_monto(t.pais, t.base_id, t.cotizacion_id, p_entrega) AND x.id <> t.id;
  IF FOUND THEN
    PERFORM rechazar('TASA_OTRO_TRAMO', jsonb_build_object(
      'monto', importe_texto(p_entrega, otro.simbolo, otro.decimales), 'segmento', otro.segmento,
      'tasa', round(otro.tasa, otro.precision)::text, 'historico_id', otro.id));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION compras_ventas_tramo() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tipos_cambios_exigir_tramo(NEW.historico_id, CASE NEW.tipo WHEN 'venta' THEN NEW.contravalor ELSE NEW.monto END);
  RETURN NULL;
END $$;

CREATE FUNCTION ordenes_tramo() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tipos_cambios_exigir_tramo(NEW.historico_id, NEW.envia);
  RETURN NULL;
END $$;
CREATE TRIGGER ordenes_tramo AFTER INSERT OR UPDATE OF historico_id, envia ON ordenes
  FOR EACH ROW EXECUTE FUNCTION ordenes_tramo();

-- What a client moved this month and this day, in dollars, at the counter and in orders: what is annulled or expired is
-- nothing. `p_salvo` = an order that is being quoted again.
CREATE FUNCTION clientes_operado(p_cliente bigint, p_fecha date, p_salvo bigint, OUT mes numeric, OUT dia numeric)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(monto_usd), 0), coalesce(sum(monto_usd) FILTER (WHERE fecha_negocio = p_fecha), 0) FROM (
    SELECT monto_usd, fecha_negocio FROM compras_ventas
    WHERE cliente_id = p_cliente AND estado <> 'anulada' AND fecha_negocio >= date_trunc('month', p_fecha)
    UNION ALL
    SELECT monto_usd, fecha_negocio FROM ordenes
    WHERE cliente_id = p_cliente AND fecha_negocio >= date_trunc('month', p_fecha) AND id IS DISTINCT FROM p_salvo
      AND (estado IN ('pagada', 'en_proceso', 'completada') OR estado = 'pendiente' AND vence_en > ahora())) o;
$$;

-- As in 0013; orders count too.
DROP FUNCTION clientes_exigir(bigint, numeric, date);
CREATE FUNCTION clientes_exigir(p_cliente bigint, p_usd numeric, p_fecha date, p_salvo bigint DEFAULT NULL)
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
  SELECT mes, dia INTO v_mes, v_dia FROM clientes_operado(p_cliente, p_fecha, p_salvo);
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
      CASE WHEN c.tipo_persona = 'juridica' AND c.beneficiarios_finales = '[]' AND NOT c.sin_beneficiario_final
        THEN 'beneficiarios finales' END,
      CASE WHEN c.origen_fondos IS NULL THEN 'origen de fondos' END);
    IF v_faltan <> '' THEN
      PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object(
        'umbral', ajuste('umbral_declaracion_usd'), 'faltan', v_faltan, 'cliente_id', c.id));
    END IF;
  END IF;
END $$;

-- As in 0011; orders count too, and orders ask it too.
DROP FUNCTION compras_ventas_declarar(jsonb, numeric, date);
CREATE FUNCTION compras_ventas_declarar(p jsonb, p_usd numeric, p_fecha date, p_salvo bigint DEFAULT NULL)
  RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
  v_umbral numeric := ajuste('umbral_declaracion_usd')::numeric;
  v_total numeric := coalesce(p_usd, 'Infinity');
BEGIN
  -- Nobody signs for an occasional client; above the other threshold there is none.
  IF p->>'cliente_id' IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO STRICT c FROM clientes WHERE id = (p->>'cliente_id')::bigint;
  IF jsonb_typeof(p->'declaracion') IS DISTINCT FROM 'object' THEN
    IF v_total < v_umbral THEN
      v_total := v_total + (clientes_operado(c.id, p_fecha, p_salvo)).mes;
    END IF;
    IF v_total >= v_umbral THEN
      PERFORM rechazar('DECLARACION_REQUERIDA', jsonb_build_object(
        'umbral', to_char(v_umbral, 'FM999,999,999,990'), 'origen_fondos', c.origen_fondos));
    END IF;
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('origen', p->'declaracion'->>'origen', 'destino', p->'declaracion'->>'destino',
    'monto_usd', round(p_usd, 2)::text, 'cliente', jsonb_build_object(
      'nombre', c.nombre, 'tipo_persona', c.tipo_persona, 'tipo_doc', c.tipo_doc, 'num_doc', c.num_doc,
      'nacionalidad', (SELECT nombre FROM paises WHERE id = c.nacionalidad), 'direccion', c.direccion,
      'distrito', c.distrito, 'celular', c.celular, 'ocupacion', c.ocupacion, 'centro_trabajo', c.centro_trabajo,
      'representante', c.representante, 'representante_doc', c.representante_doc, 'pep', c.pep, 'pep_cargo', c.pep_cargo));
END $$;

-- As in 0011; what clients pay for orders takes of the same day and month.
CREATE OR REPLACE FUNCTION compras_ventas_topes(pagos pago_leido[], p_fecha date)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(pagos) x JOIN tipos_pagos t ON t.id = x.tipo_pago_id
                 WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(10, tipo_pago_id)
    FROM (SELECT DISTINCT tipo_pago_id FROM unnest(pagos) ORDER BY tipo_pago_id) x;
  FOR r IN
    SELECT t.nombre, t.tope_dia, t.tope_mes, m.simbolo, m.decimales,
           x.monto + coalesce(u.dia, 0) AS dia, x.monto + coalesce(u.mes, 0) AS mes
    FROM (SELECT tipo_pago_id, moneda_id, lado, sum(monto) AS monto FROM unnest(pagos) GROUP BY 1, 2, 3) x
    JOIN tipos_pagos t ON t.id = x.tipo_pago_id JOIN monedas m ON m.id = x.moneda_id
    CROSS JOIN LATERAL (
      SELECT sum(g.monto) AS mes, sum(g.monto) FILTER (WHERE g.fecha_negocio = p_fecha) AS dia FROM (
        SELECT monto, fecha_negocio FROM compras_ventas_pagos
        WHERE tipo_pago_id = x.tipo_pago_id AND moneda_id = x.moneda_id AND lado = x.lado AND estado <> 'anulado'
          AND fecha_negocio BETWEEN date_trunc('month', p_fecha)::date AND p_fecha
        UNION ALL
        SELECT monto, fecha_negocio FROM ordenes_cobros
        WHERE x.lado = 'recibimos' AND tipo_pago_id = x.tipo_pago_id AND moneda_id = x.moneda_id
          AND estado IN ('por_verificar', 'verificado')
          AND fecha_negocio BETWEEN date_trunc('month', p_fecha)::date AND p_fecha) g) u
    WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL
  LOOP
    IF r.dia > r.tope_dia THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'diario',
        'limite', importe_texto(r.tope_dia, r.simbolo, r.decimales)));
    ELSIF r.mes > r.tope_mes THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'mensual',
        'limite', importe_texto(r.tope_mes, r.simbolo, r.decimales)));
    END IF;
  END LOOP;
END $$;

-- As in 0008; what waits for an order counts too.
CREATE OR REPLACE FUNCTION cuentas_cambiar_moneda(p_id bigint, p_moneda integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A posting locks this row before it writes: after the lock, what was written is seen.
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR UPDATE;
  IF EXISTS (SELECT FROM apuntes WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM compras_ventas_pagos WHERE cuenta_id = p_id)
     OR EXISTS (SELECT FROM ordenes_cobros WHERE cuenta_id = p_id) THEN
    PERFORM rechazar('CONGELADO', '{"campo": "La moneda"}');
  END IF;
  -- One statement, because each row refers to the other's currency.
  WITH libro AS (UPDATE cuentas_contables SET moneda_id = p_moneda WHERE id = p_id)
  UPDATE cuentas SET moneda_id = p_moneda WHERE id = p_id;
END $$;

CREATE OR REPLACE FUNCTION cuentas_vacia(p_id bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = (SELECT id FROM cuentas WHERE id = p_id) FOR NO KEY UPDATE;
  RETURN (SELECT saldo = 0 FROM cuentas_contables WHERE id = p_id)
    AND NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE cuenta_id = p_id AND estado = 'por_verificar')
    AND NOT EXISTS (SELECT FROM ordenes_cobros WHERE cuenta_id = p_id AND estado = 'por_verificar');
END $$;
CREATE INDEX ordenes_cobros_cuenta ON ordenes_cobros (cuenta_id);

-- Telegram: what happens to orders; what they earn is told by nobody here.
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('orden_nueva', 'Orden nueva', false, false, true, 41),
  ('orden_pagada', 'Orden pagada por el cliente', false, false, true, 42),
  ('orden_observada', 'Orden observada', false, false, true, 43),
  ('orden_completada', 'Orden completada', false, false, true, 44),
  ('orden_anulada', 'Orden anulada', false, false, true, 45);
INSERT INTO telegram_causas VALUES
  ('ordenes', 'crear', 'orden_nueva'),
  ('ordenes', 'observar', 'orden_observada'),
  ('ordenes', 'anular', 'orden_anulada');
