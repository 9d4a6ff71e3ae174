-- Orders move only through these functions: one per action of spec 2.21, each whole, with its entry of spec 2.22.
-- `quien` = {usuario_id, sesion_id, ip, solicitud} and what it may: limite_usd, vencida (a stale rate), cobrar, devolver.

-- What one unit of a currency is worth in the functional one, as we buy it: its own price, else through a currency that
-- has one, else what ours cost. Null where nothing says it.
CREATE FUNCTION precio_funcional(p_pais text, p_moneda integer) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_moneda = moneda_funcional() THEN 1 ELSE coalesce(
    (SELECT compra FROM pares_divisas WHERE base_id = p_moneda AND cotizacion_id = moneda_funcional() AND estatus
     ORDER BY pais <> p_pais, id LIMIT 1),
    (SELECT u.compra / c.venta FROM pares_divisas c
     JOIN pares_divisas u ON u.base_id = c.base_id AND u.cotizacion_id = moneda_funcional() AND u.estatus
     WHERE c.cotizacion_id = p_moneda AND c.estatus ORDER BY c.pais <> p_pais, c.id, u.id LIMIT 1),
    (SELECT nullif(k.saldo, 0) / nullif(-q.saldo, 0) FROM posiciones p JOIN cuentas_contables q ON q.id = p.posicion_id
     JOIN cuentas_contables k ON k.id = p.contravalor_id WHERE p.moneda_id = p_moneda)) END;
$$;

-- What paid orders will still take of a currency.
CREATE FUNCTION ordenes_comprometido(p_moneda integer) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(o.recibe - coalesce((SELECT sum(g.monto) FROM ordenes_pagos g
                                           WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0)), 0)
  FROM ordenes o WHERE o.recibe_moneda_id = p_moneda AND o.estado IN ('pagada', 'en_proceso');
$$;

-- A person's words of what is wrong with one field.
CREATE FUNCTION ordenes_reparo(p_campo text, p_msg text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rechazar('VALIDACION', jsonb_build_object('errors',
    jsonb_build_array(jsonb_build_object('msg', p_msg, 'campo', p_campo))));
END $$;

-- Whom the money goes to, as it is kept in the order: what his way of being paid asks for, in its order.
CREATE FUNCTION ordenes_beneficiario(b beneficiarios) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', b.id, 'alias', b.alias, 'nombre', b.nombre, 'tipo_doc', b.tipo_doc, 'num_doc', b.num_doc,
    'pais', b.pais, 'metodo', t.codigo, 'metodo_nombre', t.nombre, 'verificado', b.verificado_en IS NOT NULL, 'lineas',
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

CREATE FUNCTION ordenes_paso(quien jsonb, p_orden bigint, p_accion text, p_de text, p_a text, p_nota text DEFAULT NULL)
  RETURNS void LANGUAGE sql AS $$
  INSERT INTO ordenes_pasos (orden_id, accion, de, a, usuario_id, nota)
    VALUES (p_orden, p_accion, p_de, p_a, (quien->>'usuario_id')::int, p_nota);
$$;

-- Lets an order expire; the row is locked by the caller. The clock does it, nobody else.
CREATE FUNCTION ordenes_vencer_una(p_id bigint) RETURNS ordenes
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
BEGIN
  UPDATE ordenes SET estado = 'vencida', estado_desde = vence_en, version = version + 1 WHERE id = p_id RETURNING * INTO STRICT d;
  PERFORM ordenes_paso('{}', p_id, 'vencer', 'pendiente', 'vencida');
  PERFORM auditar('{}', 'vencer', 'ordenes', p_id::text, NULL, jsonb_build_object('numero', d.numero));
  PERFORM avisar('ordenes', p_id);
  RETURN d;
END $$;

-- Every order whose quote ended; one that somebody is moving is left to him. Answers how many.
CREATE FUNCTION ordenes_vencer() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
  n integer := 0;
BEGIN
  FOR v_id IN SELECT id FROM ordenes WHERE estado = 'pendiente' AND vence_en <= ahora()
              ORDER BY id LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED LOOP
    PERFORM ordenes_vencer_una(v_id);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;

-- Locks an order that somebody is about to move, and stops his clock; refuses what its state does not admit.
CREATE FUNCTION ordenes_abrir(p_id bigint, p_accion text) RETURNS ordenes
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa orden"}'); END IF;
  PERFORM detener_reloj();
  IF d.estado = 'pendiente' AND d.vence_en <= ahora() THEN d := ordenes_vencer_una(p_id); END IF;
  IF EXISTS (SELECT FROM ordenes_transiciones WHERE accion = p_accion AND de = d.estado) THEN RETURN d; END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', d.numero)); END IF;
  IF d.estado = 'vencida' THEN
    PERFORM rechazar('ORDEN_VENCIDA', jsonb_build_object('numero', d.numero,
      'hora', to_char(d.vence_en AT TIME ZONE 'America/Lima', 'HH24:MI')));
  END IF;
  PERFORM rechazar('ESTADO', jsonb_build_object('estado', replace(d.estado, '_', ' ')));
END $$;

-- What every action answers, after its audit row and its news.
CREATE FUNCTION ordenes_hecho(quien jsonb, p_id bigint, p_accion text, p_mensaje text, p_despues jsonb DEFAULT '{}')
  RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
BEGIN
  SELECT * INTO STRICT d FROM ordenes WHERE id = p_id;
  PERFORM auditar(quien, p_accion, 'ordenes', p_id::text, NULL,
                  jsonb_build_object('numero', d.numero, 'estado', d.estado) || p_despues);
  PERFORM avisar('ordenes', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', d.estado, 'message', format(p_mensaje, d.numero));
END $$;

-- News of a state, in the words of the outbox: once, however it came about.
CREATE FUNCTION ordenes_noticia(quien jsonb, d ordenes, p_evento text) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT telegram_anotar(p_evento, format('ordenes:%s:%s', d.id, d.version), jsonb_build_object(
    'entidad', 'ordenes', 'id', d.id::text, 'usuario_id', quien->'usuario_id', 'numero', d.numero));
$$;

CREATE TYPE orden_cotizada AS (
  historico_id bigint, pais text, tasa numeric, "precision" integer, metodo_calculo text, mantenida boolean, segmento text,
  envia_moneda_id integer, envia numeric, recibe_moneda_id integer, recibe numeric, vence_en timestamptz, margen numeric,
  monto_usd numeric);

-- Both amounts at a rate that is in force or kept on purpose, never the browser's: what the client gets is rounded down,
-- what he pays up. `p` = {historico_id, envia | recibe, mantener_tasa}.
CREATE FUNCTION ordenes_cotizar(quien jsonb, p jsonb) RETURNS orden_cotizada
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  t record;
  de monedas;
  a monedas;
  tot record;
  c orden_cotizada;
  v_campo text := CASE WHEN p->>'envia' IS NOT NULL THEN 'envia' ELSE 'recibe' END;
  v_bloqueo interval;
  v_precio numeric;
BEGIN
  SELECT h.id, h.tasa, h.tasa_costo, h.precision, h.metodo_calculo, h.vigencia, h.tipo_cambio_id,
         tc.base_id, tc.cotizacion_id, tc.pais, tc.estatus, tc.monto_min, tc.monto_max, tc.bloqueo_minutos, tc.segmento
    INTO t FROM tipos_cambios_historico h JOIN tipos_cambios tc ON tc.id = h.tipo_cambio_id
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  -- Shared with other operations, against a change of this rate: see tipos_cambios_publicar.
  PERFORM pg_advisory_xact_lock_shared(1, t.tipo_cambio_id);
  SELECT vigencia INTO t.vigencia FROM tipos_cambios_historico WHERE id = t.id;
  PERFORM detener_reloj(lower(t.vigencia));
  SELECT * INTO STRICT de FROM monedas WHERE id = t.base_id;
  SELECT * INTO STRICT a FROM monedas WHERE id = t.cotizacion_id;
  IF scale(trim_scale((p->>v_campo)::numeric)) > (CASE v_campo WHEN 'envia' THEN de.decimales ELSE a.decimales END) THEN
    PERFORM ordenes_reparo(v_campo, format('Admite hasta %s decimales.', CASE v_campo WHEN 'envia' THEN de.decimales ELSE a.decimales END));
  END IF;
  -- As a purchase of what the client sends: his amount down, ours up.
  SELECT * INTO tot FROM compras_ventas_montos('compra', (p->>'envia')::numeric, (p->>'recibe')::numeric, t.tasa,
    t.metodo_calculo, de.decimales, a.decimales);
  IF NOT upper_inf(t.vigencia) THEN
    PERFORM compras_ventas_tasa_vieja('compra', t.id,
      jsonb_build_object('monto', p->'envia', 'contravalor', p->'recibe', 'mantener_tasa', p->'mantener_tasa'),
      tot.monto, tot.contravalor, de, a);
  END IF;
  IF NOT t.estatus OR NOT de.estatus OR NOT a.estatus THEN
    PERFORM rechazar('TASA_INACTIVA', jsonb_build_object('base', de.iso, 'cotizacion', a.iso, 'pais', t.pais));
  END IF;
  IF NOT coalesce((quien->>'vencida')::boolean, false)
     AND tipos_cambios_edad(t.tipo_cambio_id) > 2 * ajuste('tasa_rancia_horas')::numeric THEN
    PERFORM rechazar('TASA_VENCIDA', jsonb_build_object('par', de.iso || '/' || a.iso,
      'horas', floor(tipos_cambios_edad(t.tipo_cambio_id))));
  END IF;
  IF tot.monto <= 0 OR tot.contravalor <= 0 THEN
    PERFORM ordenes_reparo(v_campo, 'El monto es demasiado pequeño para esta tasa.');
  END IF;
  PERFORM tipos_cambios_exigir_tramo(t.id, tot.monto);
  IF tot.monto NOT BETWEEN coalesce(t.monto_min, 0) AND coalesce(t.monto_max, 1e29) THEN
    PERFORM ordenes_reparo(v_campo, format('Este tipo de cambio admite envíos%s%s.',
      ' desde ' || importe_texto(t.monto_min, de.simbolo, de.decimales),
      ' hasta ' || importe_texto(t.monto_max, de.simbolo, de.decimales)));
  END IF;
  v_bloqueo := make_interval(mins => greatest(coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int), 1));
  v_precio := precio_funcional(t.pais, de.id);
  c := (t.id, t.pais, t.tasa, t.precision, t.metodo_calculo, NOT upper_inf(t.vigencia), t.segmento,
        de.id, tot.monto, a.id, tot.contravalor,
        CASE WHEN upper_inf(t.vigencia) THEN ahora() ELSE upper(t.vigencia) END + v_bloqueo,
        round((tot.monto - convertir(tot.contravalor, t.tasa_costo, CASE t.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END,
                                     de.decimales, 'medio')) * v_precio, 2),
        en_dolares(t.pais, de.id, tot.monto, round(tot.monto * v_precio, 2)))::orden_cotizada;
  RETURN c;
END $$;

-- What a quote asks of the client, of the user and of nobody's limits.
CREATE FUNCTION ordenes_permitir(quien jsonb, p_cliente bigint, c orden_cotizada, p_salvo bigint) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF coalesce(c.monto_usd, 'Infinity') > (quien->>'limite_usd')::numeric THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', 'La operación', 'periodo', 'por operación',
      'limite', importe_texto((quien->>'limite_usd')::numeric, 'US$', 2)));
  END IF;
  PERFORM clientes_exigir(p_cliente, c.monto_usd, fecha_negocio(ahora()), p_salvo);
