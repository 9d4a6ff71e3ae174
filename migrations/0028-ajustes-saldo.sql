-- Balance adjustments that somebody else approves above a limit (spec 2.8, ADR 0023), and rates outside a cashier's
-- range that somebody else allows once (spec 2.11).
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales) VALUES
  ('ajuste_aprobacion_pen', 'decimal', 0, 1000000000, 2),
  ('autorizacion_minutos', 'entero', 1, 120, NULL);
INSERT INTO ajustes (clave, valor) VALUES ('ajuste_aprobacion_pen', '500'), ('autorizacion_minutos', '10');

SELECT libro_cuenta('sobrantes-faltantes', 'Sobrantes y faltantes', 'gasto', moneda_funcional()),
       libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo', moneda_funcional(), 0),
       libro_cuenta('retiros', 'Retiros de socios', 'patrimonio', moneda_funcional()),
       libro_cuenta('gastos-bancarios', 'Gastos bancarios', 'gasto', moneda_funcional());

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
INSERT INTO ajustes_saldo_motivos VALUES
  ('saldo_inicial', 'Saldo inicial', 1, 'capital', true, false),
  ('sobrante', 'Sobrante', 1, 'sobrantes-faltantes', false, false),
  ('faltante', 'Faltante', -1, 'sobrantes-faltantes', false, true),
  ('billete_falso', 'Billete falso', -1, 'sobrantes-faltantes', false, true),
  ('aporte', 'Aporte de capital', 1, 'capital', true, false),
  ('retiro', 'Retiro de socios', -1, 'retiros', false, false),
  ('correccion', 'Corrección de registro', 0, 'sobrantes-faltantes', false, false),
  ('comision', 'Comisión bancaria', -1, 'gastos-bancarios', false, false);

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

-- What was asked for stays as it was; only an answer is added, once.
CREATE FUNCTION ajustes_saldo_fijos() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := '{estado,resuelto_por,resuelto_en,nota,asiento_id,valor,version,fecha_negocio}';
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.estado = 'pendiente' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres THEN RETURN NEW; END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE TRIGGER ajustes_saldo_fijos BEFORE UPDATE OR DELETE ON ajustes_saldo
  FOR EACH ROW EXECUTE FUNCTION ajustes_saldo_fijos();
CREATE TRIGGER ajustes_saldo_no_trunca BEFORE TRUNCATE ON ajustes_saldo EXECUTE FUNCTION prohibir_cambio();

-- What a unit is worth in the functional currency at home today; null without a price.
CREATE FUNCTION precio_funcional(p_moneda integer) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT d.compra FROM pares_divisas d JOIN paises h ON h.id = d.pais AND h.moneda_id = moneda_funcional()
          WHERE d.base_id = p_moneda AND d.cotizacion_id = moneda_funcional() AND d.estatus ORDER BY d.id LIMIT 1);

