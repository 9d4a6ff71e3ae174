-- The beneficiary's data stored in the order: those that his way of paying asks for, in its order.
CREATE OR REPLACE FUNCTION ordenes_beneficiario(b beneficiarios) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', b.id, 'alias', b.alias, 'nombre', b.nombre, 'tipo_doc', b.tipo_doc,
    'num_doc', b.num_doc, 'pais', b.pais, 'metodo', t.codigo, 'metodo_nombre', t.nombre,
    'verificado', b.verificado_en IS NOT NULL, 'lineas',
    (SELECT jsonb_agg(jsonb_build_object('etiqueta', x.etiqueta, 'valor', x.valor) ORDER BY x.n)
     FROM (SELECT f.n, f.campo->>'etiqueta' AS etiqueta, CASE f.campo->>'tipo'
             WHEN 'entidad' THEN e.nombre || ' (' || e.codigo || ')'
             WHEN 'documento' THEN b.num_doc
             ELSE b.campos->>(f.campo->>'clave') END AS valor
           FROM jsonb_array_elements(t.campos) WITH ORDINALITY AS f (campo, n)
           UNION ALL SELECT 0, 'Nombre', b.nombre
           UNION ALL SELECT 99, 'Documento', b.tipo_doc || ' ' || b.num_doc
             WHERE NOT t.campos @> '[{"tipo": "documento"}]') x
     WHERE x.valor IS NOT NULL))
  FROM tipos_pagos t LEFT JOIN entidades_financieras e ON e.id = b.entidad_id WHERE t.id = b.tipo_pago_id;
$$;

-- Both amounts at a rate that is in force or kept on purpose, never the browser's: what the client gets is rounded
-- down, what he pays up. `p` = {historico_id, envia | recibe, mantener_tasa}.
CREATE OR REPLACE FUNCTION ordenes_cotizar(quien jsonb, p jsonb) RETURNS orden_cotizada LANGUAGE plpgsql AS $$
DECLARE
  t record;
  de monedas;
  a monedas;
  tot record;
  v_campo text := CASE WHEN p->>'envia' IS NOT NULL THEN 'envia' ELSE 'recibe' END;
  v_decimales int;
  v_precio numeric;
