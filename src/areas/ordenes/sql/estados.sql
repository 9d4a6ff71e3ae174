-- Marks an order as expired; the caller has locked its row. Only the clock does this.
CREATE OR REPLACE FUNCTION ordenes_vencer_una(p_id bigint) RETURNS ordenes LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
BEGIN
  UPDATE ordenes SET estado = 'vencida', estado_desde = vence_en, version = version + 1
    WHERE id = p_id RETURNING * INTO STRICT d;
  PERFORM ordenes_paso('{}', p_id, 'vencer', 'pendiente', 'vencida');
  PERFORM auditar('{}', 'vencer', 'ordenes', p_id::text, NULL, jsonb_build_object('numero', d.numero));
  PERFORM avisar('ordenes', p_id);
  RETURN d;
END $$;

-- Expires every order whose quote has ended. Skips rows locked by an action, and all of them while the clock is in
-- doubt. Answers how many.
CREATE OR REPLACE FUNCTION ordenes_vencer()
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF reloj_duda() IS NOT NULL THEN RETURN 0; END IF;
  RETURN (SELECT count(ordenes_vencer_una(x.id)) FROM (SELECT id FROM ordenes WHERE estado = 'pendiente'
    AND vence_en <= ahora() ORDER BY id LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED) x);
END $$;

-- Observes an order: its term is paused until the observation is resolved.
CREATE OR REPLACE FUNCTION ordenes_observar(quien jsonb, p_id bigint, p_motivo text, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'observar');
BEGIN
  UPDATE ordenes SET observada = p_motivo, observada_nota = p_nota, version = version + 1,
         observada_desde = coalesce(observada_desde, ahora()) WHERE id = p_id;
  RETURN ordenes_movida(quien, p_id, 'observar', d.estado, concat_ws(': ', replace(p_motivo, '_', ' '), p_nota),
    'Orden %s observada.', jsonb_build_object('motivo', p_motivo, 'nota', p_nota));
END $$;

CREATE OR REPLACE FUNCTION ordenes_resolver(quien jsonb, p_id bigint, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'resolver');
BEGIN
  IF d.observada IS NULL THEN PERFORM rechazar('ESTADO', '{"estado": "sin observar"}'); END IF;
  UPDATE ordenes SET pausa_segundos = pausa_segundos + greatest(extract(epoch FROM ahora() - observada_desde), 0)::int,
         observada = NULL, observada_nota = NULL, observada_desde = NULL, version = version + 1 WHERE id = p_id;
  RETURN ordenes_movida(quien, p_id, 'resolver', d.estado, p_nota, 'Observación de %s resuelta.',
    jsonb_build_object('nota', p_nota));
END $$;

-- Annuls an order. The client's payments are returned from an account of the house: if he paid into another one, an
-- entry first moves the amount there, then every entry is reversed exactly, at its value. What a credit of his paid is
-- his credit again, and takes no account. An annulment by the clock is audited as such. `p` = {motivo,
-- cuenta_devolucion_id}.
CREATE OR REPLACE FUNCTION ordenes_anular_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := ordenes_abrir(o.id, 'anular');
  v_usuario integer := (o.quien->>'usuario_id')::int;
  v_cuenta bigint := (o.p->>'cuenta_devolucion_id')::bigint;
  v_devuelve boolean := EXISTS (SELECT FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'verificado');
  lineas libro_linea[];
