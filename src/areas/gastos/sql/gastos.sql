CREATE OR REPLACE FUNCTION gastos_categorias_fijas()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.codigo <> OLD.codigo AND EXISTS (SELECT FROM gastos WHERE categoria_id = OLD.id) THEN
    PERFORM rechazar('CONGELADO', '{"campo": "El código"}');
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER gastos_categorias_fijas BEFORE UPDATE ON gastos_categorias
  FOR EACH ROW EXECUTE FUNCTION gastos_categorias_fijas();

-- The ledger account of a category, created on first use.
CREATE OR REPLACE FUNCTION gastos_cuenta(p_categoria integer) RETURNS bigint LANGUAGE sql AS $$
  SELECT CASE codigo
    WHEN 'bancarios' THEN libro_cuenta('gastos-bancarios', 'Gastos bancarios', 'gasto', moneda_funcional())
    ELSE libro_cuenta('gasto:' || codigo, 'Gasto: ' || nombre, 'gasto', moneda_funcional()) END
  FROM gastos_categorias WHERE id = p_categoria;
$$;

-- Guards expenses: a paid one never changes, a pending one takes its answer, a proposal is completed by a person.
CREATE OR REPLACE TRIGGER gastos_fijos BEFORE UPDATE OR DELETE ON gastos
  FOR EACH ROW WHEN (OLD.estado <> 'pendiente' OR OLD.confirmado) EXECUTE FUNCTION cambios_fijos('estado',
    '^pendiente ', '{solo,estado,resuelto_por,resuelto_en,nota,pagado_en,asiento_id,valor,valor_dia,version}',
    '^pagado anulado$', '{estado,anulado_en,anulado_por,motivo_anulacion,version}');
CREATE OR REPLACE TRIGGER gastos_propuestos_fijos BEFORE UPDATE OF id, numero, recurrente_id, periodo OR DELETE
    ON gastos
  FOR EACH ROW WHEN (OLD.estado = 'pendiente' AND NOT OLD.confirmado) EXECUTE FUNCTION prohibir_cambio();

