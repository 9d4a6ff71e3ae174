-- A client's credit ("saldo a favor", R-277): what he paid above what his order asks for, a debt of the house in the
-- currency in which he paid.

-- The ledger account of the credits of a currency; what the house owes is never below zero.
CREATE OR REPLACE FUNCTION ordenes_saldos_cuenta(p_moneda integer) RETURNS bigint LANGUAGE sql AS $$
  SELECT libro_cuenta('saldos-favor:' || iso, 'Saldos a favor de clientes ' || iso, 'pasivo', id, NULL, 0)
  FROM monedas WHERE id = p_moneda;
$$;

-- The credit of a payment that is verified, if it has one.
CREATE OR REPLACE FUNCTION ordenes_saldo_abrir(p_cobro bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ordenes_saldos (cobro_id, orden_id, cliente_id, moneda_id, fecha, monto, saldo)
    SELECT g.id, o.id, o.cliente_id, g.moneda_id, ahora(), g.a_favor, g.a_favor
    FROM ordenes_cobros g JOIN ordenes o ON o.id = g.orden_id
    WHERE g.id = p_cobro AND g.estado = 'verificado' AND g.a_favor > 0;
$$;

-- Locks the credits of an order that is about to be annulled, which go with it unless something was done with one, and
-- those that paid it, which are the client's again.
CREATE OR REPLACE FUNCTION ordenes_saldos_enteros(d ordenes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ordenes_saldos WHERE orden_id = d.id OR cobro_id IN (SELECT saldo_id FROM ordenes_cobros
    WHERE orden_id = d.id AND estado = 'verificado') ORDER BY cobro_id FOR NO KEY UPDATE;
  PERFORM rechazar('SALDO_FAVOR_USADO', jsonb_build_object('numero', d.numero,
    'usado', importe_de(s.moneda_id, s.monto - s.saldo)))
    FROM ordenes_saldos s WHERE s.orden_id = d.id AND NOT s.anulado AND s.saldo <> s.monto;
END $$;

-- Locks an order and one of its credits.
CREATE OR REPLACE FUNCTION ordenes_saldo_tomar(p_orden bigint, p_cobro bigint, OUT d ordenes, OUT s ordenes_saldos)
  LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = p_orden FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa orden"}'); END IF;
  PERFORM detener_reloj();
  SELECT * INTO s FROM ordenes_saldos WHERE cobro_id = p_cobro AND orden_id = p_orden FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese saldo a favor"}'); END IF;
END $$;

-- Reads what is to be paid back: within the credit, from an account that can pay it, with what a bank leaves of it.
CREATE OR REPLACE FUNCTION ordenes_devolucion_leer(quien jsonb, p jsonb, d ordenes, s ordenes_saldos)
  RETURNS ordenes_devoluciones LANGUAGE plpgsql AS $$
DECLARE
  g ordenes_devoluciones;
  c cuentas;
  m monedas;
  v_efectivo boolean;
  v_reparo jsonb;
BEGIN
  SELECT * INTO STRICT m FROM monedas WHERE id = s.moneda_id;
  SELECT * INTO c FROM cuentas WHERE id = (p->>'cuenta_id')::bigint;
  v_efectivo := c.tipo IN ('caja', 'boveda');
  v_reparo := CASE
    WHEN c.id IS NULL THEN reparo('CUENTA_NO_EXISTE')
    WHEN NOT c.estatus THEN reparo('CUENTA_INACTIVA', jsonb_build_object('cuenta', c.nombre))
    WHEN c.moneda_id <> s.moneda_id THEN reparo('CUENTA_MONEDA_PAGADA')
    ELSE efectivo_reparo(c.id, (p->>'monto')::numeric) END;
  IF v_reparo IS NOT NULL THEN PERFORM rechazar_campo('cuenta_id', v_reparo); END IF;
  PERFORM cuentas_exigir_suyas(quien, ARRAY[c.id]);
  g.orden_id := d.id;
  g.cobro_id := s.cobro_id;
  g.cuenta_id := c.id;
  g.moneda_id := s.moneda_id;
  g.monto := (p->>'monto')::numeric;
  g.referencia := nullif(btrim(p->>'referencia'), '');
  g.usuario_id := (quien->>'usuario_id')::int;
  g.monto_usd := en_dolares(d.pais, s.moneda_id, g.monto, round(g.monto * precio_funcional(d.pais, s.moneda_id), 2));
  IF scale(trim_scale(g.monto)) > m.decimales THEN
    PERFORM rechazar_campo('monto', reparo('DECIMALES', jsonb_build_object('decimales', m.decimales)));
  END IF;
  IF g.monto > s.saldo THEN
    PERFORM rechazar_campo('monto', reparo('SALDO_FAVOR_MAXIMO', jsonb_build_object(
      'saldo', importe_de(s.moneda_id, s.saldo))));
  END IF;
  IF NOT v_efectivo AND g.referencia IS NULL THEN
    PERFORM rechazar_campo('referencia', reparo('PIDE_REFERENCIA', jsonb_build_object('tipo', c.nombre)));
  END IF;
  IF NOT v_efectivo AND p->>'comprobante_id' IS NULL THEN
    PERFORM rechazar_campo('comprobante_id', reparo('PIDE_COMPROBANTE', jsonb_build_object('tipo', c.nombre)));
  END IF;
  RETURN g;
END $$;

-- Who registered and who verified the payments of an order that are verified.
CREATE OR REPLACE FUNCTION ordenes_cobros_autores(p_orden bigint) RETURNS integer[] LANGUAGE sql STABLE
  RETURN (SELECT array_agg(u) FROM ordenes_cobros g CROSS JOIN LATERAL unnest(ARRAY[g.usuario_id, g.verificado_por]) u
    WHERE g.orden_id = p_orden AND g.estado = 'verificado');

-- On whose word it stands that an order left a credit, and that the credit is still open: who registered or verified a
-- payment of the order (an invented one makes a true one too much), who requoted it, and who made or annulled a payback
-- that was annulled, or an order that it paid and that was annulled. An order that was itself paid by a credit stands
-- on the same people's word as that one.
CREATE OR REPLACE FUNCTION ordenes_saldo_autores(s ordenes_saldos) RETURNS integer[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE de(orden_id) AS (
    SELECT s.orden_id
    UNION SELECT x.orden_id FROM de JOIN ordenes_cobros g ON g.orden_id = de.orden_id AND g.estado = 'verificado'
      JOIN ordenes_saldos x ON x.cobro_id = g.saldo_id)
  SELECT array_agg(DISTINCT u) FROM (
    SELECT unnest(ordenes_cobros_autores(orden_id)) FROM de
    UNION ALL SELECT p.usuario_id FROM ordenes_pasos p JOIN de USING (orden_id) WHERE p.accion = 'recotizar'
    UNION ALL SELECT unnest(ARRAY[v.usuario_id, v.anulada_por]) FROM ordenes_devoluciones v JOIN de USING (orden_id)
      WHERE v.estado = 'anulada'
    UNION ALL SELECT unnest(ARRAY[g.usuario_id, o.anulada_por]) FROM de JOIN ordenes_saldos x USING (orden_id)
      JOIN ordenes_cobros g ON g.saldo_id = x.cobro_id AND g.estado = 'devuelto' JOIN ordenes o ON o.id = g.orden_id
    ) y(u) WHERE u IS NOT NULL;
$$;

-- On whose word it stands that an order is paid: who verified its payments, and of those by a credit, who had a part
-- in the credit.
CREATE OR REPLACE FUNCTION ordenes_confirman(p_orden bigint) RETURNS integer[] LANGUAGE sql STABLE
  RETURN ARRAY(SELECT u FROM ordenes_cobros g LEFT JOIN ordenes_saldos s ON s.cobro_id = g.saldo_id
    CROSS JOIN LATERAL unnest(g.verificado_por || ordenes_saldo_autores(s)) u
    WHERE g.orden_id = p_orden AND g.estado = 'verificado');

-- What was done with a credit: paid back, or taken for other orders.
CREATE OR REPLACE FUNCTION ordenes_saldo_gastado(p_cobro bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(monto), 0) FROM (
    SELECT monto FROM ordenes_devoluciones WHERE cobro_id = p_cobro AND estado = 'hecha'
    UNION ALL SELECT monto FROM ordenes_cobros WHERE saldo_id = p_cobro AND estado = 'verificado') x;
$$;

-- Why a credit takes a second person (R-278) to give `p_usd` of it back, null when it does not: it stands on the word
-- of whoever does it, or of who says to whom it goes (`p_para`), it is older than the house says, or it is above the
-- limit of two people, what he gave back or took for an order today added, also with an order that he annulled, and
-- also where it was annulled since.
CREATE OR REPLACE FUNCTION ordenes_saldo_porque(p_usuario integer, s ordenes_saldos, p_usd numeric,
    p_para integer[] DEFAULT '{}') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora());
  v_manos integer[] := personas_de(ARRAY[p_usuario]);
  v_dia numeric;
BEGIN
  PERFORM ventana_tomar(p_usuario);
  v_dia := (SELECT coalesce(sum(coalesce(usd, 'Infinity')), 0) FROM (
    SELECT monto_usd AS usd FROM ordenes_devoluciones
      WHERE usuario_id = ANY (v_manos) AND fecha_negocio = v_hoy
    UNION ALL SELECT ordenes_sobra_usd(o.pais, g.moneda_id, g.monto) FROM ordenes_cobros g
      JOIN ordenes o ON o.id = g.orden_id
      WHERE g.usuario_id = ANY (v_manos) AND g.fecha_negocio = v_hoy AND g.saldo_id IS NOT NULL
    UNION ALL SELECT ordenes_sobra_usd(o.pais, x.moneda_id, x.monto) FROM ordenes o
      JOIN ordenes_saldos x ON x.orden_id = o.id
      WHERE o.anulada_por = ANY (v_manos) AND fecha_negocio(o.anulada_en) = v_hoy AND x.anulado) y);
  RETURN CASE
    WHEN personas_de(p_usuario || p_para) && ordenes_saldo_autores(s) THEN CASE WHEN p_para = '{}'
      THEN 'Quien lo devuelve tuvo parte en los cobros de la orden, en su cotización o en otra devolución.'
      ELSE 'Quien lo usa, o dijo a quién se paga, tuvo parte en los cobros o en la cotización que lo dejaron.' END
    WHEN s.fecha < ahora() - make_interval(days => ajuste('saldo_favor_dias')::int) THEN
      format('Es del %s.', to_char(s.fecha AT TIME ZONE zona_horaria(), 'DD/MM/YYYY'))
    WHEN dos_personas(v_dia + p_usd) THEN
      format('Con esto devuelve hoy más de %s.', dos_personas_limite()) END;
END $$;

-- An order goes back with its credits: a second person says yes as to a payback of them, or else as to any annulment
-- (R-143), for which the credits are a part of the order and who took its payments are its authors too. A credit does
-- not leave to a client who is blocked.
CREATE OR REPLACE FUNCTION ordenes_anular_exigir(quien jsonb, d ordenes, p_cuenta bigint, p_motivo text)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_autores integer[] := d.usuario_id || ordenes_cobros_autores(d.id);
  v_sobra numeric := 0;
  v_usd numeric;
  v_valor numeric := d.valor;
  v_porque text;
  v_importe text := importe_texto(d.monto_usd, 'US$', 2);
  s ordenes_saldos;
  c clientes;
BEGIN
  PERFORM ordenes_saldos_enteros(d);
  v_usd := ordenes_sobra_usd(d.pais, d.envia_moneda_id, (SELECT coalesce(sum(saldo), 0) FROM ordenes_saldos
    WHERE orden_id = d.id));
  FOR s IN SELECT * FROM ordenes_saldos WHERE orden_id = d.id AND saldo > 0 ORDER BY cobro_id LOOP
    v_sobra := v_sobra + s.saldo;
    v_autores := v_autores || ordenes_saldo_autores(s);
    v_porque := coalesce(v_porque, ordenes_saldo_porque(v_usuario, s, v_usd));
  END LOOP;
  IF v_sobra > 0 THEN
    SELECT * INTO STRICT c FROM clientes WHERE id = d.cliente_id FOR SHARE;
    PERFORM clientes_retener(c, 0);
    v_valor := v_valor + round(v_sobra * precio_funcional(d.pais, d.envia_moneda_id), 2);
    v_importe := format('%s y %s a favor', importe_de(d.envia_moneda_id, d.envia),
      importe_de(d.envia_moneda_id, v_sobra));
  END IF;
  IF v_porque IS NOT NULL THEN
    PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'saldo-favor', 'origen', 'ordenes', 'origen_id', d.id,
      'que', jsonb_build_object('documento', d.id, 'saldo', v_sobra, 'cuenta', p_cuenta), 'importe', v_importe,
      'titulo', format('anular %s con su saldo a favor', d.numero), 'valor', v_valor,
      'motivo', concat_ws(' ', v_porque, p_motivo), 'implicados', to_jsonb(v_autores)));
    RETURN;
  END IF;
  PERFORM anular_exigir(quien, jsonb_build_object('origen', 'ordenes', 'origen_id', d.id, 'numero', d.numero,
    'autores', to_jsonb(v_autores), 'desde', d.fecha, 'usd', d.monto_usd + v_usd, 'motivo', p_motivo, 'valor', v_valor,
    'importe', v_importe));
