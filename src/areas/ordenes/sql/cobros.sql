-- Reads the lines of a client's payment, with the checks of the counter. `p_usd` = what the order is worth, `p_orden` =
-- the one that has payments already, whose fees count with those of the lines (R-300); null of a new one. Of each
-- line its fee and what it costs, once: entry and row have both from here, whatever its way of paying says meanwhile.
-- A fee that is in the functional currency, where the payment is not, is turned into that of the payment, and `valores`
-- keeps what it was; null elsewhere (R-298). What it has too much (`a_favor`) came with it, for limits, fee and count,
-- and is then taken off its amount; `sobra` is their sum, and `sobra_usd` what that is worth.
CREATE OR REPLACE FUNCTION ordenes_cobros_tomados(quien jsonb, p_cobros jsonb, p_orden bigint, p_pais text,
    p_moneda integer, p_usd numeric, OUT pagos pago_leido[], OUT tarifas numeric[], OUT valores numeric[],
    OUT costos numeric[], OUT a_favor numeric[], OUT sobra numeric, OUT sobra_usd numeric) LANGUAGE plpgsql AS $$
DECLARE
  x pago_leido;
  v_dichas jsonb;           -- the lines, each fee as its way of paying has it
  v_valor numeric;
  v_detalle text;
  v_antes constant jsonb := (SELECT coalesce(jsonb_agg(jsonb_build_object('tipo_pago_id', g.tipo_pago_id,
      'cuenta_id', g.cuenta_id, 'monto', g.monto + g.a_favor, 'tarifa', coalesce(g.tarifa_valor, g.tarifa),
      'rechazado', g.estado = 'rechazado')), '[]')
    FROM ordenes_cobros g WHERE g.orden_id = p_orden AND g.estado IN ('por_verificar', 'verificado', 'rechazado')
      AND g.tipo_pago_id IS NOT NULL);
  v_llego jsonb := (SELECT coalesce(jsonb_agg(c || jsonb_build_object('monto', ((c->>'monto')::numeric
    + coalesce((c->>'a_favor')::numeric, 0))::text) ORDER BY n), '[]')
    FROM jsonb_array_elements(p_cobros) WITH ORDINALITY j (c, n));
BEGIN
  a_favor := ARRAY(SELECT coalesce((c->>'a_favor')::numeric, 0)
    FROM jsonb_array_elements(p_cobros) WITH ORDINALITY j (c, n) ORDER BY n);
  BEGIN
    pagos := pagos_leer(quien, jsonb_build_object('recibimos', v_llego, 'entregamos', '[]'::jsonb));
    IF pagos <> '{}' THEN
      SELECT y.dichas, y.tarifas INTO v_dichas, valores FROM ordenes_tarifas_convertidas(pagos, v_llego, v_antes) y;
      SELECT f.tarifas, f.costos INTO tarifas, costos
        FROM pagos_con_tarifa(pagos, jsonb_build_object('recibimos', v_dichas, 'antes', v_antes)) f;
      FOR i IN 1 .. cardinality(pagos) LOOP
        CONTINUE WHEN valores[i] IS NULL;
        x := pagos[i];
        v_valor := tarifas[i];
        tarifas[i] := valores[i];
        valores[i] := v_valor;
        costos[i] := (SELECT tipos_pagos_costo(t, x.monto + tarifas[i], m.decimales) FROM tipos_pagos t, monedas m
          WHERE t.id = x.tipo_pago_id AND m.id = x.moneda_id);
      END LOOP;
    END IF;
  EXCEPTION WHEN SQLSTATE 'CB001' THEN
    GET STACKED DIAGNOSTICS v_detalle = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION USING ERRCODE = 'CB001', MESSAGE = SQLERRM, DETAIL = replace(v_detalle, '"recibimos.', '"cobros.');
  END;
  sobra := (SELECT coalesce(sum(y), 0) FROM unnest(a_favor) y);
  sobra_usd := ordenes_sobra_usd(p_pais, p_moneda, sobra);
  pagos := pagos_por_verificar(pagos, p_usd + sobra_usd);
  FOREACH x IN ARRAY pagos LOOP
    IF x.moneda_id <> p_moneda THEN PERFORM rechazar_campo('cobros.' || x.n, reparo('CUENTA_MONEDA_ENVIA')); END IF;
    IF NOT x.verifica AND NOT (quien->>'cobrar')::boolean THEN
      PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:cobrar"}');
    END IF;
  END LOOP;
  PERFORM tipos_pagos_topes(pagos, fecha_negocio(ahora()));
  FOR i IN 1 .. cardinality(pagos) LOOP
    CONTINUE WHEN a_favor[i] = 0;
    x := pagos[i];
    PERFORM ordenes_a_favor_leer(i - 1, x, a_favor[i], sobra);
    x.monto := x.monto - a_favor[i];
    pagos[i] := x;
  END LOOP;
