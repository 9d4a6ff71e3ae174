-- The amount of a currency that paid orders will still take: of every branch, whoever asks, since they are paid out of
-- the same accounts (R-260).
CREATE OR REPLACE FUNCTION ordenes_comprometido(p_moneda integer) RETURNS numeric LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(o.recibe - coalesce((SELECT sum(g.monto) FROM ordenes_pagos g
                                           WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0)), 0)
  FROM ordenes o WHERE o.recibe_moneda_id = p_moneda AND o.estado IN ('pagada', 'en_proceso');
$$;

-- Above the limit, the user who verified the client's payment may not pay the order out. `p_clave`: as what it is kept
-- when nobody else may; null while he only takes it.
CREATE OR REPLACE FUNCTION ordenes_doble_control(quien jsonb, d ordenes, p_clave text)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM dos_personas_exigir(quien, d.monto_usd, ordenes_confirman(d.id), jsonb_build_object('codigo', 'DOBLE_CONTROL',
    'permiso', 'ordenes:pagar', 'clave', p_clave, 'origen', 'ordenes', 'origen_id', d.id,
    'dia', d.fecha_negocio, 'titulo', format('el pago de %s', d.numero),
    'importe', importe_de(d.recibe_moneda_id, d.recibe)));
END $$;

-- A beneficiary that was changed after the client paid needs the yes of another person; above the limit of two people
-- so does one whose account nobody but its author has seen (R-133), himself or by a key (R-407).
CREATE OR REPLACE FUNCTION ordenes_beneficiario_exigir(quien jsonb, d ordenes) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  b beneficiarios;
  v_cambio integer;
  v_uno boolean;
BEGIN
  SELECT usuario_id INTO v_cambio FROM ordenes_pasos p WHERE orden_id = d.id AND accion = 'beneficiario'
    AND (de IN ('pagada', 'en_proceso') OR ordenes_con_saldo(d.id, p.fecha)) ORDER BY id DESC LIMIT 1;
  SELECT * INTO STRICT b FROM beneficiarios WHERE id = d.beneficiario_id;
  v_uno := dos_personas(d.monto_usd)
    AND misma_persona(b.cuenta_por, coalesce(b.verificado_por, (quien->>'usuario_id')::int));
  IF v_cambio IS NULL AND NOT coalesce(v_uno, false) THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, ordenes_beneficiario_visto(d, b, v_cambio));
END $$;

-- The request about the beneficiary that an order has now.
CREATE OR REPLACE FUNCTION ordenes_beneficiario_visto(d ordenes, b beneficiarios, p_cambio integer)
  RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('clave', 'beneficiario', 'origen', 'ordenes', 'origen_id', d.id, 'queda', true,
    'que', jsonb_build_object('orden', d.id,
      'beneficiario', encode(sha256(convert_to(d.beneficiario::text, 'UTF8')), 'hex')),
    'titulo', format('el beneficiario de %s, %s', d.numero, dicho(d.beneficiario->>'nombre')),
    'importe', importe_texto(d.recibe, m.simbolo, m.decimales), 'valor', d.valor,
    'motivo', concat_ws(' ', CASE WHEN p_cambio IS NULL THEN 'La misma persona escribió y revisó su cuenta.'
        ELSE 'Cambió después de que el cliente pagó.' END,
      (SELECT string_agg(concat_ws(' ', l->>'etiqueta', dicho(l->>'valor')), ' · ')
       FROM jsonb_array_elements(d.beneficiario->'lineas') l)),
    'implicados', jsonb_build_array(p_cambio, b.cuenta_por))
  FROM monedas m WHERE m.id = d.recibe_moneda_id;
$$;