END $$;

-- Paying a credit back takes a second person where ordenes_saldo_porque says so.
CREATE OR REPLACE FUNCTION ordenes_devolucion_exigir(quien jsonb, d ordenes, s ordenes_saldos, g ordenes_devoluciones)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_porque text := ordenes_saldo_porque(g.usuario_id, s, g.monto_usd);
BEGIN
  IF v_porque IS NULL THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'saldo-favor', 'origen', 'ordenes', 'origen_id', d.id,
    'que', jsonb_build_object('cobro', s.cobro_id, 'saldo', s.saldo, 'cuenta', g.cuenta_id, 'monto', g.monto),
    'titulo', format('devolver el saldo a favor que dejó %s', d.numero), 'importe', importe_de(s.moneda_id, g.monto),
    'valor', round(g.monto * precio_funcional(d.pais, s.moneda_id), 2), 'motivo', v_porque,
    'implicados', to_jsonb(ordenes_saldo_autores(s))));
END $$;

-- Pays a credit back, or a part of it. `p` = {cobro_id, cuenta_id, monto, referencia, comprobante_id}.
CREATE OR REPLACE FUNCTION ordenes_devolver_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  x record := ordenes_saldo_tomar(o.id, (o.p->>'cobro_id')::bigint);
  g ordenes_devoluciones;
  c clientes;