BEGIN
  SELECT h.id, h.tasa, h.tasa_costo, h.precision, h.metodo_calculo, h.vigencia, h.tipo_cambio_id,
         tc.base_id, tc.cotizacion_id, tc.pais, tc.estatus, tc.monto_max, tc.bloqueo_minutos, tc.segmento,
         tipos_cambios_desde(tc, (p->>'cliente_id')::bigint) AS desde
    INTO t FROM tipos_cambios_historico h JOIN tipos_cambios tc ON tc.id = h.tipo_cambio_id
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  -- Shared lock that holds off a change of this rate: see tipos_cambios_publicar.
  PERFORM pg_advisory_xact_lock_shared(1, t.tipo_cambio_id);
  SELECT vigencia INTO t.vigencia FROM tipos_cambios_historico WHERE id = t.id;
  PERFORM detener_reloj(lower(t.vigencia));
  SELECT * INTO STRICT de FROM monedas WHERE id = t.base_id;
  SELECT * INTO STRICT a FROM monedas WHERE id = t.cotizacion_id;
  v_decimales := CASE v_campo WHEN 'envia' THEN de.decimales ELSE coalesce(a.decimales_pago, a.decimales) END;
  IF scale(trim_scale((p->>v_campo)::numeric)) > v_decimales THEN
    PERFORM rechazar_campo(v_campo, reparo('DECIMALES', jsonb_build_object('decimales', v_decimales)));
  END IF;
  -- Computed as a purchase of what the client sends: what we pay is rounded down, what he sends up.
  SELECT * INTO tot FROM tipos_cambios_montos('compra', (p->>'envia')::numeric, (p->>'recibe')::numeric, t.tasa,
    t.metodo_calculo, de.decimales, coalesce(a.decimales_pago, a.decimales));
  IF NOT upper_inf(t.vigencia) THEN
    PERFORM tipos_cambios_tasa_vieja('compra', t.id,
      jsonb_build_object('monto', p->'envia', 'contravalor', p->'recibe', 'mantener_tasa', p->'mantener_tasa',
        'cliente_id', p->'cliente_id'), tot.monto, tot.contravalor, de, a);
  END IF;
  IF NOT t.estatus OR NOT de.estatus OR NOT a.estatus THEN
    PERFORM rechazar('TASA_INACTIVA', jsonb_build_object('base', de.iso, 'cotizacion', a.iso, 'pais', t.pais));
  END IF;
  IF NOT coalesce((quien->>'vencida')::boolean, false)
     AND tipos_cambios_edad(t.tipo_cambio_id) > 2 * ajuste('tasa_rancia_horas')::numeric THEN
    PERFORM rechazar('TASA_VENCIDA', jsonb_build_object('par', de.iso || '/' || a.iso,
      'horas', floor(tipos_cambios_edad(t.tipo_cambio_id))));
  END IF;
  IF tot.monto <= 0 OR tot.contravalor <= 0 THEN PERFORM rechazar_campo(v_campo, reparo('MONTO_PEQUENO')); END IF;
  PERFORM tipos_cambios_exigir_tramo(t.id, tot.monto, (p->>'cliente_id')::bigint);
  IF tot.monto NOT BETWEEN t.desde AND coalesce(t.monto_max, 1e29) THEN
    PERFORM rechazar_campo(v_campo, reparo_rango(true, importe_texto(nullif(t.desde, 0), de.simbolo, de.decimales),
      importe_texto(t.monto_max, de.simbolo, de.decimales)));
  END IF;
  v_precio := precio_funcional(t.pais, de.id);
  RETURN (t.id, t.pais, t.tasa, t.precision, t.metodo_calculo, NOT upper_inf(t.vigencia), t.segmento,
        de.id, tot.monto, a.id, tot.contravalor,
        CASE WHEN upper_inf(t.vigencia) THEN ahora() ELSE upper(t.vigencia) END
          + make_interval(mins => greatest(coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int), 1)),
        round((tot.monto - convertir(tot.contravalor, t.tasa_costo,
          CASE t.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END, de.decimales, 'medio')) * v_precio, 2),
        en_dolares(t.pais, de.id, tot.monto, round(tot.monto * v_precio, 2)))::orden_cotizada;
END $$;

-- Checks what an order moves, in dollars, against the limits of the user and of the client; answers what he moved this
-- month besides.
CREATE OR REPLACE FUNCTION ordenes_admitir(quien jsonb, p_cliente bigint, p_usd numeric, p_salvo bigint)
  RETURNS numeric LANGUAGE plpgsql AS $$
BEGIN
  PERFORM limite_exigir(quien, p_usd);
  RETURN clientes_admitir(p_cliente, p_usd, fecha_negocio(ahora()), p_salvo);
END $$;

-- Registers an order, and posts the payments that need no verification. `p` = the body of POST /ordenes, checked by its
-- schema.
CREATE OR REPLACE FUNCTION ordenes_crear_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  c orden_cotizada := ordenes_cotizar(o.quien, o.p);
  b beneficiarios;
  d ordenes;                -- the order, from the typed data to the stored row
  pagos pago_leido[];
  x pago_leido;
  v_redondeo numeric;       -- null: present payments do not cover the order
  v_mes numeric;
  f record;                 -- the payments with their fees and costs
