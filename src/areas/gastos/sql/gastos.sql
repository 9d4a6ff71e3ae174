CREATE OR REPLACE FUNCTION gastos_categorias_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.codigo <> OLD.codigo AND EXISTS (SELECT FROM gastos WHERE categoria_id = OLD.id) THEN
    PERFORM rechazar('CONGELADO', '{"campo": "El código"}');
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER gastos_categorias_fijas BEFORE UPDATE ON gastos_categorias
  FOR EACH ROW EXECUTE FUNCTION gastos_categorias_fijas();

-- The ledger account of a category, opened when it is first needed.
CREATE OR REPLACE FUNCTION gastos_cuenta(p_categoria integer) RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT CASE codigo WHEN 'bancarios' THEN libro_cuenta('gastos-bancarios', 'Gastos bancarios', 'gasto', moneda_funcional())
                     ELSE libro_cuenta('gasto:' || codigo, 'Gasto: ' || nombre, 'gasto', moneda_funcional()) END
  FROM gastos_categorias WHERE id = p_categoria;
$$;

-- What was paid stays as it was; what waits takes its answer; what a job proposed is completed by a person.
CREATE OR REPLACE FUNCTION gastos_fijos() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  libres text[] := CASE
    WHEN OLD.estado = 'pendiente' AND NOT OLD.confirmado THEN (
      SELECT array_agg(k) FROM jsonb_object_keys(to_jsonb(OLD)) k WHERE k NOT IN ('id', 'numero', 'recurrente_id', 'periodo'))
    WHEN OLD.estado = 'pendiente' THEN '{estado,resuelto_por,resuelto_en,nota,pagado_en,asiento_id,valor,valor_dia,version}'::text[]
    WHEN OLD.estado = 'pagado' AND NEW.estado = 'anulado' THEN '{estado,anulado_en,anulado_por,motivo_anulacion,version}' END;
BEGIN
  IF TG_OP = 'UPDATE' AND libres IS NOT NULL AND to_jsonb(OLD) - libres = to_jsonb(NEW) - libres THEN RETURN NEW; END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = format('%s: documents are not rewritten', TG_TABLE_NAME);
END $$;
CREATE OR REPLACE TRIGGER gastos_fijos BEFORE UPDATE OR DELETE ON gastos FOR EACH ROW EXECUTE FUNCTION gastos_fijos();

CREATE OR REPLACE FUNCTION gastos_avisar(p_id bigint) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT avisar(area, p_id) FROM unnest('{gastos,cuentas,posiciones,aprobaciones}'::text[]) area;
$$;

-- Posts an expense: the account at its average cost against its category. Answers entry, cost and the day's price.
CREATE OR REPLACE FUNCTION gastos_contabilizar(p_id bigint, p_usuario integer, p_categoria integer, p_cuenta bigint, p_monto numeric,
                                    p_serie text, OUT asiento bigint, OUT costo numeric, OUT dia numeric)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  asiento := (libro_contabilizar('gastos', p_id, 'Gasto: ' || (SELECT lower(nombre) FROM gastos_categorias WHERE id = p_categoria),
    p_usuario, ARRAY[(p_cuenta, -p_monto, NULL, p_serie)::libro_linea], gastos_cuenta(p_categoria))->>'asiento_id')::bigint;
  PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
  SELECT -sum(valor) INTO costo FROM apuntes WHERE asiento_id = asiento AND cuenta_id = p_cuenta;
  dia := round(p_monto * precio_funcional((SELECT moneda_id FROM cuentas WHERE id = p_cuenta)), 2);
END $$;