END $$;

-- The rounding in the client's favour: `p_falta` when it is zero or, with cash in the functional currency, less than
-- the smallest coin (ADR 0008). Null when more is missing.
CREATE OR REPLACE FUNCTION ordenes_favor(p_moneda integer, p_falta numeric, p_efectivo boolean)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_falta = 0 OR m.funcional AND p_efectivo AND p_falta > 0
                AND p_falta < coalesce(efectivo_paso(m), 0) THEN p_falta END
  FROM monedas m WHERE m.id = p_moneda;
$$;

-- Refuses when the client's payments exceed the agreed amount.
CREATE OR REPLACE FUNCTION ordenes_no_exceder(p_moneda integer, p_envia numeric, p_suma numeric)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_suma > p_envia THEN
    PERFORM rechazar_campo('cobros', reparo('COBROS_DE_MAS', jsonb_build_object(
      'suma', importe_de(p_moneda, p_suma), 'orden', importe_de(p_moneda, p_envia))));
  END IF;
END $$;

-- What the client has paid, verified or not.
CREATE OR REPLACE FUNCTION ordenes_cobrado(p_id bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(monto), 0) FROM ordenes_cobros
  WHERE orden_id = p_id AND estado IN ('por_verificar', 'verificado');
$$;

-- The client's payments are complete: the order becomes paid and its term starts.
CREATE OR REPLACE FUNCTION ordenes_cubierta(quien jsonb, p_id bigint, p_redondeo numeric)
  RETURNS ordenes LANGUAGE sql AS $$
  SELECT ordenes_paso(quien, p_id, 'verificar', 'pendiente', 'pagada');
  UPDATE ordenes SET estado = 'pagada', estado_desde = ahora(), pagada_en = ahora(), valor = valor + p_redondeo,
         redondeo = p_redondeo, version = version + 1 WHERE id = p_id RETURNING *;
$$;

-- What an order is worth more by a payment, without the rounding and a foreign fee, which are in the debt and in the
-- account and never both; null: it waits for verification.
CREATE OR REPLACE FUNCTION ordenes_cobro_valor(e libro_entrada) RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN least(e.lineas[1].valor, -e.lineas[2].importe);

-- Inserts a client's payment, and checks its account's limits; without an entry it waits for verification.
CREATE OR REPLACE FUNCTION ordenes_cobro_escribir(quien jsonb, p_id bigint, x pago_leido, p_tarifa numeric,
    p_tarifa_valor numeric, p_costo numeric, p_a_favor numeric, p_libro jsonb, e libro_entrada, p_recibido numeric)
  RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
  v_usuario integer := (quien->>'usuario_id')::int;
  v_asiento bigint := (p_libro->>'asiento_id')::bigint;