BEGIN
  d.id := nextval('ordenes_id_seq');
  d.cliente_id := (o.p->>'cliente_id')::bigint;
  PERFORM ordenes_cotizacion_tomar(o.quien, c, d.cliente_id, d.id);
  d.clave := o.clave;
  d.usuario_id := (o.quien->>'usuario_id')::int;
  d.observacion := o.p->>'observacion';
  d.envia_moneda_id := c.envia_moneda_id;
  d.pais := c.pais;
  b := beneficiarios_exigir((o.p->>'beneficiario_id')::bigint, d.cliente_id, c.recibe_moneda_id);
  f := ordenes_cobros_tomados(o.quien, o.p->'cobros', NULL, c.pais, c.envia_moneda_id, c.monto_usd);
  pagos := f.pagos;
  v_mes := ordenes_admitir(o.quien, d.cliente_id, c.monto_usd + f.sobra_usd, NULL);
  PERFORM ordenes_contraparte_exigir(o.quien, b, c.monto_usd, d.cliente_id, NULL);
  d.declaracion := clientes_declarar(o.p, c.monto_usd + f.sobra_usd, v_mes);
  IF NOT coalesce((o.p->>'confirmo_duplicado')::boolean, false) THEN
    PERFORM ordenes_repetida(d.cliente_id, b.id, c.envia_moneda_id, c.envia);
  END IF;
  v_redondeo := ordenes_redondeo(c, pagos);
  PERFORM ordenes_a_favor_exigir(c.envia_moneda_id, c.envia - (SELECT coalesce(sum(monto), 0) FROM unnest(pagos)),
    f.sobra, EXISTS (SELECT FROM unnest(pagos) y WHERE NOT y.verifica AND f.a_favor[y.n + 1] > 0)
      AND EXISTS (SELECT FROM unnest(pagos) y WHERE y.verifica));
  d.agente_id := ordenes_agente(o.quien, d.cliente_id, (o.p->>'agente_id')::bigint);
  d.sucursal_id := sucursal_de(ARRAY(SELECT cuenta_id FROM unnest(pagos) ORDER BY n), d.usuario_id);
  o.entradas := ordenes_cobros_entradas(o.quien, d, pagos, v_redondeo, f.tarifas, f.valores, f.a_favor);
  FOREACH x IN ARRAY pagos LOOP
    IF NOT x.verifica THEN o.entradas := o.entradas || ordenes_costo_entradas(o.quien, d, f.costos[x.n + 1], x); END IF;
  END LOOP;
  o.ocupa := ordenes_ocupa(o, d, pagos) || ('contraparte ' || ventana_contraparte(b.num_doc, b.nombre));
  o.dato := jsonb_build_object('d', d, 'c', c, 'b', b.id, 'pagos', to_jsonb(pagos), 'redondeo', v_redondeo,
    'tarifas', f.tarifas, 'valores', f.valores, 'costos', f.costos, 'a_favor', f.a_favor);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_crear_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := jsonb_populate_record(NULL::ordenes, o.dato->'d');
  c orden_cotizada := jsonb_populate_record(NULL::orden_cotizada, o.dato->'c');
  b beneficiarios;
  x pago_leido;
  k integer := 0;
  v_costos integer := (SELECT count(*) FROM jsonb_array_elements(o.dato->'pagos') g WHERE NOT (g->'verifica')::boolean);
  v_gasto jsonb;            -- what the ledger answered for the cost of a payment
  v_tarifa numeric;
  v_valor numeric;          -- what a foreign fee is in the functional currency
  v_costo numeric;
  v_a_favor numeric;
  v_recibido numeric;
  v_redondeo numeric := (o.dato->>'redondeo')::numeric;
BEGIN
  SELECT * INTO STRICT b FROM beneficiarios WHERE id = (o.dato->>'b')::bigint;
  d.valor := (SELECT coalesce(sum(ordenes_cobro_valor(e)), 0) FROM unnest(o.entradas[: v_costos]) e);
  -- The number is taken last, just before the audit's lock, because all orders of a branch share its row.
  d.numero := serie_siguiente(serie_de('OR', d.sucursal_id), fecha_negocio(ahora()));
  PERFORM ordenes_guardar(d, c, b);
  PERFORM ordenes_paso(o.quien, d.id, 'crear', NULL, 'pendiente');
  FOR x IN SELECT * FROM jsonb_populate_recordset(NULL::pago_leido, o.dato->'pagos') LOOP
    v_tarifa := (o.dato->'tarifas'->>x.n)::numeric;
    v_valor := (o.dato->'valores'->>x.n)::numeric;
    v_costo := (o.dato->'costos'->>x.n)::numeric;
    v_a_favor := (o.dato->'a_favor'->>x.n)::numeric;
    v_recibido := (o.p->'cobros'->x.n->>'recibido')::numeric;
    IF x.verifica THEN
      PERFORM ordenes_cobro_escribir(o.quien, d.id, x, v_tarifa, v_valor, v_costo, v_a_favor, NULL, NULL,
        v_recibido);
      CONTINUE;
    END IF;
    k := k + 1;
    v_gasto := NULL;
    IF v_costo <> 0 THEN
      v_costos := v_costos + 1;
      v_gasto := libro[v_costos];
    END IF;
    PERFORM ordenes_cobro_escribir(o.quien, d.id, x, v_tarifa, v_valor, v_costo, v_a_favor,
      ordenes_con_gasto(x.moneda_id, v_costo, libro[k], v_gasto), o.entradas[k], v_recibido);
  END LOOP;
  -- Its row in the audit says how it was registered: as pending, though it be paid at once.
  d.estado := 'pendiente';
  IF v_redondeo IS NOT NULL THEN PERFORM ordenes_cubierta(o.quien, d.id, v_redondeo); END IF;
  RETURN operacion_hecha('ordenes', d, 'crear', 'Orden %s registrada.', o.p, p_mas => jsonb_build_object(
    'numero', d.numero, 'estado', CASE WHEN v_redondeo IS NULL THEN 'pendiente' ELSE 'pagada' END,
    'envia', (SELECT round(c.envia, decimales)::text FROM monedas WHERE id = c.envia_moneda_id),
    'recibe', (SELECT round(c.recibe, decimales)::text FROM monedas WHERE id = c.recibe_moneda_id),
    'vence_en', instante_texto(c.vence_en)));