BEGIN
  IF (v_devuelve OR d.usuario_id <> v_usuario) AND NOT (o.quien->>'devolver')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}');
  END IF;
  PERFORM ordenes_sin_pagos(d);
  o.dato := jsonb_build_object('de', d.estado, 'devuelve', v_devuelve);
  IF NOT v_devuelve THEN RETURN o; END IF;
  PERFORM ordenes_anular_exigir(o.quien, d, v_cuenta, o.p->>'motivo');
  IF EXISTS (SELECT FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'verificado' AND saldo_id IS NULL) THEN
    PERFORM ordenes_devolver_exigir(o.quien, d, v_cuenta);
  ELSE
    v_cuenta := NULL;
  END IF;
  o.dato := o.dato || jsonb_build_object('cuenta', v_cuenta);
  SELECT array_agg((cuenta_id, monto, NULL, NULL)::libro_linea) || (v_cuenta, -sum(monto), NULL, NULL)::libro_linea
    INTO lineas FROM (SELECT cuenta_id, sum(monto + tarifa + a_favor) AS monto FROM ordenes_cobros
      WHERE orden_id = o.id AND estado = 'verificado' AND cuenta_id <> v_cuenta GROUP BY cuenta_id) g
    HAVING count(*) > 0;
  IF lineas IS NOT NULL THEN
    o.entradas := ARRAY[('ordenes', o.id, 'Devolución de orden ' || d.numero, v_usuario, NULL, lineas, NULL,
      false)::libro_entrada];
  END IF;
  o.entradas := o.entradas || ARRAY(
    SELECT libro_reversa(a.id, 'Anulación de orden ' || d.numero, v_usuario)
    FROM asientos a WHERE origen = 'ordenes' AND origen_id = o.id AND anula_a IS NULL
      AND EXISTS (SELECT FROM apuntes x JOIN cuentas_contables k ON k.id = x.cuenta_id
                  WHERE x.asiento_id = a.id AND k.codigo = 'ordenes-por-pagar')
      AND NOT EXISTS (SELECT FROM asientos r WHERE r.anula_a = a.id) ORDER BY id DESC);
  IF v_cuenta IS NOT NULL THEN o.ocupa := o.ocupa || cuentas_ocupan(ARRAY[v_cuenta]); END IF;
  RETURN o;
END $$;

-- Refuses an account that cannot return what the client paid: of another currency, inactive, somebody else's, or cash
-- that has no such coins.
CREATE OR REPLACE FUNCTION ordenes_devolver_exigir(quien jsonb, d ordenes, p_cuenta bigint)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c cuentas;
  v_reparo jsonb;
BEGIN
  SELECT * INTO c FROM cuentas WHERE id = p_cuenta;
  v_reparo := CASE
    WHEN p_cuenta IS NULL THEN reparo('CUENTA_DEVOLUCION')
    WHEN c.id IS NULL THEN reparo('CUENTA_NO_EXISTE')
    WHEN NOT c.estatus THEN reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', c.nombre))
    WHEN c.moneda_id <> d.envia_moneda_id THEN reparo('CUENTA_MONEDA_PAGADA') END;
  IF v_reparo IS NOT NULL THEN PERFORM rechazar_campo('cuenta_devolucion_id', v_reparo); END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[p_cuenta]);
  SELECT efectivo_reparo(p_cuenta, sum(monto + tarifa + a_favor)) INTO v_reparo FROM ordenes_cobros
    WHERE orden_id = d.id AND estado = 'verificado' AND saldo_id IS NULL;
  IF v_reparo IS NOT NULL THEN
    PERFORM rechazar_campo('cuenta_devolucion_id', reparo('EFECTIVO_DEVUELVA_DE_BANCO', v_reparo->'datos'));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ordenes_anular_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  v_usuario integer := (o.quien->>'usuario_id')::int;
  v_cuenta bigint := (o.dato->>'cuenta')::bigint;
BEGIN
  IF (o.dato->'devuelve')::boolean THEN
    IF v_cuenta IS NOT NULL THEN PERFORM cuentas_exigir(ARRAY[v_cuenta], fecha_negocio(ahora())); END IF;
    UPDATE ordenes_saldos s SET saldo = s.saldo + g.monto FROM (SELECT saldo_id, sum(monto) AS monto
      FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'verificado' GROUP BY saldo_id) g
      WHERE s.cobro_id = g.saldo_id;
    UPDATE ordenes_cobros SET estado = 'devuelto', devuelto_de = CASE WHEN saldo_id IS NULL THEN v_cuenta END
      WHERE orden_id = o.id AND estado = 'verificado';
    UPDATE ordenes_saldos SET anulado = true, saldo = 0 WHERE orden_id = o.id AND NOT anulado;
  END IF;
  UPDATE ordenes_cobros SET estado = 'rechazado', motivo = 'La orden se anuló.'
    WHERE orden_id = o.id AND estado = 'por_verificar';
  UPDATE ordenes SET estado = 'anulada', estado_desde = ahora(), anulada_en = ahora(), anulada_por = v_usuario,
         motivo_anulacion = o.p->>'motivo', observada = NULL, observada_nota = NULL, observada_desde = NULL,
         version = version + 1 WHERE id = o.id RETURNING * INTO STRICT d;
  PERFORM ordenes_paso(o.quien, o.id, 'anular', o.dato->>'de', 'anulada', o.p->>'motivo');
  -- An annulment by the clock is not announced on Telegram.
  RETURN operacion_hecha('ordenes', d, CASE WHEN v_usuario IS NULL THEN 'anular-vencida' ELSE 'anular' END,
    'Orden %s anulada.', jsonb_build_object('motivo', o.p->>'motivo', 'cuenta_devolucion_id', v_cuenta));