BEGIN
  IF v_asiento IS NOT NULL THEN PERFORM cuentas_exigir(ARRAY[x.cuenta_id], fecha_negocio(ahora())); END IF;
  INSERT INTO ordenes_cobros (orden_id, tipo_pago_id, cuenta_id, moneda_id, monto, referencia, denominaciones, estado,
      fecha, usuario_id, verificado_por, verificado_en, asiento_id, valor, costo, gasto, tarifa, tarifa_valor,
      a_favor, recibido)
    VALUES (p_id, x.tipo_pago_id, x.cuenta_id, x.moneda_id, x.monto, x.referencia, x.denominaciones,
      CASE WHEN v_asiento IS NULL THEN 'por_verificar' ELSE 'verificado' END, ahora(), v_usuario,
      CASE WHEN v_asiento IS NOT NULL THEN v_usuario END, CASE WHEN v_asiento IS NOT NULL THEN ahora() END, v_asiento,
      ordenes_cobro_valor(e), p_costo, (p_libro->>'gasto')::numeric, p_tarifa, p_tarifa_valor,
      p_a_favor, p_recibido)
    RETURNING id INTO v_id;
  PERFORM ordenes_saldo_abrir(v_id);
  UPDATE ordenes SET gastos = gastos + coalesce((p_libro->>'gasto')::numeric, 0), tarifa = tarifa
    + coalesce(p_tarifa_valor, p_tarifa)
    WHERE id = p_id AND v_asiento IS NOT NULL AND (p_libro ? 'gasto' OR p_tarifa <> 0);
  PERFORM ordenes_paso(quien, p_id, 'cobrar', d.estado, d.estado, format('%s · %s', t.nombre,
    importe_de(x.moneda_id, x.monto)) || CASE WHEN p_a_favor > 0 THEN format(' y %s a favor',
    importe_de(x.moneda_id, p_a_favor)) ELSE '' END)
    FROM ordenes d, tipos_pagos t WHERE d.id = p_id AND t.id = x.tipo_pago_id;
  IF x.adjunto_id IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, x.adjunto_id, 'ordenes-cobros', p_id, v_id, 'cobros.' || x.n);
  END IF;
  RETURN v_id;
END $$;

-- The rounding (see ordenes_favor) after another payment of `p_monto` besides the verified ones; null when more is
-- missing.
CREATE OR REPLACE FUNCTION ordenes_por_cubrir(d ordenes, p_monto numeric, p_efectivo boolean)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT ordenes_favor(d.envia_moneda_id, d.envia - p_monto - coalesce(sum(g.monto), 0),
                       p_efectivo OR coalesce(bool_or(t.efectivo), false))
  FROM ordenes_cobros g LEFT JOIN tipos_pagos t ON t.id = g.tipo_pago_id
  WHERE g.orden_id = d.id AND g.estado = 'verificado';
$$;

-- What the operations of one set may not share: the order and its client, and ways to pay and accounts with a limit.
CREATE OR REPLACE FUNCTION ordenes_ocupa(o operacion, d ordenes, pagos pago_leido[]) RETURNS text[] LANGUAGE sql STABLE
  RETURN o.ocupa || ('cliente ' || d.cliente_id) || pagos_ocupan(pagos);

-- Another payment of the client. One that needs no verification is posted at once, if the quote is still valid.
CREATE OR REPLACE FUNCTION ordenes_cobrar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := ordenes_abrir(o.id, 'cobrar');
  x pago_leido;
  v_tarifa numeric;
  v_costo numeric;
  v_redondeo numeric;
  f record;
