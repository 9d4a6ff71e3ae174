-- A pending payment of an operation with its document, which is locked first. The user has to be responsible of its
-- account.
CREATE OR REPLACE FUNCTION compras_ventas_pendiente(quien jsonb, p_id bigint, p_pago bigint, OUT d compras_ventas,
    OUT g compras_ventas_pagos, OUT puente bigint) LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO d FROM compras_ventas WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa operación"}'); END IF;
  SELECT * INTO g FROM compras_ventas_pagos WHERE id = p_pago AND compra_venta_id = p_id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}'); END IF;
  IF d.estado <> 'pendiente' OR g.estado <> 'por_verificar' THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', CASE d.estado WHEN 'pendiente' THEN g.estado
      ELSE d.estado END));
  END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[g.cuenta_id]);
  PERFORM detener_reloj();
  puente := compras_ventas_puente(g.lado, g.moneda_id);
END $$;

-- What follows everything that is done to a pending payment: an operation of which nothing is pending any more is
-- complete. `p_mensaje`: with a place for the operation's number.
CREATE OR REPLACE FUNCTION compras_ventas_hecho(o operacion, p_accion text, p_mensaje text)
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d compras_ventas;
BEGIN
  UPDATE compras_ventas SET estado = CASE WHEN EXISTS (
      SELECT FROM compras_ventas_pagos WHERE compra_venta_id = o.id AND estado = 'por_verificar')
      THEN 'pendiente' ELSE 'completada' END, version = version + 1,
      gastos = (SELECT coalesce(sum(gasto), 0) FROM compras_ventas_pagos WHERE compra_venta_id = o.id)
      WHERE id = o.id RETURNING * INTO STRICT d;
  RETURN operacion_hecha('compras-ventas', d, p_accion, p_mensaje) || jsonb_build_object('despues', o.p);
END $$;

-- Verifies a pending payment (received or handed over): moves it from the receivable or payable account to its own. The
-- last one completes the operation. A way of paying that requires a voucher is not verified without one. `p` =
-- {pago_id, referencia}.
CREATE OR REPLACE FUNCTION compras_ventas_verificar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  e record;
BEGIN
  SELECT * INTO e FROM compras_ventas_pendiente(o.quien, o.id, (o.p->>'pago_id')::bigint);
  PERFORM compras_ventas_verificar_exigir(o.quien, e.d, e.g);
  o.entradas := ARRAY[compras_ventas_movida(o.quien, e.d, (e.g).lado, (e.g).cuenta_id, (e.g).monto,
    coalesce(o.p->>'referencia', (e.g).referencia), e.puente)];
  IF (e.g).costo <> 0 THEN
    o.entradas := o.entradas || compras_ventas_costo(o.quien, e.d, (e.g).cuenta_id, (e.g).moneda_id, (e.g).costo,
      coalesce(o.p->>'referencia', (e.g).referencia));
  END IF;
  o.ocupa := o.ocupa || cuentas_ocupan(ARRAY[(e.g).cuenta_id]);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION compras_ventas_verificar_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  g compras_ventas_pagos;
BEGIN
  UPDATE compras_ventas_pagos SET estado = 'verificado', verificado_por = (o.quien->>'usuario_id')::int,
         asiento_id = (libro[1]->>'asiento_id')::bigint, referencia = coalesce(o.p->>'referencia', referencia),
         gasto = CASE WHEN costo <> 0 THEN pagos_gasto(moneda_id, costo, libro[2]) END
    WHERE id = (o.p->>'pago_id')::bigint RETURNING * INTO g;
  PERFORM cuentas_exigir(ARRAY[g.cuenta_id], fecha_negocio(ahora()));
  o.p := o.p - 'referencia';
  RETURN compras_ventas_hecho(o, 'verificar', 'Pago de %s verificado.');
END $$;

-- The entry of what a payment costs the house, once it is confirmed.
CREATE OR REPLACE FUNCTION compras_ventas_costo(quien jsonb, d compras_ventas, p_cuenta bigint, p_moneda integer,
    p_costo numeric, p_referencia text) RETURNS libro_entrada LANGUAGE sql STABLE AS $$
  SELECT pagos_costo_entrada('compras-ventas', d.id, 'Costo de la forma de pago ' || d.numero,
    (quien->>'usuario_id')::int, p_cuenta, p_moneda, p_costo, p_referencia);
$$;