-- An amount of a currency at what it cost on average, the last unit with all the cost; null where there is none of it.
CREATE FUNCTION a_costo(p_moneda integer, p_cantidad numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN CASE WHEN p_moneda = moneda_funcional() THEN p_cantidad ELSE (
    SELECT CASE WHEN p_cantidad = -q.saldo THEN k.saldo ELSE round(p_cantidad * k.saldo / nullif(-q.saldo, 0), 2) END
    FROM posiciones p JOIN cuentas_contables q ON q.id = p.posicion_id
    JOIN cuentas_contables k ON k.id = p.contravalor_id WHERE p.moneda_id = p_moneda) END;

-- A refusal that names its field.
CREATE FUNCTION rechazar_campo(p_campo text, p_msg text) RETURNS void
  LANGUAGE sql AS $$
  SELECT rechazar('VALIDACION', jsonb_build_object('errors',
    jsonb_build_array(jsonb_build_object('campo', p_campo, 'msg', p_msg))));
$$;

-- Every account that an adjustment of this one may touch, in the ledger's own order; answers the balance.
CREATE FUNCTION ajustes_saldo_bloquear(p_cuenta bigint) RETURNS numeric
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = p_cuenta
      OR codigo IN (SELECT contra FROM ajustes_saldo_motivos UNION ALL SELECT 'por-cobrar-personal')
      OR id IN (SELECT unnest(ARRAY[p.posicion_id, p.contravalor_id]) FROM posiciones p
                WHERE p.moneda_id = (SELECT moneda_id FROM cuentas WHERE id = p_cuenta))
    ORDER BY id FOR NO KEY UPDATE;
  IF NOT (SELECT estatus FROM cuentas WHERE id = p_cuenta) THEN
    PERFORM rechazar('INACTIVO', jsonb_build_object('que', (SELECT nombre FROM cuentas WHERE id = p_cuenta)));
  END IF;
  RETURN (SELECT saldo FROM cuentas_contables WHERE id = p_cuenta);
END $$;

-- The balance is not the one that the person looked at: it is said, with both, and nothing is done.
CREATE FUNCTION ajustes_saldo_cambio(p_cuenta bigint, p_antes numeric, p_ahora numeric) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  SELECT c.nombre, m.simbolo, m.decimales INTO r FROM cuentas c JOIN monedas m ON m.id = c.moneda_id WHERE c.id = p_cuenta;
  PERFORM rechazar('SALDO_CAMBIO', jsonb_build_object('cuenta', r.nombre,
    'antes', importe_texto(p_antes, r.simbolo, r.decimales), 'ahora', importe_texto(p_ahora, r.simbolo, r.decimales),
    'saldo', round(p_ahora, r.decimales)::text));
END $$;

-- Posts an adjustment, or takes another one back exactly as it was; answers its entry. Accounts are locked.
CREATE FUNCTION ajustes_saldo_contabilizar(p_id bigint, p_usuario integer, p_cuenta bigint, p_motivo text, p_importe numeric,
                                           p_valor numeric, p_cargo boolean, p_revierte bigint) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  m ajustes_saldo_motivos;
  v_original ajustes_saldo;
BEGIN
  IF p_revierte IS NOT NULL THEN
    SELECT * INTO STRICT v_original FROM ajustes_saldo WHERE id = p_revierte;
    RETURN libro_anular(v_original.asiento_id, 'Reversión de ' || v_original.numero, p_usuario);
  END IF;
  SELECT * INTO STRICT m FROM ajustes_saldo_motivos WHERE motivo = p_motivo;
  -- What enters is worth what was said; what leaves, what the ledger finds that it cost.
  RETURN (libro_contabilizar('ajustes-saldo', p_id, 'Ajuste: ' || lower(m.nombre), p_usuario,
    ARRAY[(p_cuenta, p_importe, CASE WHEN p_importe > 0 THEN p_valor END, NULL)::libro_linea],
    (SELECT id FROM cuentas_contables WHERE codigo = CASE WHEN p_cargo THEN 'por-cobrar-personal' ELSE m.contra END))
    ->>'asiento_id')::bigint;
END $$;

-- Asks for an adjustment and, up to what one may do alone in a day, applies it. `p` = {cuenta_id, motivo, sentido, monto
-- or contado with saldo_visto, tasa_costo, cargo_usuario_id, observacion, adjunto_id}, or {revierte_id, observacion}.
CREATE FUNCTION ajustes_saldo_proponer(quien jsonb, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_motivo text := p->>'motivo';
  v_cuenta bigint := (p->>'cuenta_id')::bigint;
  v_contado numeric := (p->>'contado')::numeric;
  v_tasa numeric := (p->>'tasa_costo')::numeric;
  v_cargo integer := (p->>'cargo_usuario_id')::int;
  v_revierte bigint := (p->>'revierte_id')::bigint;
  original ajustes_saldo;
  m ajustes_saldo_motivos;
  c record;
  v_saldo numeric;
  v_importe numeric;
  v_valor numeric;
  v_juicio numeric;         -- what it is judged by: the largest of what is said, what it cost and today's price
  v_estado text;
  v_id bigint;
  v_asiento bigint;
  v_numero text;
BEGIN
  PERFORM detener_reloj();
  IF v_revierte IS NOT NULL THEN
    SELECT * INTO original FROM ajustes_saldo WHERE id = v_revierte FOR NO KEY UPDATE;
    IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese ajuste"}'); END IF;
    IF original.estado <> 'aplicado' OR original.revierte_id IS NOT NULL THEN
      PERFORM rechazar('ESTADO', jsonb_build_object('estado', CASE WHEN original.revierte_id IS NOT NULL
        THEN 'hecha para revertir otra' ELSE original.estado END));
    END IF;
    IF EXISTS (SELECT FROM ajustes_saldo WHERE revierte_id = v_revierte AND estado <> 'rechazado') THEN
      PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', original.numero));
    END IF;
    v_cuenta := original.cuenta_id;
    v_motivo := 'correccion';
    v_importe := -original.importe;
    v_valor := -original.valor;
  END IF;
  -- One at a time of each person: what he did alone today counts.
  PERFORM pg_advisory_xact_lock(28, v_usuario);
  SELECT * INTO STRICT m FROM ajustes_saldo_motivos WHERE motivo = v_motivo;
  SELECT k.nombre, k.moneda_id, x.simbolo, x.decimales, x.funcional, x.iso, s.minimo INTO c
    FROM cuentas k JOIN monedas x ON x.id = k.moneda_id JOIN cuentas_contables s ON s.id = k.id WHERE k.id = v_cuenta;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa cuenta"}'); END IF;
  v_saldo := ajustes_saldo_bloquear(v_cuenta);

  IF v_contado IS NOT NULL THEN
    IF (p->>'saldo_visto')::numeric IS DISTINCT FROM v_saldo THEN
      PERFORM ajustes_saldo_cambio(v_cuenta, (p->>'saldo_visto')::numeric, v_saldo);
    END IF;
    v_importe := v_contado - v_saldo;
    IF v_importe = 0 THEN PERFORM rechazar('SIN_DIFERENCIA', jsonb_build_object('cuenta', c.nombre)); END IF;
    IF m.signo * v_importe < 0 THEN
      PERFORM rechazar_campo('motivo', format('Hay %s de %s: elija un motivo de %s.',
        importe_texto(abs(v_importe), c.simbolo, c.decimales), CASE WHEN v_importe > 0 THEN 'más' ELSE 'menos' END,
        CASE WHEN v_importe > 0 THEN 'entrada' ELSE 'salida' END));
    END IF;
  ELSIF v_revierte IS NULL THEN
    IF m.signo = 0 AND p->>'sentido' IS NULL THEN PERFORM rechazar_campo('sentido', 'Diga si el dinero entra o sale.'); END IF;
    v_importe := (p->>'monto')::numeric * CASE m.signo WHEN 0 THEN CASE p->>'sentido' WHEN 'sale' THEN -1 ELSE 1 END ELSE m.signo END;
  END IF;
  IF scale(trim_scale(v_importe)) > c.decimales THEN
    PERFORM rechazar_campo(CASE WHEN v_contado IS NULL THEN 'monto' ELSE 'contado' END,
      CASE WHEN c.decimales = 0 THEN 'No admite decimales.' ELSE format('Admite hasta %s decimales.', c.decimales) END);
  END IF;
  IF v_cargo IS NOT NULL AND NOT (m.cargo AND v_importe < 0) THEN
    PERFORM rechazar_campo('cargo_usuario_id', 'Solo un faltante se carga a una persona.');
  END IF;
  IF v_cargo IS NOT NULL AND NOT EXISTS (SELECT FROM usuarios WHERE id = v_cargo) THEN
    PERFORM rechazar_campo('cargo_usuario_id', 'Esa persona no existe.');
  END IF;

  -- What it is worth: said by whoever brings it, else at average cost (spec 1.3).
  IF v_valor IS NULL THEN
    v_valor := sign(v_importe) * a_costo(c.moneda_id, abs(v_importe));
    IF NOT c.funcional AND v_importe > 0 AND (m.con_tasa OR v_valor IS NULL) THEN
      IF v_tasa IS NULL THEN
        PERFORM rechazar_campo('tasa_costo', format('Escriba a cuánto costó cada %s.', c.iso));
      END IF;
      v_valor := round(v_importe * v_tasa, 2);
    ELSIF v_tasa IS NOT NULL THEN
      PERFORM rechazar_campo('tasa_costo', 'Este ajuste no lleva tasa de costo: se valora al costo promedio.');
    END IF;
  END IF;
  IF v_saldo + v_importe < coalesce(c.minimo, v_saldo + v_importe) THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', c.nombre,
      'disponible', importe_texto(v_saldo - c.minimo, c.simbolo, c.decimales),
      'necesario', importe_texto(-v_importe, c.simbolo, c.decimales)));
  END IF;
  -- A small cost typed for a large amount does not make it small.
  v_juicio := greatest(abs(v_valor), abs(a_costo(c.moneda_id, abs(v_importe))),
                       round(abs(v_importe) * precio_funcional(c.moneda_id), 2));
  v_estado := CASE WHEN v_juicio + coalesce((
      SELECT sum(abs(valor)) FROM ajustes_saldo WHERE solicitado_por = v_usuario AND fecha_negocio = fecha_negocio(ahora())
        AND estado = 'aplicado' AND resuelto_por IS NULL), 0) > ajuste('ajuste_aprobacion_pen')::numeric
    THEN 'pendiente' ELSE 'aplicado' END;

  v_id := nextval(pg_get_serial_sequence('ajustes_saldo', 'id'));
  IF v_estado = 'aplicado' THEN
    v_asiento := ajustes_saldo_contabilizar(v_id, v_usuario, v_cuenta, v_motivo, v_importe, v_valor, v_cargo IS NOT NULL, v_revierte);
    SELECT sum(valor) INTO v_valor FROM apuntes WHERE asiento_id = v_asiento AND cuenta_id = v_cuenta;
  END IF;
  v_numero := serie_siguiente('AJ', fecha_negocio(ahora()));
  INSERT INTO ajustes_saldo (id, numero, fecha, cuenta_id, moneda_id, motivo, importe, contado, saldo_visto, tasa_costo, valor,
      cargo_usuario_id, observacion, revierte_id, estado, solicitado_por, resuelto_en, asiento_id)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_numero, ahora(), v_cuenta, c.moneda_id, v_motivo, v_importe, v_contado, v_saldo, v_tasa, v_valor, v_cargo,
      btrim(p->>'observacion'), v_revierte, v_estado, v_usuario, CASE v_estado WHEN 'aplicado' THEN ahora() END, v_asiento);
  IF p->>'adjunto_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, (p->>'adjunto_id')::bigint, 'ajustes-saldo', v_id, v_id, 'adjunto_id');
  END IF;
  PERFORM auditar(quien, CASE v_estado WHEN 'pendiente' THEN 'proponer' ELSE 'aplicar' END, 'ajustes-saldo', v_id::text, NULL,
    p || jsonb_build_object('numero', v_numero, 'importe', round(v_importe, c.decimales)::text, 'estado', v_estado));
  PERFORM avisar(area, v_id) FROM unnest('{cuentas,posiciones,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', v_estado,
    'message', CASE v_estado WHEN 'pendiente' THEN format('Ajuste %s enviado: espera aprobación.', v_numero)
                             ELSE format('Ajuste %s aplicado.', v_numero) END);