END $$;

-- Refuses payments above the order's amount. Answers the rounding in the client's favour when present payments cover
-- the order, null when they do not.
CREATE OR REPLACE FUNCTION ordenes_redondeo(c orden_cotizada, pagos pago_leido[]) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  v_suma numeric;
  v_ya numeric;             -- sum of payments that need no verification
  v_efectivo boolean;
BEGIN
  SELECT coalesce(sum(monto), 0), coalesce(sum(monto) FILTER (WHERE NOT verifica), 0),
      coalesce(bool_or(efectivo), false)
    INTO v_suma, v_ya, v_efectivo FROM unnest(pagos);
  PERFORM ordenes_no_exceder(c.envia_moneda_id, c.envia, v_suma);
  RETURN CASE WHEN v_ya = v_suma AND v_ya > 0 THEN ordenes_favor(c.envia_moneda_id, c.envia - v_ya, v_efectivo) END;
END $$;

-- The entries of the payments that need no verification, in their order; the last one has the rounding.
CREATE OR REPLACE FUNCTION ordenes_cobros_entradas(quien jsonb, d ordenes, pagos pago_leido[], p_redondeo numeric,
    p_tarifas numeric[], p_valores numeric[], p_a_favor numeric[])
  RETURNS libro_entrada[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(ordenes_cobro_entrada(quien, d, x::pago_leido, CASE WHEN x.n = y.ultimo
      THEN coalesce(p_redondeo, 0) ELSE 0 END, p_tarifas[x.n + 1], p_valores[x.n + 1],
      p_a_favor[x.n + 1]) ORDER BY x.n), '{}')
  FROM unnest(pagos) x, (SELECT max(n) AS ultimo FROM unnest(pagos) WHERE NOT verifica) y WHERE NOT x.verifica;
$$;

-- Stores an order with its quote and a copy of the beneficiary's present data.
CREATE OR REPLACE FUNCTION ordenes_guardar(d ordenes, c orden_cotizada, b beneficiarios) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ordenes (id, numero, clave, fecha, cliente_id, beneficiario_id, beneficiario, pais, pais_destino,
      envia_moneda_id, envia, recibe_moneda_id, recibe, historico_id, tasa, precision, metodo_calculo, tasa_mantenida,
      segmento, cotizada_en, vence_en, margen, monto_usd, estado, estado_desde, valor, agente_id, observacion,
      declaracion, usuario_id, sucursal_id)
    OVERRIDING SYSTEM VALUE
    VALUES (d.id, d.numero, d.clave, ahora(), d.cliente_id, b.id, ordenes_beneficiario(b), c.pais, b.pais,
      c.envia_moneda_id, c.envia, c.recibe_moneda_id, c.recibe, c.historico_id, c.tasa, c.precision, c.metodo_calculo,
      c.mantenida, c.segmento, ahora(), c.vence_en, c.margen, c.monto_usd, 'pendiente', ahora(), d.valor, d.agente_id,
      d.observacion, d.declaracion, d.usuario_id, d.sucursal_id);
$$;

-- Requotes at the rate in force or for another amount: not below what the client has paid, and with a declaration if
-- the new amount needs one. `p` = the body.
CREATE OR REPLACE FUNCTION ordenes_recotizar(quien jsonb, p_id bigint, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'recotizar');
  v_antes constant ordenes := d;
  c orden_cotizada;
  v_declaracion jsonb;
  v_mes numeric;
  v_sobra numeric;          -- what is too much of the payments made, in dollars
  v_nota text;
  v_favor numeric;
  v_deuda bigint;