-- The entry of a payment from the receivable or payable account to its own.
CREATE OR REPLACE FUNCTION compras_ventas_movida(quien jsonb, d compras_ventas, p_lado text, p_cuenta bigint,
    p_monto numeric, p_referencia text, p_puente bigint) RETURNS libro_entrada LANGUAGE sql IMMUTABLE AS $$
  SELECT ('compras-ventas', d.id, 'Verificación de pago ' || d.numero, (quien->>'usuario_id')::int, NULL, ARRAY[
    (p_cuenta, x.signo * p_monto, NULL, p_referencia)::libro_linea,
    (p_puente, -x.signo * p_monto, NULL, NULL)::libro_linea], NULL, false)::libro_entrada
  FROM (SELECT CASE p_lado WHEN 'recibimos' THEN 1 ELSE -1 END AS signo) x;
$$;

-- Who registered an operation, or added the payment later, does not verify it above the limit of two people (R-132). A
-- voucher is there where the way to pay requires one, and of what leaves above that limit (R-134).
CREATE OR REPLACE FUNCTION compras_ventas_verificar_exigir(quien jsonb, d compras_ventas, g compras_ventas_pagos)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t tipos_pagos;
BEGIN
  SELECT * INTO STRICT t FROM tipos_pagos WHERE id = g.tipo_pago_id;
  IF (t.pide_comprobante OR g.lado = 'entregamos' AND NOT t.efectivo AND dos_personas(compras_ventas_vale(d)))
     AND NOT EXISTS (
       SELECT FROM adjuntos_usos WHERE origen = 'compras-ventas' AND origen_id = d.id AND detalle_id = g.id) THEN
    PERFORM rechazar_campo('pago_id', reparo('COMPROBANTE_DEL_PAGO', jsonb_build_object('tipo', t.nombre)));
  END IF;
  PERFORM compras_ventas_dos_personas(quien, d, g);
END $$;

CREATE OR REPLACE FUNCTION compras_ventas_dos_personas(quien jsonb, d compras_ventas, g compras_ventas_pagos)
  RETURNS void LANGUAGE sql AS $$
  SELECT dos_personas_exigir(quien, compras_ventas_vale(d), ARRAY[d.usuario_id, g.usuario_id], jsonb_build_object(
    'codigo', 'DOS_PERSONAS', 'permiso', 'compras-ventas:verificar', 'clave', 'verificacion',
    'origen', 'compras-ventas', 'origen_id', d.id, 'dia', d.fecha_negocio, 'titulo', format('el pago de %s', d.numero),
    'importe', importe_de(g.moneda_id, g.monto)));
$$;

-- Who confirms a payment in place of a user whom that rule refuses; empty: he may himself.
CREATE OR REPLACE FUNCTION compras_ventas_otros(p_usuario integer, d compras_ventas, g compras_ventas_pagos)
  RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT dos_personas_otros(p_usuario, compras_ventas_vale(d), ARRAY[d.usuario_id, g.usuario_id], jsonb_build_object(
    'permiso', 'compras-ventas:verificar', 'origen', 'compras-ventas', 'origen_id', d.id, 'dia', d.fecha_negocio));
$$;

-- A pending payment is made in another way: another line takes its place, for all of it or a part. What is left stays
-- pending, as it was registered; a rest that no coin makes is forgiven. Cash is confirmed at once, by the rule for
-- whoever verifies (R-178). `p` = {pago_id, motivo, pago: a payment of the counter}.
CREATE OR REPLACE FUNCTION compras_ventas_sustituir_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  e record;
  g compras_ventas_pagos;
  x pago_leido;
  f record;                 -- what the new way charges and costs
  m monedas;
  v_resto numeric;
  v_perdona boolean;