BEGIN
  -- A surplus counts in the client's limits, which locks him: at once, so that no two payments raise a lock they share.
  PERFORM FROM clientes WHERE id = d.cliente_id AND (o.p->>'a_favor')::numeric > 0 FOR NO KEY UPDATE;
  PERFORM ordenes_cliente(d);
  f := ordenes_cobros_tomados(o.quien, jsonb_build_array(o.p), o.id, d.pais, d.envia_moneda_id, d.monto_usd);
  x := f.pagos[1];
  v_tarifa := f.tarifas[1];
  v_costo := f.costos[1];
  PERFORM ordenes_no_exceder(d.envia_moneda_id, d.envia, x.monto + ordenes_cobrado(o.id));
  PERFORM ordenes_a_favor_exigir(d.envia_moneda_id, d.envia - x.monto - ordenes_cobrado(o.id), f.sobra);
  PERFORM ordenes_a_favor_admitir(o.quien, d, f.sobra_usd);
  IF NOT x.verifica THEN
    PERFORM ordenes_a_favor_cierto(d, x.monto, f.sobra);
    IF d.estado = 'vencida' THEN
      PERFORM rechazar('ORDEN_VENCIDA', jsonb_build_object('numero', d.numero,
        'hora', to_char(d.vence_en AT TIME ZONE zona_horaria(), 'HH24:MI')));
    END IF;
    v_redondeo := ordenes_por_cubrir(d, x.monto, x.efectivo);
    IF v_redondeo IS NOT NULL THEN
      PERFORM ordenes_tarifas_exigir(o.quien, d, jsonb_populate_record(NULL::ordenes_cobros, to_jsonb(x)
        || jsonb_build_object('tarifa', v_tarifa, 'tarifa_valor', f.valores[1], 'a_favor', f.a_favor[1],
          'estado', 'verificado')));
    END IF;
    o.entradas := ordenes_cobro_entrada(o.quien, d, x, coalesce(v_redondeo, 0), v_tarifa, f.valores[1],
        f.a_favor[1])
      || ordenes_costo_entradas(o.quien, d, v_costo, x);
  END IF;
  o.ocupa := ordenes_ocupa(o, d, ARRAY[x]);
  o.dato := jsonb_build_object('pago', x, 'tarifa', v_tarifa, 'tarifa_valor', f.valores[1], 'costo', v_costo,
    'redondeo', v_redondeo, 'a_favor', f.a_favor[1]);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_cobrar_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  x pago_leido := jsonb_populate_record(NULL::pago_leido, o.dato->'pago');
  v_redondeo numeric := (o.dato->>'redondeo')::numeric;
  v_costo numeric := (o.dato->>'costo')::numeric;
  v_cobro jsonb := jsonb_build_object('cobro_id', ordenes_cobro_escribir(o.quien, o.id, x,
    (o.dato->>'tarifa')::numeric, (o.dato->>'tarifa_valor')::numeric, v_costo, (o.dato->>'a_favor')::numeric,
    ordenes_con_gasto(x.moneda_id, v_costo, libro[1], libro[2]), o.entradas[1], (o.p->>'recibido')::numeric));
BEGIN
  UPDATE ordenes SET valor = valor + coalesce(ordenes_cobro_valor(o.entradas[1]), 0), version = version + 1
    WHERE id = o.id RETURNING * INTO STRICT d;
  IF v_redondeo IS NOT NULL THEN d := ordenes_cubierta(o.quien, o.id, v_redondeo); END IF;
  RETURN operacion_hecha('ordenes', d, 'cobrar', 'Cobro de %s registrado.', o.p || v_cobro, p_mas => v_cobro);
END $$;

CREATE OR REPLACE FUNCTION ordenes_cobro_de(p_id bigint, p_cobro bigint)
  RETURNS ordenes_cobros LANGUAGE plpgsql STABLE AS $$
DECLARE
  g ordenes_cobros;
BEGIN
  SELECT * INTO g FROM ordenes_cobros WHERE id = p_cobro AND orden_id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cobro"}'); END IF;
  IF g.estado <> 'por_verificar' THEN
    PERFORM rechazar('COBRO_RESUELTO', jsonb_build_object('estado', g.estado));
  END IF;
  RETURN g;
END $$;

-- Verifies a payment, with the fee and the cost that were stored with it. Refused for an expired order, which must be
-- requoted first; the payment is kept. `p` =
-- {cobro_id, referencia}.
CREATE OR REPLACE FUNCTION ordenes_verificar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := ordenes_abrir(o.id, 'verificar');
  g ordenes_cobros := ordenes_cobro_de(o.id, (o.p->>'cobro_id')::bigint);
  x pago_leido;
  t tipos_pagos;
  v_redondeo numeric;