-- What is said of an expense.
CREATE OR REPLACE FUNCTION gastos_hecho(d gastos, p_accion text, p_mensaje text, p_despues jsonb,
    p_antes text DEFAULT NULL, p_mas jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN operacion_hecha('gastos', d, p_accion, p_mensaje, p_despues, p_antes, p_mas,
    '{gastos,cuentas,posiciones,aprobaciones}');

-- The entry of an expense: its account at average cost against its category.
CREATE OR REPLACE FUNCTION gastos_entrada(d gastos, p_usuario integer) RETURNS libro_entrada LANGUAGE sql AS $$
  SELECT ('gastos', d.id, 'Gasto: ' || lower(nombre), p_usuario, NULL,
    ARRAY[(d.cuenta_id, -d.monto, NULL, d.serie_numero)::libro_linea], gastos_cuenta(id), false)::libro_entrada
  FROM gastos_categorias WHERE id = d.categoria_id;
$$;

-- The expense with its entry, what it cost, and its value at the day's price.
CREATE OR REPLACE FUNCTION gastos_pagado(d gastos, p_libro jsonb) RETURNS gastos LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cuentas_exigir(ARRAY[d.cuenta_id], fecha_negocio(ahora()));
  d.asiento_id := (p_libro->>'asiento_id')::bigint;
  SELECT -sum(valor) INTO d.valor FROM apuntes WHERE asiento_id = d.asiento_id AND cuenta_id = d.cuenta_id;
  d.valor_dia := round(d.monto * precio_funcional(d.moneda_id), 2);
  d.pagado_en := ahora();
  RETURN d;
END $$;

-- The value that an approver's limit is compared with: the largest of booked cost, average cost and today's price.
CREATE OR REPLACE FUNCTION gastos_juicio(g gastos) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT greatest(g.valor, a_costo(g.moneda_id, g.monto), round(g.monto * precio_funcional(g.moneda_id), 2));
$$;

-- Answers a pending expense: pays or refuses it. Nobody approves his own request; he may withdraw it, and users who
-- register expenses may discard a proposal of the job. `p` = {aprueba, nota}.
CREATE OR REPLACE FUNCTION gastos_resolver_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (o.quien->>'usuario_id')::int;
  g gastos;
BEGIN
  SELECT * INTO g FROM gastos WHERE id = o.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese gasto"}'); END IF;
  IF g.estado <> 'pendiente' THEN
    PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', g.numero, 'estado', g.estado));
  END IF;
  PERFORM detener_reloj();
  IF (o.p->>'aprueba')::boolean THEN
    IF NOT g.confirmado THEN PERFORM rechazar('ESTADO', '{"estado": "por confirmar: complétela y páguela"}'); END IF;
    PERFORM aprobaciones_exigir(o.quien, gastos_juicio(g));
    g.solo := g.solicitado_por = v_usuario AND solo_aprobar(o.quien, 'gastos:aprobar', jsonb_build_object('origen',
      'gastos', 'origen_id', o.id, 'titulo', 'el gasto ' || g.numero, 'valor', gastos_juicio(g)));
    o.entradas := ARRAY[gastos_entrada(g, v_usuario)];
    o.ocupa := o.ocupa || cuentas_ocupan(ARRAY[g.cuenta_id]);
  END IF;
  o.dato := to_jsonb(g);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION gastos_resolver_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (o.quien->>'usuario_id')::int;
  v_aprueba boolean := o.p->'aprueba';
  g gastos := jsonb_populate_record(NULL::gastos, o.dato);
BEGIN
  IF v_aprueba THEN g := gastos_pagado(g, libro[1]); END IF;
  g.estado := CASE WHEN v_aprueba THEN 'pagado' ELSE 'rechazado' END;
  UPDATE gastos SET solo = g.solo, estado = g.estado, resuelto_por = v_usuario, resuelto_en = ahora(),
         nota = o.p->>'nota', valor = g.valor, valor_dia = g.valor_dia, asiento_id = g.asiento_id,
         pagado_en = g.pagado_en, version = version + 1 WHERE id = o.id;
  RETURN gastos_hecho(g, CASE WHEN v_aprueba THEN 'aprobar' WHEN g.solicitado_por = v_usuario THEN 'retirar'
      ELSE 'rechazar' END, 'Gasto %s ' || g.estado || '.', jsonb_build_object('nota', o.p->>'nota'), 'pendiente');
END $$;

-- Annuls an expense: returns exactly what left, at its cost. `p` = {motivo, anterior: the user may annul one paid on an
-- earlier day}.
CREATE OR REPLACE FUNCTION gastos_anular_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  g gastos;
BEGIN
  SELECT * INTO g FROM gastos WHERE id = o.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese gasto"}'); END IF;
  IF g.estado = 'anulado' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', g.numero)); END IF;
  IF g.estado <> 'pagado' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', g.estado)); END IF;
  PERFORM detener_reloj();
  RETURN cuentas_anular(o, 'gastos', g, fecha_negocio(g.pagado_en), g.solicitado_por, g.pagado_en,
    en_dolares('usd', g.moneda_id, g.monto, gastos_juicio(g)), gastos_juicio(g), g.moneda_id);
END $$;

CREATE OR REPLACE FUNCTION gastos_anular_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  g gastos;
BEGIN
  UPDATE gastos SET estado = 'anulado', anulado_en = ahora(), anulado_por = (o.quien->>'usuario_id')::int,
         motivo_anulacion = o.p->>'motivo', version = version + 1 WHERE id = o.id RETURNING * INTO STRICT g;
  RETURN gastos_hecho(g, 'anular', 'Gasto %s anulado.', jsonb_build_object('motivo', o.p->>'motivo'), 'pagado');
END $$;

-- Stops a monthly expense, or restarts it from next month on.
CREATE OR REPLACE FUNCTION gastos_recurrentes_estatus(quien jsonb, p_id bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Proposes the monthly expenses that are due and not proposed yet, for review by a person. Several servers may run it
-- concurrently.
CREATE OR REPLACE FUNCTION gastos_proponer()
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    v_numero := serie_siguiente(serie_de('GA', sucursal_de(ARRAY[r.cuenta_id], r.creado_por)), v_hoy);
    INSERT INTO gastos (id, numero, fecha, registrado_en, categoria_id, proveedor, ruc, descripcion, cuenta_id,
        moneda_id, monto, comprobante, valor, recurrente_id, periodo, confirmado, estado, solicitado_por)
      OVERRIDING SYSTEM VALUE
      VALUES (v_id, v_numero, r.vence, ahora(), r.categoria_id, r.proveedor, r.ruc, r.descripcion, r.cuenta_id,
        r.moneda_id, r.monto, r.comprobante, coalesce(a_costo(r.moneda_id, r.monto), 0), r.id, r.periodo, false,
        'pendiente', r.creado_por);
    PERFORM auditar('{}', 'proponer-mes', 'gastos', v_id::text, NULL,
        jsonb_build_object('numero', v_numero, 'periodo', r.periodo));
    PERFORM avisar(area, v_id) FROM unnest('{gastos,cuentas,posiciones,aprobaciones}'::text[]) area;
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;

-- An expense cannot be dated on or before a closed day, the house's or its branch's, like entries. A proposal of the
-- job is exempt, since nobody has confirmed its date.
CREATE OR REPLACE FUNCTION gastos_dia_abierto() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(27, 0);
  IF NEW.fecha <= (SELECT max(fecha) FROM cierres) THEN
    PERFORM rechazar('DIA_CERRADO', jsonb_build_object('fecha', to_char(NEW.fecha, 'DD/MM/YYYY')));
  END IF;
  PERFORM sucursales_abiertas_exigir(ARRAY[NEW.sucursal_id], NEW.fecha);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER gastos_dia_abierto AFTER INSERT OR UPDATE OF fecha ON gastos
  FOR EACH ROW WHEN (NEW.confirmado) EXECUTE FUNCTION gastos_dia_abierto();