-- Takes an order for one payer. `p_relevar`: takes it over from its payer, with the permission.
CREATE OR REPLACE FUNCTION ordenes_tomar(quien jsonb, p_id bigint, p_relevar boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_accion text := CASE WHEN p_relevar THEN 'relevar' ELSE 'tomar' END;
  d ordenes;
BEGIN
  IF p_relevar AND NOT (quien->>'devolver')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}');
  END IF;
  -- Refuses with the payer's name, which says more than the state.
  SELECT * INTO d FROM ordenes WHERE id = p_id FOR NO KEY UPDATE;
  IF d.estado = 'en_proceso' AND NOT p_relevar THEN
    PERFORM rechazar('ORDEN_TOMADA', jsonb_build_object('numero', d.numero, 'pagador', (
      SELECT usuarios_corto(u) FROM usuarios u WHERE u.id = d.pagador_id)));
  END IF;
  d := ordenes_abrir(p_id, v_accion);
  PERFORM ordenes_doble_control(quien, d, NULL);
  UPDATE ordenes SET estado = 'en_proceso', pagador_id = (quien->>'usuario_id')::int, version = version + 1,
         estado_desde = CASE WHEN p_relevar THEN estado_desde ELSE ahora() END WHERE id = p_id;
  RETURN ordenes_movida(quien, p_id, v_accion, d.estado, NULL, 'Orden %s tomada.');
END $$;

-- Requires that the user is the payer, or may return money.
CREATE OR REPLACE FUNCTION ordenes_mia(quien jsonb, d ordenes) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF d.pagador_id <> (quien->>'usuario_id')::int THEN
    PERFORM rechazar('ORDEN_TOMADA', jsonb_build_object('numero', d.numero, 'pagador', (
      SELECT usuarios_corto(u) FROM usuarios u WHERE u.id = d.pagador_id)));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ordenes_sin_pagos(d ordenes) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF EXISTS (SELECT FROM ordenes_pagos WHERE orden_id = d.id AND estado = 'pagado') THEN
    PERFORM rechazar('ORDEN_CON_PAGOS', jsonb_build_object('numero', d.numero));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ordenes_soltar(quien jsonb, p_id bigint, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'soltar');
BEGIN
  IF NOT (quien->>'devolver')::boolean THEN PERFORM ordenes_mia(quien, d); END IF;
  PERFORM ordenes_sin_pagos(d);
  UPDATE ordenes SET estado = 'pagada', estado_desde = ahora(), pagador_id = NULL, version = version + 1
      WHERE id = p_id;
  RETURN ordenes_movida(quien, p_id, 'soltar', 'en_proceso', p_nota, 'Orden %s devuelta a la cola.',
    jsonb_build_object('nota', p_nota));
END $$;

-- The client may have been blocked or observed since: the money waits, or is returned.
CREATE OR REPLACE FUNCTION ordenes_cliente(d ordenes) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c clientes;
BEGIN
  SELECT * INTO STRICT c FROM clientes WHERE id = d.cliente_id FOR SHARE;
  PERFORM clientes_retener(c, d.monto_usd + (clientes_operado(c.id, d.fecha_negocio, d.id)).mes);
END $$;

-- Pays out. The account pays at average cost, the debt decreases by its share, the difference is realised profit; the
-- bank's fee is an expense at its cost. `p` = {cuenta_id, monto, comision, referencia, comprobante_id}.
CREATE OR REPLACE FUNCTION ordenes_pagar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := ordenes_abrir(o.id, 'pagar');
  g ordenes_pagos;          -- the payout as typed, with its share of the debt
  m monedas;
  v_pagado numeric;
  v_salido numeric;         -- what earlier payouts took off the debt