END $$;

-- Answers a request: applies it or says no. Whoever asked for it cannot approve it; he may take it back. Of a count, the
-- difference that was found is what is applied; if the balance moved since, `p_saldo` says that the approver knows.
CREATE FUNCTION ajustes_saldo_resolver(quien jsonb, p_id bigint, p_aprueba boolean, p_nota text, p_saldo numeric)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  a ajustes_saldo;
  v_saldo numeric;
  v_asiento bigint;
  v_valor numeric;
  v_estado text := CASE WHEN p_aprueba THEN 'aplicado' ELSE 'rechazado' END;
BEGIN
  SELECT * INTO a FROM ajustes_saldo WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese ajuste"}'); END IF;
  IF a.estado <> 'pendiente' THEN PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', a.numero, 'estado', a.estado)); END IF;
  PERFORM detener_reloj();
  v_valor := a.valor;
  IF p_aprueba THEN
    IF a.solicitado_por = v_usuario THEN PERFORM rechazar('SOLICITUD_PROPIA'); END IF;
    IF a.revierte_id IS NOT NULL THEN PERFORM 1 FROM ajustes_saldo WHERE id = a.revierte_id FOR NO KEY UPDATE; END IF;
    v_saldo := ajustes_saldo_bloquear(a.cuenta_id);
    IF a.contado IS NOT NULL AND v_saldo <> a.saldo_visto AND p_saldo IS DISTINCT FROM v_saldo THEN
      PERFORM ajustes_saldo_cambio(a.cuenta_id, coalesce(p_saldo, a.saldo_visto), v_saldo);
    END IF;
    -- At today's average, which may have moved while it waited; a cost that was said stays.
    IF a.importe > 0 AND a.tasa_costo IS NULL AND a.revierte_id IS NULL THEN
      v_valor := coalesce(a_costo(a.moneda_id, a.importe), a.valor);
    END IF;
    v_asiento := ajustes_saldo_contabilizar(a.id, v_usuario, a.cuenta_id, a.motivo, a.importe, v_valor,
                                            a.cargo_usuario_id IS NOT NULL, a.revierte_id);
    SELECT sum(valor) INTO v_valor FROM apuntes WHERE asiento_id = v_asiento AND cuenta_id = a.cuenta_id;
  END IF;
  UPDATE ajustes_saldo SET estado = v_estado, resuelto_por = v_usuario, resuelto_en = ahora(), nota = p_nota,
         asiento_id = v_asiento, valor = v_valor, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, CASE WHEN p_aprueba THEN 'aprobar' WHEN a.solicitado_por = v_usuario THEN 'retirar' ELSE 'rechazar' END,
    'ajustes-saldo', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('numero', a.numero, 'estado', v_estado, 'nota', p_nota));
  PERFORM avisar(area, p_id) FROM unnest('{cuentas,posiciones,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', v_estado, 'message', format('Ajuste %s %s.', a.numero, v_estado));