END $$;

-- When the clock annuls an order; null when it does not: the order has not expired, a payment is verified or waits for
-- verification, or the house keeps expired orders.
CREATE OR REPLACE FUNCTION ordenes_anula_en(o ordenes) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (SELECT o.vence_en + make_interval(hours => h) FROM (SELECT ajuste('orden_anular_vencida_horas')::int AS h) x
          WHERE h > 0 AND (o.estado = 'vencida' OR o.estado = 'pendiente' AND o.vence_en <= ahora())
            AND NOT EXISTS (SELECT FROM ordenes_cobros g WHERE g.orden_id = o.id
                AND g.estado IN ('por_verificar', 'verificado')));

-- Annuls orders that expired long enough ago, with the same function as a user. Skips rows locked by an action. Answers
-- how many.
CREATE OR REPLACE FUNCTION ordenes_anular_vencidas()
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_horas integer := ajuste('orden_anular_vencida_horas')::int;
  o ordenes;
  n integer := 0;
BEGIN
  IF reloj_duda() IS NOT NULL THEN RETURN 0; END IF;
  FOR o IN SELECT * FROM ordenes WHERE v_horas > 0 AND estado = 'vencida'
      AND vence_en <= ahora() - make_interval(hours => v_horas)
           ORDER BY id LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED LOOP
    -- Checked again under the lock.
    CONTINUE WHEN coalesce(ordenes_anula_en(o) > ahora(), true);
    PERFORM operacion_hacer('ordenes_anular', '{"devolver": true}', o.id, jsonb_build_object('motivo',
      format('Venció sin pago hace más de %s h.', v_horas)));
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;

-- A payout bounced: its entry is reversed exactly, and the order is open again with the same payer. Whoever paid it
-- does not say so alone (R-192). `p` = {pago_id, motivo}.
CREATE OR REPLACE FUNCTION ordenes_rebotar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := ordenes_abrir(o.id, 'rebotar');
  g ordenes_pagos;
BEGIN
  SELECT * INTO g FROM ordenes_pagos WHERE id = (o.p->>'pago_id')::bigint AND orden_id = o.id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese pago"}'); END IF;
  IF g.estado <> 'pagado' THEN
    PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', 'de pago ' || g.referencia));
  END IF;
  PERFORM cuentas_exigir_suyas(o.quien, ARRAY[g.cuenta_id]);
  PERFORM anular_exigir(o.quien, jsonb_build_object('origen', 'ordenes', 'origen_id', o.id,
    'parte', jsonb_build_object('pago', g.id), 'numero', format('el pago %s de %s', g.referencia, d.numero),
    'autores', jsonb_build_array(g.usuario_id), 'desde', g.fecha, 'motivo', o.p->>'motivo', 'valor', g.valor,
    'usd', en_dolares('usd', g.moneda_id, g.monto, g.valor),
    'importe', importe_de(g.moneda_id, g.monto)));
  o.entradas := ARRAY[libro_reversa(g.asiento_id, 'Pago rebotado de orden ' || d.numero,
    (o.quien->>'usuario_id')::int)];
  o.dato := to_jsonb(d.estado);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_rebotar_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  g ordenes_pagos;
  v_de text := o.dato #>> '{}';
BEGIN
  UPDATE ordenes_pagos SET estado = 'rebotado', rebotado_en = ahora(), rebotado_por = (o.quien->>'usuario_id')::int,
         motivo = o.p->>'motivo' WHERE id = (o.p->>'pago_id')::bigint RETURNING * INTO STRICT g;
  UPDATE ordenes SET costo = costo - g.costo, gastos = gastos - g.gasto, ganancia = ganancia - g.ganancia,
         estado = 'en_proceso', estado_desde = CASE WHEN v_de = 'completada' THEN ahora() ELSE estado_desde END,
         completada_en = NULL, version = version + 1 WHERE id = o.id RETURNING * INTO STRICT d;
  PERFORM ordenes_paso(o.quien, o.id, 'rebotar', v_de, 'en_proceso', o.p->>'motivo');
  RETURN operacion_hecha('ordenes', d, 'rebotar', 'Pago rebotado: la orden %s está abierta de nuevo.', o.p);
END $$;