BEGIN
  PERFORM ordenes_mia(o.quien, d);
  PERFORM ordenes_doble_control(o.quien, d, 'pago');
  IF d.observada IS NOT NULL THEN PERFORM rechazar('ORDEN_OBSERVADA', jsonb_build_object('numero', d.numero)); END IF;
  PERFORM ordenes_cliente(d);
  PERFORM ordenes_beneficiario_exigir(o.quien, d);
  SELECT * INTO STRICT m FROM monedas WHERE id = d.recibe_moneda_id;
  SELECT coalesce(sum(monto), 0), coalesce(sum(valor), 0) INTO v_pagado, v_salido
    FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado';
  g := ordenes_pago_leer(o.quien, o.p, m, d.recibe - v_pagado);
  PERFORM ordenes_cuenta_exigir(d, g.cuenta_id);
  g.orden_id := o.id;
  PERFORM ordenes_voucher_exigir(d, o.p);
  PERFORM cuentas_cargo_exigir(o.quien, g.cuenta_id, jsonb_build_object('monto', g.monto, 'cargo', g.comision,
    'forma', d.beneficiario->'metodo', 'antes', ordenes_cargos(o.id),
    'que', format('el pago de %s', d.numero), 'origen', 'ordenes', 'origen_id', o.id));

  g.valor := CASE WHEN v_pagado + g.monto = d.recibe THEN d.valor - v_salido
    ELSE least(greatest(round(d.valor * (v_pagado + g.monto) / d.recibe, 2) - v_salido, 0), d.valor - v_salido) END;
  o.entradas := ARRAY[ordenes_pago_entrada(d, g, m)];
  o.ocupa := o.ocupa || ('cliente ' || d.cliente_id) || cuentas_ocupan(ARRAY[g.cuenta_id]);
  o.dato := jsonb_build_object('pago', g, 'ultimo', v_pagado + g.monto = d.recibe,
    'importe', importe_texto(g.monto, m.simbolo, m.decimales));
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_pagar_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  g ordenes_pagos := jsonb_populate_record(NULL::ordenes_pagos, o.dato->'pago');
  v_ultimo boolean := o.dato->'ultimo';
BEGIN
  PERFORM cuentas_exigir(ARRAY[g.cuenta_id], fecha_negocio(ahora()));
  g.asiento_id := (libro[1]->>'asiento_id')::bigint;
  g.ganancia := (libro[1]->>'resultado')::numeric;
  g.costo := g.valor - g.ganancia;
  g.gasto := coalesce((SELECT p.importe FROM apuntes p JOIN cuentas_contables c ON c.id = p.cuenta_id
    WHERE p.asiento_id = g.asiento_id AND c.codigo = 'gastos-bancarios'), 0);
  INSERT INTO ordenes_pagos (orden_id, cuenta_id, moneda_id, monto, comision, referencia, estado, fecha, usuario_id,
      asiento_id, valor, costo, gasto, ganancia)
    VALUES (g.orden_id, g.cuenta_id, g.moneda_id, g.monto, g.comision, g.referencia, 'pagado', ahora(), g.usuario_id,
      g.asiento_id, g.valor, g.costo, g.gasto, g.ganancia) RETURNING id INTO g.id;
  IF o.p->>'comprobante_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(o.quien, (o.p->>'comprobante_id')::bigint, 'ordenes-pagos', o.id, g.id, 'comprobante_id');
  END IF;
  UPDATE ordenes SET costo = costo + g.costo, gastos = gastos + g.gasto, ganancia = ganancia + g.ganancia,
         estado = CASE WHEN v_ultimo THEN 'completada' ELSE 'en_proceso' END,
         estado_desde = CASE WHEN v_ultimo THEN ahora() ELSE estado_desde END,
         completada_en = CASE WHEN v_ultimo THEN ahora() END, version = version + 1 WHERE id = o.id RETURNING * INTO d;
  PERFORM ordenes_paso(o.quien, o.id, 'pagar', 'en_proceso', d.estado, o.dato->>'importe');
  RETURN operacion_hecha('ordenes', d, 'pagar', CASE WHEN v_ultimo THEN 'Orden %s completada.'
      ELSE 'Pago de %s registrado.' END, o.p || jsonb_build_object('pago_id', g.id),
    p_mas => jsonb_build_object('pago_id', g.id));
END $$;

-- A payout above the limit of two people has its voucher; one in cash has the receipt that is printed (R-134).
CREATE OR REPLACE FUNCTION ordenes_voucher_exigir(d ordenes, p jsonb) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p->>'comprobante_id' IS NULL AND dos_personas(d.monto_usd) AND NOT EXISTS (
       SELECT FROM cuentas WHERE id = (p->>'cuenta_id')::bigint AND tipo IN ('caja', 'boveda')) THEN
    PERFORM rechazar_campo('comprobante_id', reparo('VOUCHER_FALTA',
      jsonb_build_object('limite', dos_personas_limite())));
  END IF;
END $$;

