-- What paid orders will still take of a currency.
CREATE OR REPLACE FUNCTION ordenes_comprometido(p_moneda integer) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(o.recibe - coalesce((SELECT sum(g.monto) FROM ordenes_pagos g
                                           WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0)), 0)
  FROM ordenes o WHERE o.recibe_moneda_id = p_moneda AND o.estado IN ('pagada', 'en_proceso');
$$;

-- Above the limit, who verified the client's payment does not pay it out.
CREATE OR REPLACE FUNCTION ordenes_doble_control(quien jsonb, d ordenes) RETURNS void
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
CREATE OR REPLACE FUNCTION ordenes_tomar(quien jsonb, p_id bigint, p_relevar boolean) RETURNS jsonb
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
CREATE OR REPLACE FUNCTION ordenes_mia(quien jsonb, d ordenes) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF d.pagador_id <> (quien->>'usuario_id')::int THEN
    PERFORM rechazar('ORDEN_TOMADA', jsonb_build_object('numero', d.numero, 'pagador', (
      SELECT split_part(nombres, ' ', 1) || ' ' || split_part(apellidos, ' ', 1) FROM usuarios WHERE id = d.pagador_id)));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ordenes_sin_pagos(d ordenes) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ordenes_pagos WHERE orden_id = d.id AND estado = 'pagado') THEN
    PERFORM rechazar('ORDEN_CON_PAGOS', jsonb_build_object('numero', d.numero));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ordenes_soltar(quien jsonb, p_id bigint, p_nota text) RETURNS jsonb
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

-- The client of an order may have been blocked or observed since he sent it: his money waits, or goes back to him.
CREATE OR REPLACE FUNCTION ordenes_cliente(d ordenes) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
BEGIN
  SELECT * INTO STRICT c FROM clientes WHERE id = d.cliente_id FOR SHARE;
  PERFORM clientes_retener(c, d.monto_usd + (clientes_operado(c.id, d.fecha_negocio, d.id)).mes);
END $$;

-- One payout: the account pays at average cost, the debt goes down by its share (the last one takes what is left), the
-- difference is realised; what the bank charges is an expense at its cost. `p` = {cuenta_id, monto, comision, referencia,
-- comprobante_id}.
CREATE OR REPLACE FUNCTION ordenes_pagar(quien jsonb, p_id bigint, p jsonb) RETURNS jsonb
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
  lineas libro_linea[];
  libro jsonb;
BEGIN
  PERFORM ordenes_mia(quien, d);
  PERFORM ordenes_doble_control(quien, d);
  IF d.observada IS NOT NULL THEN PERFORM rechazar('ORDEN_OBSERVADA', jsonb_build_object('numero', d.numero)); END IF;
  PERFORM ordenes_cliente(d);
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
    WHEN efectivo_falla(u.id, v_monto) IS NOT NULL THEN PERFORM ordenes_reparo('monto', efectivo_falla(u.id, v_monto));
    WHEN efectivo_falla(u.id, v_comision) IS NOT NULL THEN PERFORM ordenes_reparo('comision', efectivo_falla(u.id, v_comision));
    WHEN v_monto > d.recibe - v_pagado THEN PERFORM ordenes_reparo('monto', format('Falta pagar %s.', importe_texto(d.recibe - v_pagado, m.simbolo, m.decimales)));
    WHEN v_monto > u.limite_op THEN PERFORM ordenes_reparo('monto', format('%s admite hasta %s por operación.', u.nombre, importe_texto(u.limite_op, m.simbolo, m.decimales)));
    ELSE NULL;
  END CASE;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[u.id]);

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
CREATE OR REPLACE FUNCTION ordenes_rebotar(quien jsonb, p_id bigint, p_pago bigint, p_motivo text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'rebotar');
  g ordenes_pagos;
BEGIN
  SELECT * INTO g FROM ordenes_pagos WHERE id = p_pago AND orden_id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}'); END IF;
  IF g.estado <> 'pagado' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', 'de pago ' || g.referencia)); END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[g.cuenta_id]);
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