END $$;

INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('ajuste_por_aprobar', 'Ajuste de saldo por aprobar', false, false, true, 52),
  ('ajuste_saldo', 'Ajuste de saldo aplicado', false, false, true, 54);
INSERT INTO telegram_causas VALUES
  ('ajustes-saldo', 'proponer', 'ajuste_por_aprobar'),
  ('ajustes-saldo', 'aplicar', 'ajuste_saldo'),
  ('ajustes-saldo', 'aprobar', 'ajuste_saldo');

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

CREATE FUNCTION autorizaciones_tasa_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := '{estado,vence_en,resuelto_por,resuelto_en,nota,compra_venta_id}';
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres
     AND (OLD.estado = 'pendiente' AND NEW.estado IN ('aprobada', 'rechazada', 'cancelada')
          OR OLD.estado = 'aprobada' AND NEW.estado IN ('usada', 'cancelada')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: what was answered is not rewritten', TG_TABLE_NAME);
END $$;
CREATE TRIGGER autorizaciones_tasa_fijas BEFORE UPDATE OR DELETE ON autorizaciones_tasa
  FOR EACH ROW EXECUTE FUNCTION autorizaciones_tasa_fijas();
CREATE TRIGGER autorizaciones_tasa_no_trunca BEFORE TRUNCATE ON autorizaciones_tasa EXECUTE FUNCTION prohibir_cambio();

-- Asks for a rate. `p` = {tipo, cliente_id, divisa_id, monto or contravalor, historico_id, tasa, motivo}. What the same
-- cashier had asked for before and nobody answered is forgotten: there is one client at the counter.
CREATE FUNCTION autorizaciones_tasa_pedir(quien jsonb, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_tipo text := p->>'tipo';
  v_tasa numeric := (p->>'tasa')::numeric;
  t record;
  divisa monedas;
  contra monedas;
  tot record;
  v_id bigint;
BEGIN
  PERFORM detener_reloj();
  SELECT h.id, h.tasa, h.metodo_calculo, h.vigencia, c.base_id, c.cotizacion_id, c.estatus INTO t
    FROM tipos_cambios_historico h JOIN tipos_cambios c ON c.id = h.tipo_cambio_id WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND OR NOT t.estatus THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  IF NOT upper_inf(t.vigencia) THEN
    PERFORM rechazar_campo('historico_id', 'La tasa publicada cambió mientras tanto: revise la operación y pida de nuevo.');
  END IF;
  SELECT * INTO STRICT divisa FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END;
  SELECT * INTO STRICT contra FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END;
  IF divisa.id <> (p->>'divisa_id')::int OR divisa.funcional OR (v_tipo = 'canje') = contra.funcional THEN
    PERFORM rechazar_campo('historico_id', 'La tasa no corresponde a esta operación.');
  END IF;
  IF abs(v_tasa - t.tasa) * 100 <= t.tasa * (quien->>'desvio_pct')::numeric THEN
    PERFORM rechazar_campo('tasa', 'Esa tasa está dentro de su rango: no necesita autorización.');
  END IF;
  IF p->>'cliente_id' IS NOT NULL AND NOT EXISTS (SELECT FROM clientes WHERE id = (p->>'cliente_id')::bigint) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}');
  END IF;
  SELECT * INTO tot FROM compras_ventas_montos(v_tipo, (p->>'monto')::numeric, (p->>'contravalor')::numeric, v_tasa,
    t.metodo_calculo, divisa.decimales, contra.decimales);
  IF tot.monto <= 0 OR tot.contravalor <= 0 OR tot.monto >= 1e29 OR tot.contravalor >= 1e29 THEN
    PERFORM rechazar_campo('monto', 'El monto no sirve para esta tasa.');
  END IF;
  UPDATE autorizaciones_tasa SET estado = 'cancelada' WHERE solicitado_por = v_usuario AND estado = 'pendiente';
  INSERT INTO autorizaciones_tasa (fecha, solicitado_por, tipo, cliente_id, divisa_id, monto, contramoneda_id, contravalor,
      historico_id, metodo_calculo, tasa, motivo, estado, vence_en)
    VALUES (ahora(), v_usuario, v_tipo, (p->>'cliente_id')::bigint, divisa.id, tot.monto, contra.id, tot.contravalor, t.id,
      t.metodo_calculo, v_tasa, btrim(p->>'motivo'), 'pendiente', ahora() + make_interval(mins => ajuste('autorizacion_minutos')::int))
    RETURNING id INTO v_id;
  PERFORM auditar(quien, 'pedir-tasa', 'autorizaciones-tasa', v_id::text, NULL, p);
  PERFORM avisar(area, v_id) FROM unnest('{compras-ventas,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'message', 'Autorización pedida.');
END $$;

-- Answers a request, or takes one's own back. An approval begins to age anew.
CREATE FUNCTION autorizaciones_tasa_resolver(quien jsonb, p_id bigint, p_estado text, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  a autorizaciones_tasa;
BEGIN
  SELECT * INTO a FROM autorizaciones_tasa WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND OR p_estado = 'cancelada' AND a.solicitado_por <> v_usuario THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "esa solicitud"}');
  END IF;
  PERFORM detener_reloj();
  IF p_estado <> 'cancelada' AND a.solicitado_por = v_usuario THEN PERFORM rechazar('SOLICITUD_PROPIA'); END IF;
  IF a.estado <> 'pendiente' AND NOT (a.estado = 'aprobada' AND p_estado = 'cancelada') THEN
    PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', 'La solicitud', 'estado', a.estado));
  END IF;
  IF a.vence_en <= ahora() AND p_estado <> 'cancelada' THEN PERFORM rechazar('AUTORIZACION_VENCIDA'); END IF;
  UPDATE autorizaciones_tasa SET estado = p_estado,
         resuelto_por = CASE WHEN p_estado = 'cancelada' THEN resuelto_por ELSE v_usuario END,
         resuelto_en = CASE WHEN p_estado = 'cancelada' THEN resuelto_en ELSE ahora() END,
         nota = coalesce(p_nota, nota),
         vence_en = CASE p_estado WHEN 'aprobada' THEN ahora() + make_interval(mins => ajuste('autorizacion_minutos')::int) ELSE vence_en END
    WHERE id = p_id;
  PERFORM auditar(quien, CASE p_estado WHEN 'aprobada' THEN 'aprobar' WHEN 'rechazada' THEN 'rechazar' ELSE 'cancelar' END,
    'autorizaciones-tasa', p_id::text, jsonb_build_object('estado', a.estado), jsonb_build_object('estado', p_estado, 'nota', p_nota));
  PERFORM avisar(area, p_id) FROM unnest('{compras-ventas,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', p_estado, 'message', format('Solicitud %s.', p_estado));
END $$;

-- Is this permission good for this operation? Locked, so that of two operations one has it. The rate lies between the
-- published one and the one that was allowed: not further from it, and not beyond it on the other side.
CREATE FUNCTION autorizaciones_tasa_exigir(p_id bigint, p_usuario integer, p_tipo text, p_divisa integer, p_contra integer,
                                           p_metodo text, p_vigente numeric, p_tasa numeric, p_monto numeric, p_cliente bigint)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  a autorizaciones_tasa;
  v_falla text;
BEGIN
  SELECT * INTO a FROM autorizaciones_tasa WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND OR a.solicitado_por <> p_usuario THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa autorización"}'); END IF;
  IF a.estado = 'usada' THEN PERFORM rechazar('AUTORIZACION_USADA'); END IF;
  IF a.estado <> 'aprobada' THEN PERFORM rechazar('AUTORIZACION_FALTA', jsonb_build_object('estado', a.estado)); END IF;
  IF a.vence_en <= ahora() THEN PERFORM rechazar('AUTORIZACION_VENCIDA'); END IF;
  v_falla := CASE
    WHEN a.tipo <> p_tipo OR a.divisa_id <> p_divisa OR a.contramoneda_id <> p_contra OR a.metodo_calculo <> p_metodo
      THEN 'de otra operación'
    WHEN a.cliente_id IS NOT NULL AND a.cliente_id IS DISTINCT FROM p_cliente THEN 'de otro cliente'
    WHEN p_tasa NOT BETWEEN least(p_vigente, a.tasa) AND greatest(p_vigente, a.tasa)
      THEN format('de una tasa de %s', trim_scale(a.tasa))
    WHEN p_monto > a.monto THEN format('de un monto de hasta %s', trim_scale(a.monto)) END;
  IF v_falla IS NOT NULL THEN PERFORM rechazar('AUTORIZACION_DISTINTA', jsonb_build_object('que', v_falla)); END IF;
END $$;

-- As in 0011; a rate outside the cashier's range is good with a permission (`autorizacion_id`), which it uses up.
CREATE OR REPLACE FUNCTION compras_ventas_registrar(quien jsonb, p_clave uuid, p_huella bytea, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_tipo text := p->>'tipo';
  v_tasa numeric := (p->>'tasa')::numeric;
  v_servicio numeric := coalesce((p->>'servicio')::numeric, 0);
  v_repetida jsonb;
  t record;                 -- the rate, its corridor, both currencies
  divisa monedas;
  contra monedas;
  funcional monedas;
  tot record;
  pagos pago_leido[];
  v_redondeo numeric;
  v_usd numeric;
  v_valor numeric;          -- functional value of what comes in, where the price says it (canje)
  v_id bigint;
  v_numero text;
  libro jsonb;
  lineas libro_linea[];
  v_estado text;
  v_costo numeric;
  v_margen numeric;
  v_fecha date;
  v_declaracion jsonb;
  v_pago record;
  v_autorizacion bigint;
  respuesta jsonb;
BEGIN
  v_repetida := idempotencia_tomar(v_usuario, 'compras-ventas', p_clave, p_huella);
  IF v_repetida IS NOT NULL THEN RETURN jsonb_build_object('repetida', true, 'respuesta', v_repetida); END IF;

  SELECT h.id, h.tasa, h.tasa_costo, h.precision, h.metodo_calculo, h.vigencia, h.tipo_cambio_id,
         tc.base_id, tc.cotizacion_id, tc.pais, tc.estatus, tc.monto_min, tc.monto_max, tc.bloqueo_minutos
    INTO t FROM tipos_cambios_historico h JOIN tipos_cambios tc ON tc.id = h.tipo_cambio_id
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  -- Shared with other operations, against a change of this rate: see tipos_cambios_publicar.
  PERFORM pg_advisory_xact_lock_shared(1, t.tipo_cambio_id);
  SELECT vigencia INTO t.vigencia FROM tipos_cambios_historico WHERE id = t.id;
  PERFORM detener_reloj(lower(t.vigencia));

  SELECT * INTO STRICT funcional FROM monedas m WHERE m.funcional;
  SELECT * INTO STRICT divisa FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END;
  SELECT * INTO STRICT contra FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END;
  IF divisa.id <> (p->>'divisa_id')::int OR divisa.funcional OR (v_tipo = 'canje') = contra.funcional THEN
    PERFORM rechazar('VALIDACION', '{"errors": [{"msg": "La tasa no corresponde a esta operación.", "campo": "historico_id"}]}');
  END IF;

  -- Rate: in force, or kept on purpose within its lock; not stale; within the operator's range.
  SELECT * INTO tot FROM compras_ventas_montos(v_tipo, (p->>'monto')::numeric, (p->>'contravalor')::numeric, v_tasa,
    t.metodo_calculo, divisa.decimales, contra.decimales);
  IF NOT upper_inf(t.vigencia) THEN
    PERFORM compras_ventas_tasa_vieja(v_tipo, t.id, p, tot.monto, tot.contravalor, divisa, contra);
  END IF;
  IF NOT t.estatus THEN
    PERFORM rechazar('TASA_INACTIVA', jsonb_build_object('base', CASE v_tipo WHEN 'venta' THEN contra.iso ELSE divisa.iso END,
      'cotizacion', CASE v_tipo WHEN 'venta' THEN divisa.iso ELSE contra.iso END, 'pais', t.pais));
  END IF;
  IF NOT (quien->>'vencida')::boolean AND tipos_cambios_edad(t.tipo_cambio_id) > 2 * ajuste('tasa_rancia_horas')::numeric THEN
    PERFORM rechazar('TASA_VENCIDA', jsonb_build_object('par', divisa.iso || '/' || contra.iso,
      'horas', floor(tipos_cambios_edad(t.tipo_cambio_id))));
  END IF;
  IF abs(v_tasa - t.tasa) * 100 > t.tasa * (quien->>'desvio_pct')::numeric THEN
    IF p->>'autorizacion_id' IS NULL THEN
      PERFORM rechazar('TASA_FUERA_DE_RANGO', jsonb_build_object('tasa', trim_scale(v_tasa),
        'vigente', round(t.tasa, t.precision), 'desvio', trim_scale((quien->>'desvio_pct')::numeric)));
    END IF;
    v_autorizacion := (p->>'autorizacion_id')::bigint;
    PERFORM autorizaciones_tasa_exigir(v_autorizacion, v_usuario, v_tipo, divisa.id, contra.id, t.metodo_calculo, t.tasa, v_tasa,
                                       tot.monto, (p->>'cliente_id')::bigint);
  END IF;
  IF tot.monto <= 0 OR tot.contravalor <= 0 THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object(
      'msg', 'El monto es demasiado pequeño para esta tasa.', 'campo', 'monto'))));
  END IF;
  PERFORM compras_ventas_decimales(p, divisa, contra, funcional);
  -- The corridor's bounds are of what the client hands over.
  IF (CASE v_tipo WHEN 'venta' THEN tot.contravalor ELSE tot.monto END) NOT BETWEEN coalesce(t.monto_min, 0) AND coalesce(t.monto_max, 1e29) THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object(
      'msg', format('Este tipo de cambio admite montos%s%s.', ' desde ' || trim_scale(t.monto_min), ' hasta ' || trim_scale(t.monto_max)),
      'campo', CASE v_tipo WHEN 'venta' THEN 'contravalor' ELSE 'monto' END))));
  END IF;

  -- Payments: each side sums to what it must.
  pagos := pagos_leer(p);
  IF EXISTS (SELECT FROM unnest(pagos) x WHERE x.moneda_id <> ALL (CASE
       WHEN (x.lado = 'recibimos') = (v_tipo <> 'venta') THEN ARRAY[divisa.id] ELSE ARRAY[contra.id] END
       || CASE WHEN v_tipo = 'canje' AND x.lado = 'recibimos' THEN ARRAY[funcional.id] ELSE '{}' END)) THEN
    PERFORM rechazar('VALIDACION', '{"errors": [{"msg": "Hay una cuenta en otra moneda que la del pago.", "campo": "recibimos"}]}');
  END IF;
  CASE v_tipo
    WHEN 'compra' THEN
      PERFORM pagos_cuadrar(pagos, 'recibimos', divisa.id, tot.monto);
      v_redondeo := pagos_cuadrar(pagos, 'entregamos', contra.id, tot.contravalor - v_servicio);
    WHEN 'venta' THEN
      v_redondeo := pagos_cuadrar(pagos, 'recibimos', contra.id, tot.contravalor + v_servicio);
      PERFORM pagos_cuadrar(pagos, 'entregamos', divisa.id, tot.monto);
    ELSE
      PERFORM pagos_cuadrar(pagos, 'recibimos', divisa.id, tot.monto);
      PERFORM pagos_cuadrar(pagos, 'entregamos', contra.id, tot.contravalor);
      v_redondeo := pagos_cuadrar(pagos, 'recibimos', funcional.id, v_servicio);
  END CASE;

  -- Client: what his amount asks to know of him; the same operation minutes ago is asked about once.
  v_fecha := fecha_negocio(ahora());
  PERFORM compras_ventas_topes(pagos, v_fecha);
  IF v_tipo = 'canje' THEN
    SELECT round(tot.monto * compra, 2) INTO v_valor FROM pares_divisas
      WHERE pais = t.pais AND base_id = divisa.id AND cotizacion_id = funcional.id AND estatus;
    -- Without a price it is worth what leaves for it cost.
    SELECT coalesce(v_valor, tot.contravalor * k.saldo / nullif(-q.saldo, 0)) INTO v_usd FROM posiciones x
      JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id
      WHERE x.moneda_id = contra.id;
  ELSE
    v_usd := tot.contravalor;
  END IF;
  v_usd := en_dolares(t.pais, divisa.id, tot.monto, v_usd);
  IF coalesce(v_usd, 'Infinity') > (quien->>'limite_usd')::numeric THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', 'La operación', 'periodo', 'por operación',
      'limite', importe_texto((quien->>'limite_usd')::numeric, 'US$', 2)));
  END IF;
  PERFORM clientes_exigir((p->>'cliente_id')::bigint, v_usd, v_fecha);
  v_declaracion := compras_ventas_declarar(p, v_usd, v_fecha);
  IF NOT coalesce((p->>'confirmo_duplicado')::boolean, false) THEN
    PERFORM compras_ventas_repetida((p->>'cliente_id')::bigint, v_usuario, v_tipo, divisa.id, tot.monto, v_fecha);
  END IF;

  -- Ledger: a line that waits for verification goes to what clients owe us, or we owe them.
  SELECT array_agg((
           CASE WHEN x.verifica THEN (SELECT c.id FROM cuentas_contables c JOIN monedas m ON m.id = x.moneda_id
             WHERE c.codigo = CASE x.lado WHEN 'recibimos' THEN 'por-cobrar:' ELSE 'por-entregar:' END || m.iso)
           ELSE x.cuenta_id END,
           CASE x.lado WHEN 'recibimos' THEN x.monto ELSE -x.monto END,
           -- On one line whole: shares of it, each rounded, would be another value.
           CASE WHEN x.lado = 'recibimos' AND x.moneda_id = divisa.id AND x.orden = 1 THEN v_valor END,
           x.referencia)::libro_linea ORDER BY x.lado DESC, x.n)
    INTO lineas FROM (SELECT *, row_number() OVER (PARTITION BY lado, moneda_id ORDER BY n) AS orden FROM unnest(pagos)) x;
  IF v_servicio <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'servicio'), -v_servicio, NULL, NULL)::libro_linea;
  END IF;
  IF v_redondeo <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'redondeo'), v_redondeo, NULL, NULL)::libro_linea;
  END IF;
  v_id := nextval('compras_ventas_id_seq');
  libro := libro_contabilizar('compras-ventas', v_id,
    format('%s %s %s', initcap(v_tipo), divisa.simbolo, round(tot.monto, divisa.decimales)), v_usuario, lineas,
    (SELECT ganancia_id FROM posiciones WHERE moneda_id = CASE v_tipo WHEN 'canje' THEN contra.id ELSE divisa.id END));
  PERFORM cuentas_exigir(ARRAY(SELECT x.cuenta_id FROM unnest(pagos) x), v_fecha);
  v_costo := (libro->'costos'->>(CASE v_tipo WHEN 'venta' THEN divisa.id ELSE contra.id END)::text)::numeric;
  IF (libro->>'resultado')::numeric < 0 AND coalesce(p->>'motivo', '') = '' THEN
    PERFORM rechazar('BAJO_COSTO', CASE WHEN (quien->>'ganancia')::boolean
      THEN jsonb_build_object('costo', v_costo::text, 'perdida', libro->>'resultado') ELSE '{}' END);
  END IF;
  v_margen := CASE v_tipo
    WHEN 'compra' THEN convertir(tot.monto, t.tasa_costo, t.metodo_calculo, 2, 'medio') - tot.contravalor
    WHEN 'venta' THEN tot.contravalor
      - convertir(tot.monto, t.tasa_costo, CASE t.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END, 2, 'medio') END;
  v_estado := CASE WHEN EXISTS (SELECT FROM unnest(pagos) WHERE verifica) THEN 'pendiente' ELSE 'completada' END;

  -- The number last of all locks but the audit's: its row is everybody's.
  v_numero := serie_siguiente('CV', v_fecha);
  INSERT INTO compras_ventas (id, numero, clave, fecha, tipo, cliente_id, divisa_id, monto, contramoneda_id, contravalor,
      historico_id, tasa, precision, metodo_calculo, tasa_mantenida, servicio, redondeo, costo, ganancia, margen, monto_usd,
      observacion, motivo, asiento_id, usuario_id, estado, declaracion)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_numero, p_clave, (SELECT fecha FROM asientos WHERE id = (libro->>'asiento_id')::bigint), v_tipo,
      (p->>'cliente_id')::bigint, divisa.id, tot.monto, contra.id, tot.contravalor, t.id, v_tasa, t.precision,
      t.metodo_calculo, NOT upper_inf(t.vigencia), v_servicio, v_redondeo, v_costo, (libro->>'resultado')::numeric, v_margen,
      v_usd, p->>'observacion', p->>'motivo', (libro->>'asiento_id')::bigint, v_usuario, v_estado, v_declaracion);
  UPDATE autorizaciones_tasa SET estado = 'usada', compra_venta_id = v_id WHERE id = v_autorizacion;
  INSERT INTO compras_ventas_pagos (compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia, estado, asiento_id,
      fecha_negocio, denominaciones)
    SELECT v_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia,
           CASE WHEN verifica THEN 'por_verificar' ELSE 'verificado' END,
           CASE WHEN NOT verifica THEN (libro->>'asiento_id')::bigint END, v_fecha, denominaciones
    FROM unnest(pagos) ORDER BY lado DESC, n;
  IF EXISTS (SELECT FROM unnest(pagos) WHERE adjunto_id IS NOT NULL) THEN
    -- The lines got their ids in the order in which they were written.
    FOR v_pago IN
      SELECT g.id, x.adjunto_id, x.lado, x.n
      FROM (SELECT *, row_number() OVER (ORDER BY lado DESC, n) AS orden FROM unnest(pagos)) x
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS orden FROM compras_ventas_pagos WHERE compra_venta_id = v_id) g
        USING (orden)
      WHERE x.adjunto_id IS NOT NULL ORDER BY x.adjunto_id
    LOOP
      PERFORM adjuntos_usar(quien, v_pago.adjunto_id, 'compras-ventas', v_id, v_pago.id,
                            format('%s.%s', v_pago.lado, v_pago.n));
    END LOOP;
  END IF;
  PERFORM auditar(quien, 'registrar', 'compras-ventas', v_id::text, NULL, p || jsonb_build_object('numero', v_numero));
  respuesta := jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', v_estado,
    'monto', round(tot.monto, divisa.decimales)::text, 'contravalor', round(tot.contravalor, contra.decimales)::text,
    'message', format('%s %s registrad%s.', initcap(v_tipo), v_numero, CASE v_tipo WHEN 'canje' THEN 'o' ELSE 'a' END));
  PERFORM idempotencia_guardar(v_usuario, 'compras-ventas', p_clave, respuesta);
  PERFORM avisar('compras-ventas', v_id);
  RETURN jsonb_build_object('repetida', false, 'respuesta', respuesta);
END $$;
