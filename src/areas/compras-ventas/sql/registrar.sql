-- Registers an operation at the counter, whole.
-- `quien` = {usuario_id, sesion_id, ip, solicitud, desvio_pct, vencida, ganancia: may see cost, limite_usd: what one
-- operation of this user may be worth, null: nobody limits him}; `p` = the body of POST /compras-ventas, already checked
-- by its schema. A rate outside the cashier's range is good with a permission (`autorizacion_id`), which it uses up.
-- Answers what the call answers, the same again for the same key.
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
  pagos := pagos_leer(quien, p);
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
    format('%s %s', initcap(v_tipo), importe_texto(tot.monto, divisa.simbolo, divisa.decimales)), v_usuario, lineas,
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

-- Amounts typed with more decimals than their currency has are refused, never cut in silence.
CREATE OR REPLACE FUNCTION compras_ventas_decimales(p jsonb, divisa monedas, contra monedas, funcional monedas)
  RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  r record;
BEGIN
  SELECT * INTO r FROM (VALUES ('monto', p->>'monto', divisa.decimales), ('contravalor', p->>'contravalor', contra.decimales),
    ('servicio', p->>'servicio', funcional.decimales)) x (campo, texto, decimales)
    WHERE scale(trim_scale(texto::numeric)) > decimales LIMIT 1;
  IF FOUND THEN
    PERFORM rechazar('VALIDACION', jsonb_build_object('errors', jsonb_build_array(jsonb_build_object(
      'msg', format('Admite hasta %s decimales.', r.decimales), 'campo', r.campo))));
  END IF;
END $$;

-- The rate closed after it was quoted: it may be kept on purpose while its lock lasts; else both amounts are told.
CREATE OR REPLACE FUNCTION compras_ventas_tasa_vieja(p_tipo text, p_historico bigint, p jsonb, p_monto numeric, p_contravalor numeric,
                                          divisa monedas, contra monedas)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  vieja record;
  nueva tipos_cambios_historico;
  tot record;
BEGIN
  SELECT h.tasa, h.precision, h.tipo_cambio_id, upper(h.vigencia) + make_interval(mins =>
           coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int)) AS hasta
    INTO vieja FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id WHERE h.id = p_historico;
  IF coalesce((p->>'mantener_tasa')::boolean, false) AND ahora() < vieja.hasta THEN RETURN; END IF;
  SELECT * INTO nueva FROM tipos_cambios_historico WHERE tipo_cambio_id = vieja.tipo_cambio_id AND upper_inf(vigencia);
  SELECT * INTO tot FROM compras_ventas_montos(p_tipo, (p->>'monto')::numeric, (p->>'contravalor')::numeric, nueva.tasa,
    nueva.metodo_calculo, divisa.decimales, contra.decimales);
  PERFORM rechazar('TASA_CAMBIO', jsonb_build_object(
    'tasa_anterior', round(vieja.tasa, vieja.precision)::text, 'tasa_nueva', round(nueva.tasa, nueva.precision)::text,
    'historico_anterior', p_historico, 'historico_id', nueva.id,
    'monto_anterior', round(p_monto, divisa.decimales)::text, 'contravalor_anterior', round(p_contravalor, contra.decimales)::text,
    'monto_nuevo', round(tot.monto, divisa.decimales)::text, 'contravalor_nuevo', round(tot.contravalor, contra.decimales)::text,
    'bloqueada_hasta', CASE WHEN ahora() < vieja.hasta
      THEN to_char(vieja.hasta AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END));
END $$;

-- The same operation minutes ago is asked about once: of the same client, or of nobody by the same cashier.
CREATE OR REPLACE FUNCTION compras_ventas_repetida(p_cliente bigint, p_usuario integer, p_tipo text, p_divisa integer, p_monto numeric,
                                        p_fecha date)
  RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_desde timestamptz := ahora() - make_interval(mins => ajuste('duplicado_minutos')::int);
  v_previa record;
BEGIN
  IF p_cliente IS NULL THEN
    SELECT numero, fecha INTO v_previa FROM compras_ventas
      WHERE cliente_id IS NULL AND usuario_id = p_usuario AND fecha > v_desde AND estado <> 'anulada'
        AND tipo = p_tipo AND divisa_id = p_divisa AND monto = p_monto ORDER BY fecha DESC LIMIT 1;
  ELSE
    SELECT numero, fecha INTO v_previa FROM compras_ventas
      -- Also yesterday's: minutes ago may be before midnight.
      WHERE cliente_id = p_cliente AND fecha_negocio >= p_fecha - 1 AND estado <> 'anulada'
        AND tipo = p_tipo AND divisa_id = p_divisa AND monto = p_monto AND fecha > v_desde ORDER BY id DESC LIMIT 1;
  END IF;
  IF FOUND THEN
    PERFORM rechazar('DOBLE_OPERACION', jsonb_build_object('numero', v_previa.numero, 'hace',
      CASE WHEN ahora() - v_previa.fecha < interval '1 minute' THEN 'Hace un momento'
           ELSE format('Hace %s min', floor(extract(epoch FROM ahora() - v_previa.fecha) / 60)) END));
  END IF;
END $$;
