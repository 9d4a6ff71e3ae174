-- A client's credit as the payment of a later order of his (R-279): a payment without account and way of paying, out of
-- the credit `saldo_id`. The ledger moves what the house owes him by credits to what it owes him by orders.

-- Locks the credit of another order from which this one is to be paid; one of another client is not there.
CREATE OR REPLACE FUNCTION ordenes_saldo_de_cliente(d ordenes, p_orden bigint, p_cobro bigint)
  RETURNS ordenes_saldos LANGUAGE plpgsql AS $$
DECLARE
  s ordenes_saldos;
BEGIN
  SELECT * INTO s FROM ordenes_saldos WHERE cobro_id = p_cobro AND orden_id = p_orden AND cliente_id = d.cliente_id
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese saldo a favor"}'); END IF;
  RETURN s;
END $$;

-- Refuses what cannot be taken of a credit for an order: in another currency, more than the credit has, or more than
-- the order lacks.
CREATE OR REPLACE FUNCTION ordenes_saldo_usar_leer(d ordenes, s ordenes_saldos, p_monto numeric)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_decimales integer := (SELECT decimales FROM monedas WHERE id = d.envia_moneda_id);
  v_reparo jsonb := CASE
    WHEN s.moneda_id <> d.envia_moneda_id THEN reparo('SALDO_FAVOR_MONEDA')
    WHEN scale(trim_scale(p_monto)) > v_decimales THEN
      reparo('DECIMALES', jsonb_build_object('decimales', v_decimales))
    WHEN p_monto > s.saldo THEN
      reparo('SALDO_FAVOR_MAXIMO', jsonb_build_object('saldo', importe_de(s.moneda_id, s.saldo))) END;
BEGIN
  IF v_reparo IS NOT NULL THEN PERFORM rechazar_campo('monto', v_reparo); END IF;
  PERFORM ordenes_no_exceder(d.envia_moneda_id, d.envia, p_monto + ordenes_cobrado(d.id));
END $$;

-- Who says to whom an order is paid: who registered it, who changed its beneficiary, and who wrote the beneficiary's
-- account, unless another person has looked at it.
CREATE OR REPLACE FUNCTION ordenes_dirigen(d ordenes) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(u) FROM (
    SELECT d.usuario_id
    UNION SELECT usuario_id FROM ordenes_pasos WHERE orden_id = d.id AND accion = 'beneficiario'
    UNION SELECT cuenta_por FROM beneficiarios WHERE id = d.beneficiario_id
      AND misma_persona(cuenta_por, coalesce(verificado_por, cuenta_por))) x(u);
$$;

-- What leaves with the order goes to its beneficiary, so that it takes a second person as paying back does: also where
-- somebody who says to whom had a part in the credit, and for each part of an order that is above the limit of two
-- people. Who says to whom gives no yes.
CREATE OR REPLACE FUNCTION ordenes_saldo_usar_exigir(quien jsonb, d ordenes, s ordenes_saldos, p_monto numeric)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_para integer[] := ordenes_dirigen(d);
  v_deja text := (SELECT numero FROM ordenes WHERE id = s.orden_id);
  v_porque text := ordenes_saldo_porque(v_usuario, s, ordenes_sobra_usd(d.pais, s.moneda_id, p_monto), v_para);
BEGIN
  IF v_porque IS NULL AND dos_personas(d.monto_usd) THEN
    v_porque := format('La orden es de más de %s.', dos_personas_limite());
  END IF;
  IF v_porque IS NULL THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'saldo-favor', 'origen', 'ordenes', 'origen_id', d.id,
    'que', jsonb_build_object('cobro', s.cobro_id, 'saldo', s.saldo, 'orden', d.id, 'monto', p_monto,
      'beneficiario', encode(sha256(convert_to(d.beneficiario::text, 'UTF8')), 'hex')),
    'titulo', format('pagar %s, para %s, con el saldo a favor que dejó %s', d.numero, dicho(d.beneficiario->>'nombre'),
      v_deja),
    'importe', importe_de(s.moneda_id, p_monto), 'valor', round(p_monto * precio_funcional(d.pais, s.moneda_id), 2),
    'motivo', v_porque, 'implicados', to_jsonb(ordenes_saldo_autores(s) || v_para)));