END $$;

-- The lines of what a client pays, checked as the counter checks its own.
CREATE FUNCTION ordenes_cobros_leer(quien jsonb, p_cobros jsonb, p_moneda integer) RETURNS pago_leido[]
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  pagos pago_leido[];
  x pago_leido;
  v_detalle text;
  v_numero text;
BEGIN
  BEGIN
    pagos := pagos_leer(jsonb_build_object('recibimos', p_cobros, 'entregamos', '[]'::jsonb));
  EXCEPTION WHEN SQLSTATE 'CB001' THEN
    GET STACKED DIAGNOSTICS v_detalle = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION USING ERRCODE = 'CB001', MESSAGE = SQLERRM, DETAIL = replace(v_detalle, '"recibimos.', '"cobros.');
  END;
  FOREACH x IN ARRAY pagos LOOP
    IF x.moneda_id <> p_moneda THEN
      PERFORM ordenes_reparo('cobros.' || x.n, 'La cuenta es de otra moneda que la que envía el cliente.');
    END IF;
    IF NOT x.verifica AND NOT (quien->>'cobrar')::boolean THEN
      PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:cobrar"}');
    END IF;
    SELECT o.numero INTO v_numero FROM compras_ventas_pagos g JOIN compras_ventas o ON o.id = g.compra_venta_id
      WHERE g.tipo_pago_id = x.tipo_pago_id AND g.cuenta_id = x.cuenta_id AND lower(g.referencia) = lower(x.referencia)
        AND g.referencia IS NOT NULL AND g.estado <> 'anulado' LIMIT 1;
    IF NOT FOUND THEN
      SELECT o.numero INTO v_numero FROM ordenes_cobros g JOIN ordenes o ON o.id = g.orden_id
        WHERE g.tipo_pago_id = x.tipo_pago_id AND g.cuenta_id = x.cuenta_id AND lower(g.referencia) = lower(x.referencia)
          AND g.estado IN ('por_verificar', 'verificado') LIMIT 1;
    END IF;
    IF FOUND THEN
      PERFORM rechazar('REFERENCIA_REPETIDA', jsonb_build_object('referencia', x.referencia, 'numero', v_numero));
    END IF;
  END LOOP;
  PERFORM compras_ventas_topes(pagos, fecha_negocio(ahora()));
  RETURN pagos;
