-- Registering, verifying and annulling at the counter: the only ways in which these documents come to be and change.

-- `quien` = {usuario_id, sesion_id, ip, solicitud, desvio_pct, vencida, ganancia: may see cost}; `p` = the body of
-- POST /compras-ventas, already checked by its schema. Answers what the call answers, the same again for the same key.
CREATE FUNCTION compras_ventas_registrar(quien jsonb, p_clave uuid, p_huella bytea, p jsonb)
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
  v_previa record;
  v_fecha date;
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
    PERFORM rechazar('TASA_FUERA_DE_RANGO', jsonb_build_object('tasa', trim_scale(v_tasa),
      'vigente', round(t.tasa, t.precision), 'desvio', trim_scale((quien->>'desvio_pct')::numeric)));
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
  PERFORM clientes_exigir((p->>'cliente_id')::bigint, v_usd, v_fecha);
  IF NOT coalesce((p->>'confirmo_duplicado')::boolean, false) AND p->>'cliente_id' IS NOT NULL THEN
    SELECT numero, floor(extract(epoch FROM ahora() - fecha) / 60) AS minutos INTO v_previa FROM compras_ventas
      -- Also yesterday's: minutes ago may be before midnight.
      WHERE cliente_id = (p->>'cliente_id')::bigint AND fecha_negocio >= v_fecha - 1 AND estado <> 'anulada'
        AND tipo = v_tipo AND divisa_id = divisa.id AND monto = tot.monto
        AND fecha > ahora() - make_interval(mins => ajuste('duplicado_minutos')::int)
      ORDER BY id DESC LIMIT 1;
    IF FOUND THEN
      PERFORM rechazar('DOBLE_OPERACION', jsonb_build_object('numero', v_previa.numero, 'hace', CASE WHEN v_previa.minutos < 1 THEN 'Hace un momento' ELSE format('Hace %s min', v_previa.minutos) END));
    END IF;
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
      observacion, motivo, asiento_id, usuario_id, estado)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_numero, p_clave, (SELECT fecha FROM asientos WHERE id = (libro->>'asiento_id')::bigint), v_tipo,
      (p->>'cliente_id')::bigint, divisa.id, tot.monto, contra.id, tot.contravalor, t.id, v_tasa, t.precision,
      t.metodo_calculo, NOT upper_inf(t.vigencia), v_servicio, v_redondeo, v_costo, (libro->>'resultado')::numeric, v_margen,
      v_usd, p->>'observacion', p->>'motivo', (libro->>'asiento_id')::bigint, v_usuario, v_estado);
  INSERT INTO compras_ventas_pagos (compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia, estado, asiento_id)
    SELECT v_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia,
           CASE WHEN verifica THEN 'por_verificar' ELSE 'verificado' END,
           CASE WHEN NOT verifica THEN (libro->>'asiento_id')::bigint END
    FROM unnest(pagos) ORDER BY lado DESC, n;
  PERFORM auditar(quien, 'registrar', 'compras-ventas', v_id::text, NULL, p || jsonb_build_object('numero', v_numero));
  respuesta := jsonb_build_object('id', v_id, 'numero', v_numero, 'estado', v_estado,
    'monto', round(tot.monto, divisa.decimales)::text, 'contravalor', round(tot.contravalor, contra.decimales)::text,
    'message', format('%s %s registrad%s.', initcap(v_tipo), v_numero, CASE v_tipo WHEN 'canje' THEN 'o' ELSE 'a' END));
  PERFORM idempotencia_guardar(v_usuario, 'compras-ventas', p_clave, respuesta);
  PERFORM avisar('compras-ventas', v_id);
  RETURN jsonb_build_object('repetida', false, 'respuesta', respuesta);
END $$;