END $$;

-- Whether a credit had paid of an order by that time: who changes to whom it goes afterwards directs money that is
-- there, as with an order that is paid (R-133).
CREATE OR REPLACE FUNCTION ordenes_con_saldo(p_id bigint, p_fecha timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM ordenes_cobros WHERE orden_id = p_id AND saldo_id IS NOT NULL AND estado = 'verificado'
    AND fecha <= p_fecha);
$$;

-- Pays an order, or a part of it, with a credit of its client: nothing enters an account. `p` = {orden_id, cobro_id,
-- monto}: the order that left the credit, and its payment.
CREATE OR REPLACE FUNCTION ordenes_usar_saldo_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  d ordenes := ordenes_abrir(o.id, 'cobrar');
  s ordenes_saldos := ordenes_saldo_de_cliente(d, (o.p->>'orden_id')::bigint, (o.p->>'cobro_id')::bigint);
  x pago_leido;
  v_redondeo numeric;
BEGIN
  PERFORM ordenes_cliente(d);
  IF d.estado = 'vencida' THEN
    PERFORM rechazar('ORDEN_VENCIDA', jsonb_build_object('numero', d.numero,
      'hora', to_char(d.vence_en AT TIME ZONE zona_horaria(), 'HH24:MI')));
  END IF;
  x.monto := (o.p->>'monto')::numeric;
  x.moneda_id := s.moneda_id;
  x.cuenta_id := ordenes_saldos_cuenta(s.moneda_id);
  PERFORM ordenes_saldo_usar_leer(d, s, x.monto);
  PERFORM ordenes_saldo_usar_exigir(o.quien, d, s, x.monto);
  v_redondeo := ordenes_por_cubrir(d, x.monto, false);
  -- Nothing is rounded for a client who has credit left.
  IF v_redondeo > 0 AND x.monto < s.saldo THEN v_redondeo := NULL; END IF;
  IF v_redondeo IS NOT NULL THEN PERFORM ordenes_tarifas_exigir(o.quien, d, NULL); END IF;
  o.entradas := ARRAY[ordenes_cobro_entrada(o.quien, d, x, coalesce(v_redondeo, 0), 0, NULL, 0)];
  o.ocupa := ordenes_ocupa(o, d, '{}') || ('documento ' || s.orden_id);
  o.dato := jsonb_build_object('pago', x, 'redondeo', v_redondeo);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_usar_saldo_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  x pago_leido := jsonb_populate_record(NULL::pago_leido, o.dato->'pago');
  v_usuario integer := (o.quien->>'usuario_id')::int;
  v_saldo bigint := (o.p->>'cobro_id')::bigint;
  v_redondeo numeric := (o.dato->>'redondeo')::numeric;
  v_valor numeric := ordenes_cobro_valor(o.entradas[1]);
  v_id bigint;
BEGIN
  INSERT INTO ordenes_cobros (orden_id, saldo_id, moneda_id, monto, estado, fecha, usuario_id, verificado_por,
      verificado_en, asiento_id, valor)
    VALUES (o.id, v_saldo, x.moneda_id, x.monto, 'verificado', ahora(), v_usuario, v_usuario, ahora(),
      (libro[1]->>'asiento_id')::bigint, v_valor) RETURNING id INTO v_id;
  UPDATE ordenes_saldos SET saldo = saldo - x.monto WHERE cobro_id = v_saldo;
  UPDATE ordenes SET valor = valor + v_valor, version = version + 1 WHERE id = o.id RETURNING * INTO STRICT d;
  PERFORM ordenes_paso(o.quien, o.id, 'cobrar', d.estado, d.estado, format('Saldo a favor que dejó %s · %s', y.numero,
    importe_de(x.moneda_id, x.monto))) FROM ordenes y WHERE y.id = (o.p->>'orden_id')::bigint;
  IF v_redondeo IS NOT NULL THEN d := ordenes_cubierta(o.quien, o.id, v_redondeo); END IF;
  RETURN operacion_hecha('ordenes', d, 'usar-saldo', 'Saldo a favor puesto en %s.', o.p,
    p_mas => jsonb_build_object('cobro_id', v_id));
END $$;