END $$;

-- The coin that does not exist, in the client's favour: what `p_falta` lacks may be nothing, or, where cash was paid in
-- the functional currency, less than the smallest coin (ADR 0008). Null where it lacks more.
CREATE FUNCTION ordenes_favor(p_moneda integer, p_falta numeric, p_efectivo boolean) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT CASE WHEN p_falta = 0 OR m.funcional AND p_efectivo AND p_falta > 0
                        AND p_falta < coalesce(m.redondeo_efectivo, 0) THEN p_falta END
          FROM monedas m WHERE m.id = p_moneda);

-- What a client pays is never more than what was agreed.
CREATE FUNCTION ordenes_no_exceder(p_moneda integer, p_envia numeric, p_suma numeric) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  m monedas;
BEGIN
  IF p_suma <= p_envia THEN RETURN; END IF;
  SELECT * INTO STRICT m FROM monedas WHERE id = p_moneda;
  PERFORM ordenes_reparo('cobros', format(
    'Los cobros suman %s y la orden es de %s. Recotice la orden por lo que pagó el cliente, o devuélvale el vuelto.',
    importe_texto(p_suma, m.simbolo, m.decimales), importe_texto(p_envia, m.simbolo, m.decimales)));
END $$;

-- Locks the ledger accounts that a payment of a client needs, all at once and in everybody's order.
CREATE FUNCTION ordenes_bloquear(p_cuentas bigint[], p_moneda integer) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id = ANY (p_cuentas) OR codigo IN ('ordenes-por-pagar', 'redondeo', 'gastos-bancarios')
      OR id IN (SELECT unnest(ARRAY[posicion_id, contravalor_id, ganancia_id]) FROM posiciones WHERE moneda_id = p_moneda)
    ORDER BY id FOR NO KEY UPDATE;
END $$;

-- Money of a client is there: Dr its account, Cr what we owe, in the functional currency; a foreign one at what we buy
-- it for. Accounts are locked by the caller.
CREATE FUNCTION ordenes_cobro_contabilizar(quien jsonb, d ordenes, p_cuenta bigint, p_monto numeric, p_referencia text,
                                           p_redondeo numeric, OUT asiento_id bigint, OUT valor numeric)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_deuda bigint := libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', moneda_funcional(), NULL, 0);
  v_funcional boolean := d.envia_moneda_id = moneda_funcional();
  lineas libro_linea[];
BEGIN
  valor := CASE WHEN v_funcional THEN p_monto ELSE greatest(round(p_monto * precio_funcional(d.pais, d.envia_moneda_id), 2), 0.01) END;
  IF valor IS NULL THEN
    PERFORM rechazar('SIN_PRECIO', jsonb_build_object('moneda', (SELECT iso FROM monedas WHERE id = d.envia_moneda_id)));
  END IF;
  lineas := ARRAY[
    (p_cuenta, p_monto, CASE WHEN NOT v_funcional THEN valor END, p_referencia)::libro_linea,
    (v_deuda, -(valor + p_redondeo), NULL, NULL)::libro_linea];
  IF p_redondeo <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'redondeo'), p_redondeo, NULL, NULL)::libro_linea;
  END IF;
  asiento_id := (libro_contabilizar('ordenes', d.id, concat_ws(' ', 'Cobro de orden', d.numero), (quien->>'usuario_id')::int,
    lineas)->>'asiento_id')::bigint;
  PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
END $$;

-- The client's money is complete: the order waits for its payout from now on.
CREATE FUNCTION ordenes_cubrir(quien jsonb, p_id bigint, p_redondeo numeric) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
BEGIN
  UPDATE ordenes SET estado = 'pagada', estado_desde = ahora(), pagada_en = ahora(), valor = valor + p_redondeo,
         redondeo = p_redondeo, version = version + 1 WHERE id = p_id RETURNING * INTO STRICT d;
  PERFORM ordenes_paso(quien, p_id, 'verificar', 'pendiente', 'pagada');
  PERFORM ordenes_noticia(quien, d, 'orden_pagada');
END $$;

-- Writes a client's payment; `p_asiento` null: it waits for verification.
CREATE FUNCTION ordenes_cobro_escribir(quien jsonb, p_id bigint, p_estado text, x pago_leido, p_asiento bigint, p_valor numeric)
  RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
  v_usuario integer := (quien->>'usuario_id')::int;
BEGIN
  INSERT INTO ordenes_cobros (orden_id, tipo_pago_id, cuenta_id, moneda_id, monto, referencia, denominaciones, estado, fecha,
      usuario_id, verificado_por, verificado_en, asiento_id, valor)
    VALUES (p_id, x.tipo_pago_id, x.cuenta_id, x.moneda_id, x.monto, x.referencia, x.denominaciones,
      CASE WHEN p_asiento IS NULL THEN 'por_verificar' ELSE 'verificado' END, ahora(), v_usuario,
      CASE WHEN p_asiento IS NOT NULL THEN v_usuario END, CASE WHEN p_asiento IS NOT NULL THEN ahora() END, p_asiento, p_valor)
    RETURNING id INTO v_id;
  PERFORM ordenes_paso(quien, p_id, 'cobrar', p_estado, p_estado,
    (SELECT format('%s · %s', t.nombre, importe_texto(x.monto, m.simbolo, m.decimales)) FROM tipos_pagos t, monedas m
     WHERE t.id = x.tipo_pago_id AND m.id = x.moneda_id));
  IF x.adjunto_id IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, x.adjunto_id, 'ordenes-cobros', p_id, v_id, 'cobros.' || x.n);
  END IF;
  RETURN v_id;
END $$;