-- Amounts typed with more decimals than their currency has are refused, never cut in silence.
CREATE FUNCTION compras_ventas_decimales(p jsonb, divisa monedas, contra monedas, funcional monedas)
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
CREATE FUNCTION compras_ventas_tasa_vieja(p_tipo text, p_historico bigint, p jsonb, p_monto numeric, p_contravalor numeric,
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

-- A payment that waited is there (or was handed over): it moves from what was owed to its account. The last one
-- completes the operation. The document is locked first.
CREATE FUNCTION compras_ventas_verificar(quien jsonb, p_id bigint, p_pago bigint, p_referencia text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d compras_ventas;
  g compras_ventas_pagos;
  v_puente bigint;
  v_signo integer;
  libro jsonb;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  SELECT * INTO g FROM compras_ventas_pagos WHERE id = p_pago AND compra_venta_id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}'); END IF;
  IF d.estado <> 'pendiente' OR g.estado <> 'por_verificar' THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', d.estado));
  END IF;
  PERFORM detener_reloj();
  v_signo := CASE g.lado WHEN 'recibimos' THEN 1 ELSE -1 END;
  SELECT c.id INTO STRICT v_puente FROM monedas m
    JOIN cuentas_contables c ON c.codigo = CASE g.lado WHEN 'recibimos' THEN 'por-cobrar:' ELSE 'por-entregar:' END || m.iso
    WHERE m.id = g.moneda_id;
  libro := libro_contabilizar('compras-ventas', p_id, 'Verificación de pago ' || d.numero, (quien->>'usuario_id')::int, ARRAY[
    (g.cuenta_id, v_signo * g.monto, NULL, coalesce(p_referencia, g.referencia))::libro_linea,
    (v_puente, -v_signo * g.monto, NULL, NULL)::libro_linea]);
  PERFORM cuentas_exigir(ARRAY[g.cuenta_id], fecha_negocio(ahora()));
  UPDATE compras_ventas_pagos SET estado = 'verificado', verificado_por = (quien->>'usuario_id')::int,
         asiento_id = (libro->>'asiento_id')::bigint, referencia = coalesce(p_referencia, referencia) WHERE id = p_pago;
  IF NOT EXISTS (SELECT FROM compras_ventas_pagos WHERE compra_venta_id = p_id AND estado = 'por_verificar') THEN
    UPDATE compras_ventas SET estado = 'completada', version = version + 1 WHERE id = p_id AND estado = 'pendiente'
      RETURNING * INTO STRICT d;
  END IF;
  PERFORM auditar(quien, 'verificar', 'compras-ventas', p_id::text, NULL, jsonb_build_object('pago_id', p_pago));
  PERFORM avisar('compras-ventas', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', d.estado, 'message', format('Pago de %s verificado.', d.numero));
END $$;

-- Gives back exactly what moved: every entry of the operation reversed, newest first. `anterior` = may annul
-- an operation of another day.
CREATE FUNCTION compras_ventas_anular(quien jsonb, p_id bigint, p_motivo text, p_anterior boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d compras_ventas;
  v_asiento bigint;
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  IF d.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', d.numero)); END IF;
  PERFORM detener_reloj();
  IF d.fecha_negocio <> fecha_negocio(ahora()) AND NOT p_anterior THEN
    PERFORM rechazar('DIA_ANTERIOR', jsonb_build_object('fecha', to_char(d.fecha_negocio, 'DD/MM/YYYY')));
  END IF;
  -- All accounts of all its entries at once, in order: entry by entry would be another order than everybody's.
  PERFORM 1 FROM cuentas_contables WHERE id IN (
      SELECT p.cuenta_id FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
      WHERE a.origen = 'compras-ventas' AND a.origen_id = p_id)
    ORDER BY id FOR NO KEY UPDATE;
  FOR v_asiento IN
    SELECT id FROM asientos WHERE origen = 'compras-ventas' AND origen_id = p_id AND anula_a IS NULL ORDER BY id DESC
  LOOP
    PERFORM libro_anular(v_asiento, 'Anulación de ' || d.numero, (quien->>'usuario_id')::int);
  END LOOP;
  UPDATE compras_ventas_pagos SET estado = 'anulado' WHERE compra_venta_id = p_id;
  UPDATE compras_ventas SET estado = 'anulada', anulada_en = ahora(), anulada_por = (quien->>'usuario_id')::int,
         motivo_anulacion = p_motivo, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'anular', 'compras-ventas', p_id::text, jsonb_build_object('estado', d.estado),
                  jsonb_build_object('estado', 'anulada', 'motivo', p_motivo));
  PERFORM avisar('compras-ventas', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'anulada', 'message', format('%s anulada.', d.numero));
END $$;