-- Registers an expense: paid at once up to the limit, else it waits. `p` = {fecha, categoria_id, proveedor, ruc, descripcion,
-- cuenta_id, monto, comprobante, serie_numero, adjunto_id, recurrente_dia, propuesta_id}: the last one completes what the
-- job proposed.
CREATE OR REPLACE FUNCTION gastos_registrar(quien jsonb, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_cuenta bigint := (p->>'cuenta_id')::bigint;
  v_monto numeric := (p->>'monto')::numeric;
  v_fecha date := (p->>'fecha')::date;
  v_ruc text := nullif(p->>'ruc', '');
  -- `f001-000123` and `F001-123` are one paper.
  v_serie text := regexp_replace(upper(btrim(nullif(p->>'serie_numero', ''))), '^([A-Z0-9]+)-0*(\d)', '\1-\2');
  v_propuesta bigint := (p->>'propuesta_id')::bigint;
  v_dia integer := (p->>'recurrente_dia')::int;
  propuesta gastos;
  c record;
  cat gastos_categorias;
  hecho record;
  v_valor numeric;
  v_estado text;
  v_id bigint;
  v_recurrente bigint;
  v_periodo date;
  v_numero text;
BEGIN
  PERFORM detener_reloj();
  IF v_propuesta IS NOT NULL THEN
    SELECT * INTO propuesta FROM gastos WHERE id = v_propuesta FOR NO KEY UPDATE;
    IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese gasto"}'); END IF;
    IF propuesta.confirmado OR propuesta.estado <> 'pendiente' THEN
      PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', propuesta.numero, 'estado', propuesta.estado));
    END IF;
  END IF;
  SELECT * INTO cat FROM gastos_categorias WHERE id = (p->>'categoria_id')::int;
  IF NOT FOUND THEN PERFORM rechazar_campo('categoria_id', 'La categoría no existe.'); END IF;
  IF NOT cat.estatus THEN PERFORM rechazar_campo('categoria_id', 'La categoría está inactiva.'); END IF;
  IF v_fecha > fecha_negocio(ahora()) THEN PERFORM rechazar_campo('fecha', 'La fecha no puede ser futura.'); END IF;
  IF EXISTS (SELECT FROM cierres WHERE fecha = v_fecha) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(v_fecha, 'DD/MM/YYYY')));
  END IF;
  IF v_ruc IS NOT NULL AND NOT ruc_valido(v_ruc) THEN PERFORM rechazar_campo('ruc', 'El RUC no es válido: revise los dígitos.'); END IF;
  SELECT k.nombre, k.moneda_id, k.estatus, x.simbolo, x.decimales, s.saldo, s.minimo INTO c
    FROM cuentas k JOIN monedas x ON x.id = k.moneda_id JOIN cuentas_contables s ON s.id = k.id WHERE k.id = v_cuenta;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa cuenta"}'); END IF;
  IF NOT c.estatus THEN PERFORM rechazar('INACTIVO', jsonb_build_object('que', c.nombre)); END IF;
  IF scale(trim_scale(v_monto)) > c.decimales THEN
    PERFORM rechazar_campo('monto', CASE WHEN c.decimales = 0 THEN 'No admite decimales.'
                                         ELSE format('Admite hasta %s decimales.', c.decimales) END);
  END IF;
  IF efectivo_falla(v_cuenta, v_monto) IS NOT NULL THEN PERFORM rechazar_campo('monto', efectivo_falla(v_cuenta, v_monto)); END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[v_cuenta]);
  v_valor := coalesce(a_costo(c.moneda_id, v_monto), 0);
  v_estado := CASE WHEN greatest(v_valor, round(v_monto * precio_funcional(c.moneda_id), 2)) > ajuste('gasto_aprobacion_pen')::numeric
    THEN 'pendiente' ELSE 'pagado' END;
  -- The ledger says so too when it is paid; what waits is not asked for in vain.
  IF v_estado = 'pendiente' AND c.saldo - v_monto < coalesce(c.minimo, c.saldo - v_monto) THEN
    PERFORM rechazar('SALDO_INSUFICIENTE', jsonb_build_object('cuenta', c.nombre,
      'disponible', importe_texto(c.saldo - c.minimo, c.simbolo, c.decimales), 'necesario', importe_texto(v_monto, c.simbolo, c.decimales)));
  END IF;

  v_recurrente := propuesta.recurrente_id;
  v_periodo := propuesta.periodo;
  IF v_dia IS NOT NULL AND v_recurrente IS NULL THEN
    v_periodo := date_trunc('month', v_fecha)::date;
    INSERT INTO gastos_recurrentes (categoria_id, proveedor, ruc, descripcion, cuenta_id, monto, comprobante, dia, desde, creado_por, creado_en)
      VALUES (cat.id, nullif(p->>'proveedor', ''), v_ruc, btrim(p->>'descripcion'), v_cuenta, v_monto, p->>'comprobante', v_dia,
        (v_periodo + interval '1 month')::date, v_usuario, ahora())
      RETURNING id INTO v_recurrente;
  END IF;
  v_id := coalesce(propuesta.id, nextval(pg_get_serial_sequence('gastos', 'id')));
  IF v_estado = 'pagado' THEN
    SELECT * INTO hecho FROM gastos_contabilizar(v_id, v_usuario, cat.id, v_cuenta, v_monto, v_serie);
    v_valor := hecho.costo;
  ELSE
    SELECT NULL::bigint AS asiento, NULL::numeric AS dia INTO hecho;
  END IF;
  IF propuesta.id IS NULL THEN
    v_numero := serie_siguiente('GA', fecha_negocio(ahora()));
    INSERT INTO gastos (id, numero, fecha, registrado_en, categoria_id, proveedor, ruc, descripcion, cuenta_id, moneda_id, monto,
        comprobante, serie_numero, valor, valor_dia, recurrente_id, periodo, confirmado, estado, solicitado_por, pagado_en, asiento_id)
      OVERRIDING SYSTEM VALUE
      VALUES (v_id, v_numero, v_fecha, ahora(), cat.id, nullif(p->>'proveedor', ''), v_ruc, btrim(p->>'descripcion'), v_cuenta,
        c.moneda_id, v_monto, p->>'comprobante', v_serie, v_valor, hecho.dia, v_recurrente, v_periodo, true, v_estado, v_usuario,
        CASE v_estado WHEN 'pagado' THEN ahora() END, hecho.asiento);
  ELSE
    v_numero := propuesta.numero;
    UPDATE gastos SET fecha = v_fecha, registrado_en = ahora(), categoria_id = cat.id, proveedor = nullif(p->>'proveedor', ''), ruc = v_ruc,
        descripcion = btrim(p->>'descripcion'), cuenta_id = v_cuenta, moneda_id = c.moneda_id, monto = v_monto,
        comprobante = p->>'comprobante', serie_numero = v_serie, valor = v_valor, valor_dia = hecho.dia, confirmado = true,
        estado = v_estado, solicitado_por = v_usuario, pagado_en = CASE v_estado WHEN 'pagado' THEN ahora() END,
        asiento_id = hecho.asiento, version = version + 1 WHERE id = v_id;
  END IF;
  IF p->>'adjunto_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, (p->>'adjunto_id')::bigint, 'gastos', v_id, v_id, 'adjunto_id');
  END IF;
  PERFORM auditar(quien, CASE v_estado WHEN 'pendiente' THEN 'proponer' ELSE 'pagar' END, 'gastos', v_id::text, NULL,
    p || jsonb_build_object('numero', v_numero, 'estado', v_estado));
  PERFORM gastos_avisar(v_id);
  RETURN jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', v_estado,
    'message', CASE v_estado WHEN 'pendiente' THEN format('Gasto %s enviado: espera aprobación.', v_numero)
                             ELSE format('Gasto %s pagado.', v_numero) END);