BEGIN
  PERFORM actuar_como(quien);
  c := ordenes_cotizar(quien, p || jsonb_build_object('cliente_id', d.cliente_id));
  PERFORM ordenes_cotizacion_tomar(quien, c, d.cliente_id, p_id);
  IF (c.pais, c.envia_moneda_id, c.recibe_moneda_id) <> (d.pais, d.envia_moneda_id, d.recibe_moneda_id) THEN
    PERFORM rechazar_campo('historico_id', reparo('TASA_OTRO_CORREDOR'));
  END IF;
  PERFORM ordenes_no_exceder(d.envia_moneda_id, c.envia, ordenes_cobrado(p_id));
  v_sobra := ordenes_sobra(d);
  v_mes := ordenes_admitir(quien, d.cliente_id, c.monto_usd + v_sobra, p_id);
  -- More than its beneficiary's day counts already.
  IF c.monto_usd > d.monto_usd OR d.estado = 'vencida' THEN
    PERFORM ordenes_contraparte_exigir(quien, jsonb_populate_record(NULL::beneficiarios, d.beneficiario),
      c.monto_usd, d.cliente_id, p_id);
  END IF;
  -- A declaration is valid up to the amount for which it was signed.
  v_declaracion := d.declaracion;
  IF v_declaracion IS NULL OR c.envia > d.envia THEN
    v_declaracion := coalesce(clientes_declarar(p || jsonb_build_object('cliente_id', d.cliente_id),
      c.monto_usd + v_sobra, v_mes), d.declaracion);
  END IF;
  v_nota := format('%s → %s, antes %s → %s', importe_de(d.envia_moneda_id, c.envia),
    importe_de(d.recibe_moneda_id, c.recibe), importe_de(d.envia_moneda_id, d.envia),
    importe_de(d.recibe_moneda_id, d.recibe));
  UPDATE ordenes SET estado = 'pendiente',
         estado_desde = CASE WHEN d.estado = 'vencida' THEN ahora() ELSE estado_desde END,
         historico_id = c.historico_id, tasa = c.tasa, precision = c.precision, metodo_calculo = c.metodo_calculo,
         tasa_mantenida = c.mantenida, segmento = c.segmento, envia = c.envia, recibe = c.recibe, cotizada_en = ahora(),
         vence_en = c.vence_en, margen = c.margen, monto_usd = c.monto_usd, declaracion = v_declaracion,
         version = version + 1 WHERE id = p_id RETURNING * INTO d;
  INSERT INTO ordenes_pasos (orden_id, accion, de, a, usuario_id, nota, antes_envia, antes_recibe)
    VALUES (p_id, 'recotizar', v_antes.estado, 'pendiente', (quien->>'usuario_id')::int, v_nota, v_antes.envia,
      v_antes.recibe);
  -- Payments made already may cover the new amount.
  v_favor := CASE WHEN d.valor > 0 THEN ordenes_por_cubrir(d, 0, false) END;
  IF v_favor > 0 THEN
    v_deuda := libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', moneda_funcional(), NULL, 0);
    PERFORM libro_contabilizar('ordenes', p_id, 'Redondeo de orden ' || d.numero, (quien->>'usuario_id')::int, ARRAY[
      (v_deuda, -v_favor, NULL, NULL)::libro_linea, (libro_de('redondeo'), v_favor, NULL, NULL)::libro_linea]);
  END IF;
  IF v_favor IS NOT NULL THEN
    PERFORM ordenes_tarifas_exigir(quien, d, NULL);
    d := ordenes_cubierta(quien, p_id, v_favor);
  END IF;
  RETURN (operaciones_decir(ARRAY[operacion_hecha('ordenes', d, 'recotizar', 'Orden %s recotizada.', p)
    || jsonb_build_object('quien', quien)]))[1] || jsonb_build_object(
    'envia', (SELECT round(d.envia, decimales)::text FROM monedas WHERE id = d.envia_moneda_id),
    'recibe', (SELECT round(d.recibe, decimales)::text FROM monedas WHERE id = d.recibe_moneda_id));
END $$;