-- `p` = the body of POST /ordenes, checked by its schema.
CREATE FUNCTION ordenes_crear(quien jsonb, p_clave uuid, p jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  c orden_cotizada;
  b beneficiarios;
  d ordenes;
  pagos pago_leido[];
  x pago_leido;
  asentados record;
  v_asientos bigint[] := '{}';
  v_valores numeric[] := '{}';
  v_suma numeric;
  v_ya numeric := 0;        -- what is there at once
  v_redondeo numeric;
  v_efectivo boolean;
  v_ultimo integer;
  v_previa record;
  v_respuesta jsonb;
BEGIN
  c := ordenes_cotizar(quien, p);
  d.id := nextval('ordenes_id_seq');
  d.envia_moneda_id := c.envia_moneda_id;
  d.pais := c.pais;
  b := beneficiarios_exigir((p->>'beneficiario_id')::bigint, (p->>'cliente_id')::bigint, c.recibe_moneda_id);
  pagos := ordenes_cobros_leer(quien, p->'cobros', c.envia_moneda_id);
  PERFORM ordenes_permitir(quien, (p->>'cliente_id')::bigint, c, NULL);
  d.declaracion := compras_ventas_declarar(p, c.monto_usd, fecha_negocio(ahora()));
  IF NOT coalesce((p->>'confirmo_duplicado')::boolean, false) THEN
    SELECT numero, fecha INTO v_previa FROM ordenes
      WHERE cliente_id = (p->>'cliente_id')::bigint AND fecha_negocio >= fecha_negocio(ahora()) - 1 AND estado <> 'anulada'
        AND beneficiario_id = b.id AND envia_moneda_id = c.envia_moneda_id AND envia = c.envia
        AND fecha > ahora() - make_interval(mins => ajuste('duplicado_minutos')::int) ORDER BY id DESC LIMIT 1;
    IF FOUND THEN
      PERFORM rechazar('DOBLE_OPERACION', jsonb_build_object('numero', v_previa.numero, 'hace',
        CASE WHEN ahora() - v_previa.fecha < interval '1 minute' THEN 'Hace un momento'
             ELSE format('Hace %s min', floor(extract(epoch FROM ahora() - v_previa.fecha) / 60)) END));
    END IF;
  END IF;
  SELECT coalesce(sum(monto), 0), coalesce(sum(monto) FILTER (WHERE NOT verifica), 0),
         coalesce(bool_or(efectivo), false), max(n) FILTER (WHERE NOT verifica)
    INTO v_suma, v_ya, v_efectivo, v_ultimo FROM unnest(pagos);
  PERFORM ordenes_no_exceder(c.envia_moneda_id, c.envia, v_suma);
  v_redondeo := CASE WHEN v_ya = v_suma AND v_ya > 0 THEN ordenes_favor(c.envia_moneda_id, c.envia - v_ya, v_efectivo) END;

  IF v_ya > 0 THEN PERFORM ordenes_bloquear(ARRAY(SELECT cuenta_id FROM unnest(pagos)), c.envia_moneda_id); END IF;
  FOREACH x IN ARRAY pagos LOOP
    IF x.verifica THEN
      v_asientos := v_asientos || NULL::bigint;
      v_valores := v_valores || NULL::numeric;
    ELSE
      SELECT * INTO asentados FROM ordenes_cobro_contabilizar(quien, d, x.cuenta_id, x.monto, x.referencia,
        CASE WHEN x.n = v_ultimo THEN coalesce(v_redondeo, 0) ELSE 0 END);
      v_asientos := v_asientos || asentados.asiento_id;
      v_valores := v_valores || asentados.valor;
    END IF;
  END LOOP;

  -- The number last of all locks but the audit's: its row is everybody's.
  d.numero := serie_siguiente('OR', fecha_negocio(ahora()));
  INSERT INTO ordenes (id, numero, clave, fecha, cliente_id, beneficiario_id, beneficiario, pais, pais_destino,
      envia_moneda_id, envia, recibe_moneda_id, recibe, historico_id, tasa, precision, metodo_calculo, tasa_mantenida, segmento,
      cotizada_en, vence_en, margen, monto_usd, estado, estado_desde, valor, agente_id, observacion, declaracion, usuario_id)
    OVERRIDING SYSTEM VALUE
    VALUES (d.id, d.numero, p_clave, ahora(), (p->>'cliente_id')::bigint, b.id, ordenes_beneficiario(b), c.pais, b.pais,
      c.envia_moneda_id, c.envia, c.recibe_moneda_id, c.recibe, c.historico_id, c.tasa, c.precision, c.metodo_calculo,
      c.mantenida, c.segmento, ahora(), c.vence_en, c.margen, c.monto_usd, 'pendiente', ahora(),
      (SELECT coalesce(sum(v), 0) FROM unnest(v_valores) v),
      coalesce((p->>'agente_id')::bigint, (SELECT agente_id FROM clientes WHERE id = (p->>'cliente_id')::bigint)),
      p->>'observacion', d.declaracion, v_usuario);
  PERFORM ordenes_paso(quien, d.id, 'crear', NULL, 'pendiente');
  FOREACH x IN ARRAY pagos LOOP
    PERFORM ordenes_cobro_escribir(quien, d.id, 'pendiente', x, v_asientos[x.n + 1], v_valores[x.n + 1]);
  END LOOP;
  -- Told in the order in which it happened: made, then paid.
  v_respuesta := ordenes_hecho(quien, d.id, 'crear', 'Orden %s registrada.', p);
  IF v_redondeo IS NOT NULL THEN PERFORM ordenes_cubrir(quien, d.id, v_redondeo); END IF;
  RETURN v_respuesta || jsonb_build_object('numero', d.numero,
    'estado', CASE WHEN v_redondeo IS NULL THEN 'pendiente' ELSE 'pagada' END,
    'envia', (SELECT round(c.envia, decimales)::text FROM monedas WHERE id = c.envia_moneda_id),
    'recibe', (SELECT round(c.recibe, decimales)::text FROM monedas WHERE id = c.recibe_moneda_id),
    'vence_en', to_char(c.vence_en AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
END $$;

-- Σ of a client's payments that are there, before another one of `p_monto`: what would then be lacking and may be.
CREATE FUNCTION ordenes_por_cubrir(d ordenes, p_monto numeric, p_efectivo boolean) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT ordenes_favor(d.envia_moneda_id, d.envia - p_monto - coalesce(sum(g.monto), 0),
                               p_efectivo OR coalesce(bool_or(t.efectivo), false))
          FROM ordenes_cobros g JOIN tipos_pagos t ON t.id = g.tipo_pago_id
          WHERE g.orden_id = d.id AND g.estado = 'verificado');

-- One more payment of the client. What needs no verification is there at once, if the quote still stands.
CREATE FUNCTION ordenes_cobrar(quien jsonb, p_id bigint, p jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'cobrar');
  x pago_leido;
  v_cobro bigint;
  v_redondeo numeric;
  asentado record;
BEGIN
  x := (ordenes_cobros_leer(quien, jsonb_build_array(p), d.envia_moneda_id))[1];
  PERFORM ordenes_no_exceder(d.envia_moneda_id, d.envia, x.monto + (
    SELECT coalesce(sum(monto), 0) FROM ordenes_cobros WHERE orden_id = p_id AND estado IN ('por_verificar', 'verificado')));
  IF x.verifica THEN
    v_cobro := ordenes_cobro_escribir(quien, p_id, d.estado, x, NULL, NULL);
    UPDATE ordenes SET version = version + 1 WHERE id = p_id;
  ELSE
    IF d.estado = 'vencida' THEN
      PERFORM rechazar('ORDEN_VENCIDA', jsonb_build_object('numero', d.numero,
        'hora', to_char(d.vence_en AT TIME ZONE 'America/Lima', 'HH24:MI')));
    END IF;
    v_redondeo := ordenes_por_cubrir(d, x.monto, x.efectivo);
    PERFORM ordenes_bloquear(ARRAY[x.cuenta_id], x.moneda_id);
    SELECT * INTO asentado FROM ordenes_cobro_contabilizar(quien, d, x.cuenta_id, x.monto, x.referencia, coalesce(v_redondeo, 0));
    v_cobro := ordenes_cobro_escribir(quien, p_id, d.estado, x, asentado.asiento_id, asentado.valor);
    UPDATE ordenes SET valor = valor + asentado.valor, version = version + 1 WHERE id = p_id;
    IF v_redondeo IS NOT NULL THEN PERFORM ordenes_cubrir(quien, p_id, v_redondeo); END IF;
  END IF;
  RETURN ordenes_hecho(quien, p_id, 'cobrar', 'Cobro de %s registrado.', p || jsonb_build_object('cobro_id', v_cobro))
    || jsonb_build_object('cobro_id', v_cobro);
END $$;

CREATE FUNCTION ordenes_cobro_de(p_id bigint, p_cobro bigint) RETURNS ordenes_cobros
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  g ordenes_cobros;
BEGIN
  SELECT * INTO g FROM ordenes_cobros WHERE id = p_cobro AND orden_id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cobro"}'); END IF;
  IF g.estado <> 'por_verificar' THEN PERFORM rechazar('COBRO_RESUELTO', jsonb_build_object('estado', g.estado)); END IF;
  RETURN g;
END $$;

-- A payment that waited is there. One of an order whose quote ended is refused: it is quoted again first, and keeps it.
CREATE FUNCTION ordenes_verificar(quien jsonb, p_id bigint, p_cobro bigint, p_referencia text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'verificar');
  g ordenes_cobros := ordenes_cobro_de(p_id, p_cobro);
  t tipos_pagos;
  v_redondeo numeric;
  asentado record;
BEGIN
  SELECT * INTO STRICT t FROM tipos_pagos WHERE id = g.tipo_pago_id;
  IF t.pide_comprobante AND NOT EXISTS (
       SELECT FROM adjuntos_usos WHERE origen = 'ordenes-cobros' AND origen_id = p_id AND detalle_id = p_cobro) THEN
    PERFORM ordenes_reparo('cobro_id', format('%s pide un comprobante: adjúntelo antes de confirmar el cobro.', t.nombre));
  END IF;
  v_redondeo := ordenes_por_cubrir(d, g.monto, t.efectivo);
  PERFORM ordenes_bloquear(ARRAY[g.cuenta_id], g.moneda_id);
  SELECT * INTO asentado FROM ordenes_cobro_contabilizar(quien, d, g.cuenta_id, g.monto, coalesce(p_referencia, g.referencia),
    coalesce(v_redondeo, 0));
  UPDATE ordenes_cobros SET estado = 'verificado', verificado_por = (quien->>'usuario_id')::int, verificado_en = ahora(),
         asiento_id = asentado.asiento_id, valor = asentado.valor, referencia = coalesce(p_referencia, referencia) WHERE id = p_cobro;
  UPDATE ordenes SET valor = valor + asentado.valor, version = version + 1 WHERE id = p_id;
  IF v_redondeo IS NULL THEN
    PERFORM ordenes_paso(quien, p_id, 'verificar', 'pendiente', 'pendiente');
  ELSE
    PERFORM ordenes_cubrir(quien, p_id, v_redondeo);
  END IF;
  RETURN ordenes_hecho(quien, p_id, 'verificar', 'Cobro de %s verificado.', jsonb_build_object('cobro_id', p_cobro));
END $$;

CREATE FUNCTION ordenes_rechazar(quien jsonb, p_id bigint, p_cobro bigint, p_motivo text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'rechazar');
  g ordenes_cobros := ordenes_cobro_de(p_id, p_cobro);
BEGIN
  UPDATE ordenes_cobros SET estado = 'rechazado', motivo = p_motivo WHERE id = g.id;
  UPDATE ordenes SET version = version + 1 WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'rechazar', d.estado, d.estado, p_motivo);
  RETURN ordenes_hecho(quien, p_id, 'rechazar', 'Cobro de %s rechazado.', jsonb_build_object('cobro_id', p_cobro, 'motivo', p_motivo));
END $$;

-- To the rate in force, or to another amount: never less than what the client paid already. `p` = the body.
CREATE FUNCTION ordenes_recotizar(quien jsonb, p_id bigint, p jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'recotizar');
  c orden_cotizada := ordenes_cotizar(quien, p);
  v_declaracion jsonb;
  v_nota text;
  v_favor numeric;
  v_deuda bigint;
BEGIN
  IF (c.pais, c.envia_moneda_id, c.recibe_moneda_id) <> (d.pais, d.envia_moneda_id, d.recibe_moneda_id) THEN
    PERFORM ordenes_reparo('historico_id', 'La tasa es de otro corredor que el de la orden.');
  END IF;
  PERFORM ordenes_no_exceder(d.envia_moneda_id, c.envia, (
    SELECT coalesce(sum(monto), 0) FROM ordenes_cobros WHERE orden_id = p_id AND estado IN ('por_verificar', 'verificado')));
  PERFORM ordenes_permitir(quien, d.cliente_id, c, p_id);
  v_declaracion := coalesce(d.declaracion, compras_ventas_declarar(p || jsonb_build_object('cliente_id', d.cliente_id),
    c.monto_usd, fecha_negocio(ahora()), p_id));
  SELECT format('%s → %s, antes %s → %s', importe_texto(c.envia, e.simbolo, e.decimales), importe_texto(c.recibe, r.simbolo, r.decimales),
                importe_texto(d.envia, e.simbolo, e.decimales), importe_texto(d.recibe, r.simbolo, r.decimales))
    INTO v_nota FROM monedas e, monedas r WHERE e.id = d.envia_moneda_id AND r.id = d.recibe_moneda_id;
  UPDATE ordenes SET estado = 'pendiente', estado_desde = CASE WHEN d.estado = 'vencida' THEN ahora() ELSE estado_desde END,
         historico_id = c.historico_id, tasa = c.tasa, precision = c.precision, metodo_calculo = c.metodo_calculo,
         tasa_mantenida = c.mantenida, segmento = c.segmento, envia = c.envia, recibe = c.recibe, cotizada_en = ahora(),
         vence_en = c.vence_en, margen = c.margen, monto_usd = c.monto_usd, declaracion = v_declaracion, version = version + 1
    WHERE id = p_id RETURNING * INTO d;
  PERFORM ordenes_paso(quien, p_id, 'recotizar', (SELECT a FROM ordenes_pasos WHERE orden_id = p_id ORDER BY id DESC LIMIT 1),
                       'pendiente', v_nota);
  -- What is there already may be all of it now.
  v_favor := CASE WHEN d.valor > 0 THEN ordenes_por_cubrir(d, 0, false) END;
  IF v_favor > 0 THEN
    PERFORM ordenes_bloquear('{}', d.envia_moneda_id);
    v_deuda := libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', moneda_funcional(), NULL, 0);
    PERFORM libro_contabilizar('ordenes', p_id, 'Redondeo de orden ' || d.numero, (quien->>'usuario_id')::int, ARRAY[
      (v_deuda, -v_favor, NULL, NULL)::libro_linea,
      ((SELECT id FROM cuentas_contables WHERE codigo = 'redondeo'), v_favor, NULL, NULL)::libro_linea]);
  END IF;
  IF v_favor IS NOT NULL THEN PERFORM ordenes_cubrir(quien, p_id, v_favor); END IF;
  RETURN ordenes_hecho(quien, p_id, 'recotizar', 'Orden %s recotizada.', p) || jsonb_build_object(
    'envia', (SELECT round(d.envia, decimales)::text FROM monedas WHERE id = d.envia_moneda_id),
    'recibe', (SELECT round(d.recibe, decimales)::text FROM monedas WHERE id = d.recibe_moneda_id));
END $$;

-- Another beneficiary of the same client, or the same as his agenda has him now. Once somebody is paying the order, only
-- who may give money back changes whom it goes to.
CREATE FUNCTION ordenes_beneficiar(quien jsonb, p_id bigint, p_beneficiario bigint, p_motivo text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'beneficiario');
  b beneficiarios;
BEGIN
  IF d.estado = 'en_proceso' AND NOT (quien->>'devolver')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}');
  END IF;
  b := beneficiarios_exigir(p_beneficiario, d.cliente_id, d.recibe_moneda_id);
  UPDATE ordenes SET beneficiario_id = b.id, beneficiario = ordenes_beneficiario(b), pais_destino = b.pais, version = version + 1
    WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'beneficiario', d.estado, d.estado, p_motivo);
  RETURN ordenes_hecho(quien, p_id, 'beneficiario', 'Beneficiario de %s actualizado.',
    jsonb_build_object('beneficiario_id', b.id, 'antes', d.beneficiario_id, 'motivo', p_motivo));