END $$;

-- What the approval of an expense is judged by: the largest of what it cost on average and of today's price.
CREATE OR REPLACE FUNCTION gastos_juicio(g gastos) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN greatest(g.valor, a_costo(g.moneda_id, g.monto), round(g.monto * precio_funcional(g.moneda_id), 2));

-- Answers what waits: pays it or says no. Nobody approves what he asked for; he may take it back, and whoever registers
-- expenses may drop what the job proposed.
CREATE OR REPLACE FUNCTION gastos_resolver(quien jsonb, p_id bigint, p_aprueba boolean, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  g gastos;
  hecho record;
  v_estado text := CASE WHEN p_aprueba THEN 'pagado' ELSE 'rechazado' END;
BEGIN
  SELECT * INTO g FROM gastos WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese gasto"}'); END IF;
  IF g.estado <> 'pendiente' THEN PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', g.numero, 'estado', g.estado)); END IF;
  PERFORM detener_reloj();
  SELECT NULL::bigint AS asiento, g.valor AS costo, NULL::numeric AS dia INTO hecho;
  IF p_aprueba THEN
    IF NOT g.confirmado THEN PERFORM rechazar('ESTADO', '{"estado": "por confirmar: complétela y páguela"}'); END IF;
    IF g.solicitado_por = v_usuario THEN PERFORM rechazar('SOLICITUD_PROPIA'); END IF;
    PERFORM aprobaciones_exigir(quien, gastos_juicio(g));
    SELECT * INTO hecho FROM gastos_contabilizar(g.id, v_usuario, g.categoria_id, g.cuenta_id, g.monto, g.serie_numero);
  END IF;
  UPDATE gastos SET estado = v_estado, resuelto_por = v_usuario, resuelto_en = ahora(), nota = p_nota, valor = hecho.costo,
         valor_dia = hecho.dia, asiento_id = hecho.asiento, pagado_en = CASE WHEN p_aprueba THEN ahora() END,
         version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, CASE WHEN p_aprueba THEN 'aprobar' WHEN g.solicitado_por = v_usuario THEN 'retirar' ELSE 'rechazar' END,
    'gastos', p_id::text, jsonb_build_object('estado', g.estado),
    jsonb_build_object('numero', g.numero, 'estado', v_estado, 'nota', p_nota));
  PERFORM gastos_avisar(p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', v_estado, 'message', format('Gasto %s %s.', g.numero, v_estado));
END $$;

-- Gives back exactly what left, at its cost. `anterior` = may annul what was paid on another day.
CREATE OR REPLACE FUNCTION gastos_anular(quien jsonb, p_id bigint, p_motivo text, p_anterior boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  g gastos;
BEGIN
  SELECT * INTO g FROM gastos WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese gasto"}'); END IF;
  IF g.estado = 'anulado' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', g.numero)); END IF;
  IF g.estado <> 'pagado' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', g.estado)); END IF;
  PERFORM detener_reloj();
  IF fecha_negocio(g.pagado_en) <> fecha_negocio(ahora()) AND NOT p_anterior THEN
    PERFORM rechazar('DIA_ANTERIOR', jsonb_build_object('fecha', to_char(fecha_negocio(g.pagado_en), 'DD/MM/YYYY')));
  END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[g.cuenta_id]);
  PERFORM libro_anular(g.asiento_id, 'Anulación de ' || g.numero, (quien->>'usuario_id')::int);
  UPDATE gastos SET estado = 'anulado', anulado_en = ahora(), anulado_por = (quien->>'usuario_id')::int,
         motivo_anulacion = p_motivo, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'anular', 'gastos', p_id::text, jsonb_build_object('estado', g.estado),
                  jsonb_build_object('numero', g.numero, 'estado', 'anulado', 'motivo', p_motivo));
  PERFORM gastos_avisar(p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'anulado', 'message', format('Gasto %s anulado.', g.numero));