BEGIN
  SELECT * INTO e FROM compras_ventas_pendiente(o.quien, o.id, (o.p->>'pago_id')::bigint);
  g := e.g;
  x := (pagos_leer(o.quien, jsonb_build_object(g.lado, jsonb_build_array(o.p->'pago'))))[1];
  v_resto := g.monto - x.monto;
  SELECT * INTO STRICT m FROM monedas WHERE id = g.moneda_id;
  -- The fee was agreed with the operation: another way neither adds one nor takes it away (R-243).
  SELECT tipos_pagos_tarifa(t, x.monto, m.decimales) AS tarifa, tipos_pagos_costo(t, x.monto, m.decimales) AS costo
    INTO f FROM tipos_pagos t WHERE t.id = x.tipo_pago_id;
  IF f.tarifa <> 0 AND x.tipo_pago_id <> g.tipo_pago_id THEN
    PERFORM rechazar_campo('tipo_pago_id', reparo('FORMA_CON_TARIFA'));
  END IF;
  IF x.moneda_id <> g.moneda_id THEN PERFORM rechazar_campo('cuenta_id', reparo('CUENTA_MONEDA_PAGO')); END IF;
  IF v_resto < 0 THEN
    PERFORM rechazar_campo('monto', reparo('PAGO_DE_MAS', jsonb_build_object('falta', importe_de(m.id, g.monto))));
  END IF;
  PERFORM tipos_pagos_topes(ARRAY[x], fecha_negocio(ahora()));
  x := (pagos_por_verificar(ARRAY[x], compras_ventas_vale(e.d)))[1];
  IF NOT x.verifica THEN
    PERFORM compras_ventas_dos_personas(o.quien, e.d, g);
    o.entradas := ARRAY[compras_ventas_movida(o.quien, e.d, g.lado, x.cuenta_id, x.monto, x.referencia, e.puente)];
    IF f.costo <> 0 THEN
      o.entradas := o.entradas || compras_ventas_costo(o.quien, e.d, x.cuenta_id, x.moneda_id, f.costo, x.referencia);
    END IF;
  END IF;
  v_perdona := v_resto > 0 AND m.funcional AND x.efectivo AND g.lado = 'recibimos'
    AND v_resto < coalesce(efectivo_paso(m), 0);
  IF v_perdona THEN
    o.entradas := o.entradas || compras_ventas_perdida(o.quien, e.d, e.puente, v_resto, 'redondeo');
  END IF;
  o.ocupa := o.ocupa || pagos_ocupan(ARRAY[x]);
  o.dato := jsonb_build_object('g', g, 'x', x, 'resto', v_resto, 'perdona', v_perdona, 'costo', f.costo);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION compras_ventas_sustituir_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora());
  g compras_ventas_pagos := jsonb_populate_record(NULL::compras_ventas_pagos, o.dato->'g');
  x pago_leido := jsonb_populate_record(NULL::pago_leido, o.dato->'x');
  v_resto numeric := (o.dato->>'resto')::numeric;
  v_costo numeric := (o.dato->>'costo')::numeric;
  v_id bigint := nextval(pg_get_serial_sequence('compras_ventas_pagos', 'id'));
BEGIN
  UPDATE compras_ventas_pagos SET estado = 'sustituido' WHERE id = g.id;
  IF NOT x.verifica THEN PERFORM cuentas_exigir(ARRAY[x.cuenta_id], v_hoy); END IF;
  g.usuario_id := (o.quien->>'usuario_id')::int;
  INSERT INTO compras_ventas_pagos (id, compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia,
      estado, asiento_id, verificado_por, fecha_negocio, denominaciones, recibido, sustituye_id, usuario_id, motivo,
      costo, gasto)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, o.id, g.lado, x.tipo_pago_id, x.cuenta_id, g.moneda_id, x.monto, x.referencia,
      CASE WHEN x.verifica THEN 'por_verificar' ELSE 'verificado' END,
      CASE WHEN NOT x.verifica THEN (libro[1]->>'asiento_id')::bigint END,
      CASE WHEN NOT x.verifica THEN g.usuario_id END, v_hoy, x.denominaciones,
      (o.p->'pago'->>'recibido')::numeric, g.id, g.usuario_id, o.p->>'motivo', v_costo,
      CASE WHEN NOT x.verifica AND v_costo <> 0 THEN pagos_gasto(x.moneda_id, v_costo, libro[2]) END);
  IF x.adjunto_id IS NOT NULL THEN
    PERFORM adjuntos_usar(o.quien, x.adjunto_id, 'compras-ventas', o.id, v_id, 'comprobante_id');
  END IF;
  IF v_resto > 0 THEN
    INSERT INTO compras_ventas_pagos (compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, estado,
        fecha_negocio, sustituye_id, usuario_id, motivo, costo)
      SELECT o.id, g.lado, g.tipo_pago_id, g.cuenta_id, g.moneda_id, v_resto, 'por_verificar', v_hoy, g.id,
        g.usuario_id, o.p->>'motivo', tipos_pagos_costo(t, v_resto, m.decimales)
      FROM tipos_pagos t, monedas m WHERE t.id = g.tipo_pago_id AND m.id = g.moneda_id RETURNING id INTO v_id;
    IF (o.dato->'perdona')::boolean THEN
      PERFORM compras_ventas_perdido(v_id, libro[cardinality(libro)], o.p->>'motivo', 'redondeo');
    END IF;
  END IF;
  o.p := o.p->'pago' || (o.p - 'pago');
  RETURN compras_ventas_hecho(o, 'sustituir', 'Pago de %s cambiado.');