END $$;

-- Above the limit, who verified the client's payment does not pay it out.
CREATE FUNCTION ordenes_doble_control(quien jsonb, d ordenes) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF coalesce(d.monto_usd, 'Infinity') > ajuste('orden_doble_control_usd')::numeric AND EXISTS (
       SELECT FROM ordenes_cobros WHERE orden_id = d.id AND estado = 'verificado'
         AND verificado_por = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('DOBLE_CONTROL', jsonb_build_object('limite',
      importe_texto(ajuste('orden_doble_control_usd')::numeric, 'US$', 2)));
  END IF;
END $$;

-- One payer at a time. `p_relevar`: from who holds it, by who may.
CREATE FUNCTION ordenes_tomar(quien jsonb, p_id bigint, p_relevar boolean) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_accion text := CASE WHEN p_relevar THEN 'relevar' ELSE 'tomar' END;
  d ordenes;
BEGIN
  IF p_relevar AND NOT (quien->>'devolver')::boolean THEN PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}'); END IF;
  -- Told whose it is, rather than that it is under way.
  SELECT * INTO d FROM ordenes WHERE id = p_id FOR NO KEY UPDATE;
  IF d.estado = 'en_proceso' AND NOT p_relevar THEN
    PERFORM rechazar('ORDEN_TOMADA', jsonb_build_object('numero', d.numero, 'pagador', (
      SELECT split_part(nombres, ' ', 1) || ' ' || split_part(apellidos, ' ', 1) FROM usuarios WHERE id = d.pagador_id)));
  END IF;
  d := ordenes_abrir(p_id, v_accion);
  PERFORM ordenes_doble_control(quien, d);
  UPDATE ordenes SET estado = 'en_proceso', pagador_id = (quien->>'usuario_id')::int, version = version + 1,
         estado_desde = CASE WHEN p_relevar THEN estado_desde ELSE ahora() END WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, v_accion, d.estado, 'en_proceso');
  RETURN ordenes_hecho(quien, p_id, v_accion, 'Orden %s tomada.');