END $$;

-- Stops what comes back, or starts it again from the month after this one.
CREATE OR REPLACE FUNCTION gastos_recurrentes_estatus(quien jsonb, p_id bigint) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r gastos_recurrentes;
BEGIN
  SELECT * INTO r FROM gastos_recurrentes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese gasto recurrente"}'); END IF;
  UPDATE gastos_recurrentes SET activo = NOT r.activo,
         desde = CASE WHEN r.activo THEN desde
                      ELSE greatest(desde, (date_trunc('month', fecha_negocio(ahora())) + interval '1 month')::date) END
    WHERE id = p_id;
  PERFORM auditar(quien, 'recurrente', 'gastos', NULL, jsonb_build_object('recurrente_id', p_id, 'activo', r.activo),
                  jsonb_build_object('recurrente_id', p_id, 'activo', NOT r.activo));
  PERFORM avisar('gastos');
  RETURN NOT r.activo;
END $$;

-- Writes down what is due and was not proposed yet, to be looked at by a person. Any number of servers may do it at once.
CREATE OR REPLACE FUNCTION gastos_proponer() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora());
  r record;
  v_id bigint;
  v_numero text;
  n integer := 0;
BEGIN
  IF reloj_duda() IS NOT NULL THEN RETURN 0; END IF;
  FOR r IN
    SELECT q.*, m.mes::date AS periodo, k.moneda_id,
           least(m.mes::date + q.dia - 1, (m.mes + interval '1 month')::date - 1) AS vence
    FROM gastos_recurrentes q JOIN cuentas k ON k.id = q.cuenta_id
    CROSS JOIN LATERAL generate_series(q.desde, v_hoy, interval '1 month') m (mes)
    WHERE q.activo AND NOT EXISTS (SELECT FROM gastos g WHERE g.recurrente_id = q.id AND g.periodo = m.mes::date)
    ORDER BY q.id, m.mes FOR NO KEY UPDATE OF q SKIP LOCKED
  LOOP
    CONTINUE WHEN r.vence > v_hoy OR EXISTS (SELECT FROM gastos WHERE recurrente_id = r.id AND periodo = r.periodo);
    v_id := nextval(pg_get_serial_sequence('gastos', 'id'));
    v_numero := serie_siguiente('GA', v_hoy);
    INSERT INTO gastos (id, numero, fecha, registrado_en, categoria_id, proveedor, ruc, descripcion, cuenta_id, moneda_id, monto,
        comprobante, valor, recurrente_id, periodo, confirmado, estado, solicitado_por)
      OVERRIDING SYSTEM VALUE
      VALUES (v_id, v_numero, r.vence, ahora(), r.categoria_id, r.proveedor, r.ruc, r.descripcion, r.cuenta_id, r.moneda_id, r.monto,
        r.comprobante, coalesce(a_costo(r.moneda_id, r.monto), 0), r.id, r.periodo, false, 'pendiente', r.creado_por);
    PERFORM auditar('{}', 'proponer-mes', 'gastos', v_id::text, NULL, jsonb_build_object('numero', v_numero, 'periodo', r.periodo));
    PERFORM gastos_avisar(v_id);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;

-- An expense is not of a day that is closed, nor of any before it: as the entries. What the job proposes is nobody's yet.
CREATE OR REPLACE FUNCTION gastos_dia_abierto() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  IF NEW.fecha <= (SELECT max(fecha) FROM cierres) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(NEW.fecha, 'DD/MM/YYYY')));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER gastos_dia_abierto AFTER INSERT OR UPDATE OF fecha ON gastos
  FOR EACH ROW WHEN (NEW.confirmado) EXECUTE FUNCTION gastos_dia_abierto();