END $$;

-- What a client owes and will not pay any more is lost, at the charge of the house or of whoever registered the
-- operation. Somebody else says yes to it, whatever the amount (R-179). `p` = {pago_id, motivo, cargo}.
CREATE OR REPLACE FUNCTION compras_ventas_incobrable_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  e record;
  d compras_ventas;
  g compras_ventas_pagos;
BEGIN
  SELECT * INTO e FROM compras_ventas_pendiente(o.quien, o.id, (o.p->>'pago_id')::bigint);
  d := e.d;
  g := e.g;
  IF g.lado <> 'recibimos' THEN PERFORM rechazar_campo('pago_id', reparo('LO_DEBE_LA_CASA')); END IF;
  o.dato := to_jsonb(importe_de(g.moneda_id, g.monto));
  PERFORM vistos_exigir(o.quien, jsonb_build_object('clave', 'incobrable', 'origen', 'compras-ventas',
    'origen_id', o.id, 'que', jsonb_build_object('pago', g.id, 'monto', g.monto, 'cargo', o.p->>'cargo'),
    'titulo', format('dar por perdido un pago de %s, a cargo de %s', d.numero, CASE o.p->>'cargo' WHEN 'casa'
      THEN 'la casa' ELSE (SELECT usuarios_corto(u) FROM usuarios u WHERE u.id = d.usuario_id) END),
    'importe', o.dato, 'motivo', o.p->>'motivo', 'implicados', jsonb_build_array(d.usuario_id),
    'valor', coalesce(round(g.monto * precio_funcional(g.moneda_id), 2), a_costo(g.moneda_id, g.monto))));
  o.entradas := ARRAY[compras_ventas_perdida(o.quien, d, e.puente, g.monto, o.p->>'cargo')];
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION compras_ventas_incobrable_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM compras_ventas_perdido((o.p->>'pago_id')::bigint, libro[1], o.p->>'motivo', o.p->>'cargo');
  RETURN compras_ventas_hecho(o, 'dar-por-perdido', (o.dato #>> '{}') || ' de %s se dan por perdidos.');
END $$;

-- The account that bears what is lost.
CREATE OR REPLACE FUNCTION compras_ventas_cargo(p_cargo text) RETURNS bigint LANGUAGE sql AS $$
  SELECT CASE p_cargo
    WHEN 'personal' THEN libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo',
      moneda_funcional(), 0)
    ELSE libro_de(CASE p_cargo WHEN 'casa' THEN 'incobrables' ELSE p_cargo END) END;
$$;

-- The entry of what is lost of a pending payment: a currency at its average cost, soles at their amount.
CREATE OR REPLACE FUNCTION compras_ventas_perdida(quien jsonb, d compras_ventas, p_puente bigint, p_monto numeric,
    p_cargo text) RETURNS libro_entrada LANGUAGE sql AS $$
  SELECT ('compras-ventas', d.id, 'Pago perdido de ' || d.numero, (quien->>'usuario_id')::int, NULL,
    ARRAY[(p_puente, -p_monto, NULL, NULL)::libro_linea], compras_ventas_cargo(p_cargo), false)::libro_entrada;
$$;

CREATE OR REPLACE FUNCTION compras_ventas_perdido(p_pago bigint, p_libro jsonb, p_motivo text, p_cargo text)
  RETURNS void LANGUAGE sql AS $$
  UPDATE compras_ventas_pagos SET estado = 'perdido', asiento_id = (p_libro->>'asiento_id')::bigint, motivo = p_motivo,
         cargo = p_cargo, valor = (SELECT sum(valor) FROM apuntes
           WHERE asiento_id = (p_libro->>'asiento_id')::bigint AND cuenta_id = compras_ventas_cargo(p_cargo))
    WHERE id = p_pago;
$$;