END $$;

-- Is it his? Who may give money back may let go of anybody's.
CREATE FUNCTION ordenes_mia(quien jsonb, d ordenes) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF d.pagador_id <> (quien->>'usuario_id')::int THEN
    PERFORM rechazar('ORDEN_TOMADA', jsonb_build_object('numero', d.numero, 'pagador', (
      SELECT split_part(nombres, ' ', 1) || ' ' || split_part(apellidos, ' ', 1) FROM usuarios WHERE id = d.pagador_id)));
  END IF;
END $$;

CREATE FUNCTION ordenes_sin_pagos(d ordenes) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ordenes_pagos WHERE orden_id = d.id AND estado = 'pagado') THEN
    PERFORM rechazar('ORDEN_CON_PAGOS', jsonb_build_object('numero', d.numero));
  END IF;
END $$;

CREATE FUNCTION ordenes_soltar(quien jsonb, p_id bigint, p_nota text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'soltar');
BEGIN
  IF NOT (quien->>'devolver')::boolean THEN PERFORM ordenes_mia(quien, d); END IF;
  PERFORM ordenes_sin_pagos(d);
  UPDATE ordenes SET estado = 'pagada', estado_desde = ahora(), pagador_id = NULL, version = version + 1 WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'soltar', 'en_proceso', 'pagada', p_nota);
  RETURN ordenes_hecho(quien, p_id, 'soltar', 'Orden %s devuelta a la cola.', jsonb_build_object('nota', p_nota));
END $$;

-- One payout: the account pays at average cost, the debt goes down by its share (the last one takes what is left), the
-- difference is realised; what the bank charges is an expense at its cost. `p` = {cuenta_id, monto, comision, referencia,
-- comprobante_id}.
CREATE FUNCTION ordenes_pagar(quien jsonb, p_id bigint, p jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'pagar');
  u record;                 -- the account that pays
  m monedas;
  v_monto numeric := (p->>'monto')::numeric;
  v_comision numeric := (p->>'comision')::numeric;
  v_pagado numeric;
  v_salido numeric;
  v_ultimo boolean;
  v_valor numeric;
  v_gasto numeric;
  v_costo numeric;
  v_pago bigint;
  v_numero text;
  lineas libro_linea[];
  libro jsonb;