-- A payout leaves by an account that the beneficiary's way of being paid may use (R-291), of its currency, and whose
-- entity supports it (R-283).
CREATE OR REPLACE FUNCTION ordenes_cuenta_exigir(d ordenes, p_cuenta bigint) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM rechazar_campo('cuenta_id', cuentas_reparo_forma(t, c)) FROM tipos_pagos t, cuentas c
    WHERE t.codigo = d.beneficiario->>'metodo' AND c.id = p_cuenta AND cuentas_reparo_forma(t, c) IS NOT NULL;
  PERFORM rechazar_campo('cuenta_id', tipos_pagos_otra_moneda(t.id, c.nombre)) FROM tipos_pagos t, cuentas c
    WHERE t.codigo = d.beneficiario->>'metodo' AND c.id = p_cuenta AND t.moneda_id <> c.moneda_id;
END $$;

-- Reads the payout as typed: an account of its currency that the user may use, amounts within the limits, and at most
-- `p_falta`, the unpaid rest of the order.
CREATE OR REPLACE FUNCTION ordenes_pago_leer(quien jsonb, p jsonb, m monedas, p_falta numeric)
  RETURNS ordenes_pagos LANGUAGE plpgsql AS $$
DECLARE
  u record;                 -- the account that pays
  g ordenes_pagos := jsonb_populate_record(NULL::ordenes_pagos, p);
BEGIN
  SELECT c.id, c.nombre, c.moneda_id, c.estatus, c.limite_op, c.tipo INTO u FROM cuentas c WHERE c.id = g.cuenta_id;
  PERFORM rechazar_campo(campo, reparo) FROM (VALUES
    (u.id IS NULL, 'cuenta_id', reparo('CUENTA_NO_EXISTE')),
    (NOT u.estatus, 'cuenta_id', reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', u.nombre))),
    (u.moneda_id <> m.id, 'cuenta_id', reparo('CUENTA_MONEDA_RECIBE')),
    (scale(trim_scale(g.monto)) > m.decimales, 'monto',
      reparo('DECIMALES', jsonb_build_object('decimales', m.decimales))),
    (scale(trim_scale(g.comision)) > m.decimales, 'comision',
      reparo('DECIMALES', jsonb_build_object('decimales', m.decimales))),
    (efectivo_reparo(u.id, g.monto) IS NOT NULL, 'monto', efectivo_reparo(u.id, g.monto)),
    (g.comision > 0 AND u.tipo IN ('caja', 'boveda'), 'comision', reparo('CARGO_DE_CAJA')),
    (g.monto > p_falta, 'monto', reparo('FALTA_PAGAR', jsonb_build_object('monto', importe_de(m.id, p_falta)))),
    (g.monto > u.limite_op, 'monto', reparo('LIMITE_OPERACION', jsonb_build_object('que', u.nombre,
      'limite', importe_de(m.id, u.limite_op))))) x (mal, campo, reparo) WHERE mal;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[u.id]);
  g.moneda_id := m.id;
  g.usuario_id := (quien->>'usuario_id')::int;
  RETURN g;
END $$;

-- The entry of a payout.
CREATE OR REPLACE FUNCTION ordenes_pago_entrada(d ordenes, g ordenes_pagos, m monedas)
  RETURNS libro_entrada LANGUAGE plpgsql AS $$
DECLARE
  lineas libro_linea[] := ARRAY[(g.cuenta_id, -g.monto, NULL, g.referencia)::libro_linea];
BEGIN
  IF g.valor <> 0 THEN lineas := lineas || (libro_de('ordenes-por-pagar'), g.valor, NULL, NULL)::libro_linea; END IF;
  IF g.comision <> 0 THEN
    lineas := lineas || (g.cuenta_id, -g.comision, NULL, 'Comisión ' || g.referencia)::libro_linea
      || (libro_de('gastos-bancarios'), CASE WHEN m.funcional THEN g.comision END,
        CASE WHEN NOT m.funcional THEN g.comision END, NULL)::libro_linea;
  END IF;
  RETURN ('ordenes', d.id, 'Pago de orden ' || d.numero, g.usuario_id, NULL, lineas, (SELECT ganancia_id FROM posiciones
    WHERE moneda_id = CASE WHEN m.funcional THEN d.envia_moneda_id ELSE m.id END), false)::libro_entrada;
END $$;