BEGIN
  PERFORM cuentas_exigir_suyas(o.quien, ARRAY[g.cuenta_id]);
  SELECT * INTO STRICT t FROM tipos_pagos WHERE id = g.tipo_pago_id;
  IF t.pide_comprobante AND NOT EXISTS (
       SELECT FROM adjuntos_usos WHERE origen = 'ordenes-cobros' AND origen_id = o.id AND detalle_id = g.id) THEN
    PERFORM rechazar_campo('cobro_id', reparo('COMPROBANTE_DEL_COBRO', jsonb_build_object('tipo', t.nombre)));
  END IF;
  -- Who registered a payment does not verify it above the limit of two people (R-132).
  PERFORM dos_personas_exigir(o.quien, d.monto_usd + ordenes_sobra_usd(d.pais, g.moneda_id, g.a_favor),
    ARRAY[g.usuario_id], jsonb_build_object('codigo', 'DOS_PERSONAS', 'permiso', 'ordenes:cobrar',
    'clave', 'verificacion', 'origen', 'ordenes', 'origen_id', o.id, 'dia', d.fecha_negocio,
    'titulo', format('el cobro de %s', d.numero), 'importe', importe_de(g.moneda_id, g.monto + g.a_favor)));
  PERFORM ordenes_a_favor_cierto(d, g.monto, g.a_favor);
  v_redondeo := ordenes_por_cubrir(d, g.monto, t.efectivo);
  IF v_redondeo IS NOT NULL THEN PERFORM ordenes_tarifas_exigir(o.quien, d, g); END IF;
  x.cuenta_id := g.cuenta_id;
  x.tipo_pago_id := g.tipo_pago_id;
  x.moneda_id := g.moneda_id;
  x.monto := g.monto;
  x.referencia := coalesce(o.p->>'referencia', g.referencia);
  o.entradas := ordenes_cobro_entrada(o.quien, d, x, coalesce(v_redondeo, 0), g.tarifa, g.tarifa_valor, g.a_favor)
    || ordenes_costo_entradas(o.quien, d, g.costo, x);
  o.dato := jsonb_build_object('pago', x, 'tarifa', coalesce(g.tarifa_valor, g.tarifa), 'costo', g.costo,
    'redondeo', v_redondeo);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_verificar_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  v_redondeo numeric := (o.dato->>'redondeo')::numeric;
  v_valor numeric := ordenes_cobro_valor(o.entradas[1]);
  x pago_leido := jsonb_populate_record(NULL::pago_leido, o.dato->'pago');
  v_tarifa numeric := (o.dato->>'tarifa')::numeric;
  v_gasto numeric := (ordenes_con_gasto(x.moneda_id, (o.dato->>'costo')::numeric, libro[1],
    libro[2])->>'gasto')::numeric;
BEGIN
  PERFORM cuentas_exigir(ARRAY[x.cuenta_id], fecha_negocio(ahora()));
  UPDATE ordenes_cobros SET estado = 'verificado', verificado_por = (o.quien->>'usuario_id')::int,
         verificado_en = ahora(), asiento_id = (libro[1]->>'asiento_id')::bigint, valor = v_valor, gasto = v_gasto,
         referencia = coalesce(o.p->>'referencia', referencia) WHERE id = (o.p->>'cobro_id')::bigint;
  PERFORM ordenes_saldo_abrir((o.p->>'cobro_id')::bigint);
  UPDATE ordenes SET valor = valor + v_valor, gastos = gastos + coalesce(v_gasto, 0), tarifa = tarifa + v_tarifa,
         version = version + 1
    WHERE id = o.id RETURNING * INTO STRICT d;
  IF v_redondeo IS NULL THEN
    PERFORM ordenes_paso(o.quien, o.id, 'verificar', 'pendiente', 'pendiente');
  ELSE
    d := ordenes_cubierta(o.quien, o.id, v_redondeo);
  END IF;
  RETURN operacion_hecha('ordenes', d, 'verificar', 'Cobro de %s verificado.', o.p - 'referencia');
END $$;

CREATE OR REPLACE FUNCTION ordenes_rechazar(quien jsonb, p_id bigint, p_cobro bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'rechazar');
  g ordenes_cobros := ordenes_cobro_de(p_id, p_cobro);
BEGIN
  UPDATE ordenes_cobros SET estado = 'rechazado', motivo = p_motivo WHERE id = g.id;
  UPDATE ordenes SET version = version + 1 WHERE id = p_id;
  RETURN ordenes_movida(quien, p_id, 'rechazar', d.estado, p_motivo, 'Cobro de %s rechazado.',
    jsonb_build_object('cobro_id', p_cobro, 'motivo', p_motivo));
END $$;