BEGIN
  PERFORM ordenes_mia(quien, d);
  PERFORM ordenes_doble_control(quien, d);
  IF d.observada IS NOT NULL THEN PERFORM rechazar('ORDEN_OBSERVADA', jsonb_build_object('numero', d.numero)); END IF;
  IF (SELECT estado FROM clientes WHERE id = d.cliente_id) = 'bloqueado' THEN PERFORM rechazar('CLIENTE_BLOQUEADO'); END IF;
  SELECT * INTO STRICT m FROM monedas WHERE id = d.recibe_moneda_id;
  SELECT c.id, c.nombre, c.moneda_id, c.estatus, c.limite_op INTO u FROM cuentas c WHERE c.id = (p->>'cuenta_id')::bigint;
  SELECT coalesce(sum(monto), 0), coalesce(sum(valor), 0) INTO v_pagado, v_salido
    FROM ordenes_pagos WHERE orden_id = p_id AND estado = 'pagado';
  CASE
    WHEN u.id IS NULL THEN PERFORM ordenes_reparo('cuenta_id', 'La cuenta no existe.');
    WHEN NOT u.estatus THEN PERFORM ordenes_reparo('cuenta_id', u.nombre || ' está inactiva.');
    WHEN u.moneda_id <> m.id THEN PERFORM ordenes_reparo('cuenta_id', 'La cuenta es de otra moneda que la que recibe el beneficiario.');
    WHEN scale(trim_scale(v_monto)) > m.decimales THEN PERFORM ordenes_reparo('monto', format('Admite hasta %s decimales.', m.decimales));
    WHEN scale(trim_scale(v_comision)) > m.decimales THEN PERFORM ordenes_reparo('comision', format('Admite hasta %s decimales.', m.decimales));
    WHEN v_monto > d.recibe - v_pagado THEN PERFORM ordenes_reparo('monto', format('Falta pagar %s.', importe_texto(d.recibe - v_pagado, m.simbolo, m.decimales)));
    WHEN v_monto > u.limite_op THEN PERFORM ordenes_reparo('monto', format('%s admite hasta %s por operación.', u.nombre, importe_texto(u.limite_op, m.simbolo, m.decimales)));
    ELSE NULL;
  END CASE;
  SELECT o.numero INTO v_numero FROM ordenes_pagos g JOIN ordenes o ON o.id = g.orden_id
    WHERE g.cuenta_id = u.id AND lower(g.referencia) = lower(p->>'referencia') AND g.estado = 'pagado';
  IF FOUND THEN
    PERFORM rechazar('REFERENCIA_REPETIDA', jsonb_build_object('referencia', p->>'referencia', 'numero', v_numero));
  END IF;

  v_ultimo := v_pagado + v_monto = d.recibe;
  v_valor := CASE WHEN v_ultimo THEN d.valor - v_salido
    ELSE least(greatest(round(d.valor * (v_pagado + v_monto) / d.recibe, 2) - v_salido, 0), d.valor - v_salido) END;
  -- Under the locks of the posting, so that the cost of the charge is of the same average as the cost of it all.
  PERFORM ordenes_bloquear(ARRAY[u.id], m.id);
  v_gasto := CASE WHEN m.funcional THEN v_comision ELSE coalesce((
    SELECT round(v_comision * k.saldo / nullif(-q.saldo, 0), 2) FROM posiciones x
    JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id WHERE x.moneda_id = m.id), 0) END;
  lineas := ARRAY[(u.id, -v_monto, NULL, p->>'referencia')::libro_linea];
  IF v_valor <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'ordenes-por-pagar'), v_valor, NULL, NULL)::libro_linea;
  END IF;
  IF v_comision <> 0 THEN
    lineas := lineas || (u.id, -v_comision, NULL, 'Comisión ' || (p->>'referencia'))::libro_linea;
  END IF;
  IF v_gasto <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'gastos-bancarios'), v_gasto, NULL, NULL)::libro_linea;
  END IF;
  libro := libro_contabilizar('ordenes', p_id, 'Pago de orden ' || d.numero, (quien->>'usuario_id')::int, lineas,
    (SELECT ganancia_id FROM posiciones WHERE moneda_id = CASE WHEN m.funcional THEN d.envia_moneda_id ELSE m.id END));
  PERFORM cuentas_exigir(ARRAY[u.id], fecha_negocio(ahora()));
  v_costo := v_valor - (libro->>'resultado')::numeric;
  INSERT INTO ordenes_pagos (orden_id, cuenta_id, moneda_id, monto, comision, referencia, estado, fecha, usuario_id, asiento_id,
      valor, costo, gasto, ganancia)
    VALUES (p_id, u.id, m.id, v_monto, v_comision, p->>'referencia', 'pagado', ahora(), (quien->>'usuario_id')::int,
      (libro->>'asiento_id')::bigint, v_valor, v_costo, v_gasto, v_valor - v_costo) RETURNING id INTO v_pago;
  IF p->>'comprobante_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, (p->>'comprobante_id')::bigint, 'ordenes-pagos', p_id, v_pago, 'comprobante_id');
  END IF;
  UPDATE ordenes SET costo = costo + v_costo, gastos = gastos + v_gasto, ganancia = ganancia + v_valor - v_costo,
         estado = CASE WHEN v_ultimo THEN 'completada' ELSE 'en_proceso' END,
         estado_desde = CASE WHEN v_ultimo THEN ahora() ELSE estado_desde END,
         completada_en = CASE WHEN v_ultimo THEN ahora() END, version = version + 1 WHERE id = p_id RETURNING * INTO d;
  PERFORM ordenes_paso(quien, p_id, 'pagar', 'en_proceso', d.estado, importe_texto(v_monto, m.simbolo, m.decimales));
  IF v_ultimo THEN PERFORM ordenes_noticia(quien, d, 'orden_completada'); END IF;
  RETURN ordenes_hecho(quien, p_id, 'pagar', CASE WHEN v_ultimo THEN 'Orden %s completada.' ELSE 'Pago de %s registrado.' END,
      p || jsonb_build_object('pago_id', v_pago)) || jsonb_build_object('pago_id', v_pago);
END $$;

-- A payout came back: exactly what it moved, and the order is open again, in the same hands.
CREATE FUNCTION ordenes_rebotar(quien jsonb, p_id bigint, p_pago bigint, p_motivo text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'rebotar');
  g ordenes_pagos;
BEGIN
  SELECT * INTO g FROM ordenes_pagos WHERE id = p_pago AND orden_id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}'); END IF;
  IF g.estado <> 'pagado' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', 'de pago ' || g.referencia)); END IF;
  PERFORM libro_anular(g.asiento_id, 'Pago rebotado de orden ' || d.numero, (quien->>'usuario_id')::int);
  UPDATE ordenes_pagos SET estado = 'rebotado', rebotado_en = ahora(), rebotado_por = (quien->>'usuario_id')::int, motivo = p_motivo
    WHERE id = p_pago;
  UPDATE ordenes SET costo = costo - g.costo, gastos = gastos - g.gasto, ganancia = ganancia - g.ganancia, estado = 'en_proceso',
         estado_desde = CASE WHEN d.estado = 'completada' THEN ahora() ELSE estado_desde END, completada_en = NULL,
         version = version + 1 WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'rebotar', d.estado, 'en_proceso', p_motivo);
  RETURN ordenes_hecho(quien, p_id, 'rebotar', 'Pago rebotado: la orden %s está abierta de nuevo.',
    jsonb_build_object('pago_id', p_pago, 'motivo', p_motivo));
END $$;

-- An order that waits for something: its term stands still until that is resolved.
CREATE FUNCTION ordenes_observar(quien jsonb, p_id bigint, p_motivo text, p_nota text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'observar');
BEGIN
  UPDATE ordenes SET observada = p_motivo, observada_nota = p_nota, observada_desde = coalesce(observada_desde, ahora()),
         version = version + 1 WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'observar', d.estado, d.estado, concat_ws(': ', replace(p_motivo, '_', ' '), p_nota));
  RETURN ordenes_hecho(quien, p_id, 'observar', 'Orden %s observada.', jsonb_build_object('motivo', p_motivo, 'nota', p_nota));