BEGIN
  SELECT * INTO STRICT c FROM clientes WHERE id = (x.s).cliente_id FOR SHARE;
  PERFORM clientes_retener(c, 0);
  g := ordenes_devolucion_leer(o.quien, o.p, x.d, x.s);
  PERFORM ordenes_devolucion_exigir(o.quien, x.d, x.s, g);
  o.entradas := ARRAY[('ordenes', o.id, 'Devolución de saldo a favor de ' || (x.d).numero, g.usuario_id, NULL, ARRAY[
    (g.cuenta_id, -g.monto, NULL, g.referencia)::libro_linea,
    (ordenes_saldos_cuenta(g.moneda_id), g.monto, NULL, NULL)::libro_linea], NULL, false)::libro_entrada];
  o.ocupa := o.ocupa || ('cliente ' || c.id) || cuentas_ocupan(ARRAY[g.cuenta_id]);
  o.dato := to_jsonb(g);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_devolver_guardar(o operacion, libro jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  g ordenes_devoluciones := jsonb_populate_record(NULL::ordenes_devoluciones, o.dato);
BEGIN
  PERFORM cuentas_exigir(ARRAY[g.cuenta_id], fecha_negocio(ahora()));
  INSERT INTO ordenes_devoluciones (orden_id, cobro_id, cuenta_id, moneda_id, monto, monto_usd, referencia, estado,
      fecha, usuario_id, asiento_id)
    VALUES (g.orden_id, g.cobro_id, g.cuenta_id, g.moneda_id, g.monto, g.monto_usd, g.referencia, 'hecha', ahora(),
      g.usuario_id, (libro[1]->>'asiento_id')::bigint) RETURNING id INTO g.id;
  UPDATE ordenes_saldos SET saldo = saldo - g.monto WHERE cobro_id = g.cobro_id;
  IF o.p->>'comprobante_id' IS NOT NULL THEN
    PERFORM adjuntos_usar(o.quien, (o.p->>'comprobante_id')::bigint, 'ordenes-devoluciones', o.id, g.id,
      'comprobante_id');
  END IF;
  SELECT * INTO STRICT d FROM ordenes WHERE id = o.id;
  RETURN operacion_hecha('ordenes', d, 'devolver', 'Saldo a favor que dejó %s devuelto.', o.p,
    p_mas => jsonb_build_object('devolucion_id', g.id));
END $$;

-- Annuls what was paid back: the money is in the account again, and the credit the client's. Whoever paid it does not
-- say so alone where R-143 asks for another person. `p` = {devolucion_id, motivo}.
CREATE OR REPLACE FUNCTION ordenes_devolucion_anular_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  g ordenes_devoluciones;
  d ordenes;
BEGIN
  SELECT * INTO d FROM ordenes WHERE id = o.id FOR NO KEY UPDATE;
  -- Before the ledger, as whoever pays it back or uses it.
  PERFORM FROM ordenes_saldos WHERE orden_id = o.id
    AND cobro_id = (SELECT cobro_id FROM ordenes_devoluciones WHERE id = (o.p->>'devolucion_id')::bigint)
    FOR NO KEY UPDATE;
  SELECT * INTO g FROM ordenes_devoluciones WHERE id = (o.p->>'devolucion_id')::bigint AND orden_id = o.id;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa devolución"}'); END IF;
  PERFORM detener_reloj();
  IF g.estado <> 'hecha' THEN
    PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', 'de devolución'));
  END IF;
  PERFORM cuentas_exigir_suyas(o.quien, ARRAY[g.cuenta_id]);
  PERFORM anular_exigir(o.quien, jsonb_build_object('origen', 'ordenes', 'origen_id', o.id,
    'parte', jsonb_build_object('devolucion', g.id), 'numero', format('la devolución de %s', d.numero),
    'autores', jsonb_build_array(g.usuario_id), 'desde', g.fecha, 'motivo', o.p->>'motivo', 'usd', g.monto_usd,
    'valor', round(g.monto * precio_funcional(d.pais, g.moneda_id), 2), 'importe', importe_de(g.moneda_id, g.monto)));
  o.entradas := ARRAY[libro_reversa(g.asiento_id, 'Devolución anulada de ' || d.numero,
    (o.quien->>'usuario_id')::int)];
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION ordenes_devolucion_anular_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  d ordenes;
  g ordenes_devoluciones;
BEGIN
  UPDATE ordenes_devoluciones SET estado = 'anulada', anulada_en = ahora(), motivo = o.p->>'motivo',
         anulada_por = (o.quien->>'usuario_id')::int
    WHERE id = (o.p->>'devolucion_id')::bigint RETURNING * INTO STRICT g;
  UPDATE ordenes_saldos SET saldo = saldo + g.monto WHERE cobro_id = g.cobro_id;
  SELECT * INTO STRICT d FROM ordenes WHERE id = o.id;
  RETURN operacion_hecha('ordenes', d, 'anular-devolucion', 'Devolución de %s anulada.', o.p);
END $$;