END $$;

CREATE FUNCTION ordenes_resolver(quien jsonb, p_id bigint, p_nota text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'resolver');
BEGIN
  IF d.observada IS NULL THEN PERFORM rechazar('ESTADO', '{"estado": "sin observar"}'); END IF;
  UPDATE ordenes SET pausa_segundos = pausa_segundos + greatest(extract(epoch FROM ahora() - observada_desde), 0)::int,
         observada = NULL, observada_nota = NULL, observada_desde = NULL, version = version + 1 WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'resolver', d.estado, d.estado, p_nota);
  RETURN ordenes_hecho(quien, p_id, 'resolver', 'Observación de %s resuelta.', jsonb_build_object('nota', p_nota));
END $$;

-- Nothing of it stands. What the client paid goes back to him out of `p_cuenta`: where that is another account than the one
-- he paid into, it first makes up for it there, and then every entry is reversed exactly, at the value it had.
CREATE FUNCTION ordenes_anular(quien jsonb, p_id bigint, p_motivo text, p_cuenta bigint) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'anular');
  v_usuario integer := (quien->>'usuario_id')::int;
  v_devuelve boolean;
  c cuentas;
  lineas libro_linea[];
  v_asiento bigint;
BEGIN
  v_devuelve := EXISTS (SELECT FROM ordenes_cobros WHERE orden_id = p_id AND estado = 'verificado');
  IF (v_devuelve OR d.usuario_id <> v_usuario) AND NOT (quien->>'devolver')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}');
  END IF;
  PERFORM ordenes_sin_pagos(d);
  IF v_devuelve THEN
    SELECT * INTO c FROM cuentas WHERE id = p_cuenta;
    CASE
      WHEN p_cuenta IS NULL THEN PERFORM ordenes_reparo('cuenta_devolucion_id', 'Elija la cuenta de la que se devuelve al cliente.');
      WHEN c.id IS NULL THEN PERFORM ordenes_reparo('cuenta_devolucion_id', 'La cuenta no existe.');
      WHEN NOT c.estatus THEN PERFORM ordenes_reparo('cuenta_devolucion_id', c.nombre || ' está inactiva.');
      WHEN c.moneda_id <> d.envia_moneda_id THEN
        PERFORM ordenes_reparo('cuenta_devolucion_id', 'La cuenta es de otra moneda que la que pagó el cliente.');
      ELSE NULL;
    END CASE;
    PERFORM ordenes_bloquear(ARRAY(SELECT p_cuenta UNION SELECT x.cuenta_id FROM asientos a JOIN apuntes x ON x.asiento_id = a.id
      WHERE a.origen = 'ordenes' AND a.origen_id = p_id), d.envia_moneda_id);
    SELECT array_agg((cuenta_id, monto, NULL, NULL)::libro_linea) || (p_cuenta, -sum(monto), NULL, NULL)::libro_linea
      INTO lineas FROM (SELECT cuenta_id, sum(monto) AS monto FROM ordenes_cobros
        WHERE orden_id = p_id AND estado = 'verificado' AND cuenta_id <> p_cuenta GROUP BY cuenta_id) g HAVING count(*) > 0;
    IF lineas IS NOT NULL THEN
      PERFORM libro_contabilizar('ordenes', p_id, 'Devolución de orden ' || d.numero, v_usuario, lineas);
    END IF;
    FOR v_asiento IN
      SELECT id FROM asientos a WHERE origen = 'ordenes' AND origen_id = p_id AND anula_a IS NULL
        AND (EXISTS (SELECT FROM apuntes x JOIN cuentas_contables k ON k.id = x.cuenta_id
                     WHERE x.asiento_id = a.id AND k.codigo = 'ordenes-por-pagar'))
        AND NOT EXISTS (SELECT FROM asientos r WHERE r.anula_a = a.id) ORDER BY id DESC
    LOOP
      PERFORM libro_anular(v_asiento, 'Anulación de orden ' || d.numero, v_usuario);
    END LOOP;
    PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
    UPDATE ordenes_cobros SET estado = 'devuelto', devuelto_de = p_cuenta WHERE orden_id = p_id AND estado = 'verificado';
  END IF;
  UPDATE ordenes_cobros SET estado = 'rechazado', motivo = 'La orden se anuló.' WHERE orden_id = p_id AND estado = 'por_verificar';
  UPDATE ordenes SET estado = 'anulada', estado_desde = ahora(), anulada_en = ahora(), anulada_por = v_usuario,
         motivo_anulacion = p_motivo, observada = NULL, observada_nota = NULL, observada_desde = NULL, version = version + 1
    WHERE id = p_id;
  PERFORM ordenes_paso(quien, p_id, 'anular', d.estado, 'anulada', p_motivo);
  RETURN ordenes_hecho(quien, p_id, 'anular', 'Orden %s anulada.',
    jsonb_build_object('motivo', p_motivo, 'cuenta_devolucion_id', p_cuenta));
END $$;

-- A file that comes later, onto a line that stands: of a payment or of a payout.
CREATE FUNCTION ordenes_adjuntar(quien jsonb, p_origen text, p_id bigint, p_linea bigint, p_tipo text, p_nombre text, p_contenido bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes;
  a adjuntos;
  v_hay boolean;
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa orden"}'); END IF;
  v_hay := CASE p_origen
    WHEN 'ordenes-cobros' THEN EXISTS (SELECT FROM ordenes_cobros WHERE id = p_linea AND orden_id = p_id)
    ELSE EXISTS (SELECT FROM ordenes_pagos WHERE id = p_linea AND orden_id = p_id) END;
  IF NOT v_hay THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}'); END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', d.numero)); END IF;
  -- The same file on the same line once more: its answer was lost.
  SELECT x.* INTO a FROM adjuntos_usos u JOIN adjuntos x ON x.id = u.adjunto_id
    WHERE u.origen = p_origen AND u.origen_id = p_id AND u.detalle_id = p_linea AND x.sha256 = sha256(p_contenido);
  IF NOT FOUND THEN
    IF (SELECT count(*) FROM adjuntos_usos WHERE origen = p_origen AND origen_id = p_id AND detalle_id = p_linea) >= 5 THEN
      PERFORM rechazar('VALIDACION', '{"errors": [{"msg": "Este pago ya tiene 5 comprobantes."}]}');
    END IF;
    a := adjuntos_guardar(quien, p_tipo, p_nombre, p_contenido);
    PERFORM adjuntos_usar(quien, a.id, p_origen, p_id, p_linea, '');
    PERFORM auditar(quien, 'adjuntar', 'ordenes', p_id::text, NULL,
                    jsonb_build_object('linea_id', p_linea, 'adjunto_id', a.id, 'nombre', a.nombre));
    PERFORM avisar('ordenes', p_id);
  END IF;
  RETURN jsonb_build_object('id', a.id, 'message', format('Comprobante de %s guardado.', d.numero));
END $$;
