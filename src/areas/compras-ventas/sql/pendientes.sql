-- A pending payment of an operation with its document, which is locked first. The user has to be responsible of its
-- account.
CREATE OR REPLACE FUNCTION compras_ventas_pendiente(quien jsonb, p_id bigint, p_pago bigint,
    OUT d compras_ventas, OUT g compras_ventas_pagos, OUT puente bigint)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM actuar_como(quien);
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
  SELECT c.id INTO STRICT puente FROM monedas m
    JOIN cuentas_contables c ON c.codigo = CASE g.lado WHEN 'recibimos' THEN 'por-cobrar:'
        ELSE 'por-entregar:' END || m.iso
    WHERE m.id = g.moneda_id;
END $$;

-- Completes an operation of which nothing is pending any more; answers its state, and tells who listens.
CREATE OR REPLACE FUNCTION compras_ventas_completar(p_id bigint) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_estado text;
BEGIN
  UPDATE compras_ventas SET estado = CASE WHEN EXISTS (
      SELECT FROM compras_ventas_pagos WHERE compra_venta_id = p_id AND estado = 'por_verificar')
      THEN 'pendiente' ELSE 'completada' END, version = version + 1 WHERE id = p_id RETURNING estado INTO v_estado;
  PERFORM avisar('compras-ventas', p_id);
  RETURN v_estado;
END $$;

-- Verifies a pending payment (received or handed over): moves it from the receivable or payable account to its own. The
-- last one completes the operation. A way of paying that requires a voucher is not verified without one.
CREATE OR REPLACE FUNCTION compras_ventas_verificar(quien jsonb, p_id bigint, p_pago bigint, p_referencia text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  e record;
  v_asiento bigint;
BEGIN
  SELECT * INTO e FROM compras_ventas_pendiente(quien, p_id, p_pago);
  PERFORM compras_ventas_verificar_exigir(quien, e.d, e.g);
  v_asiento := compras_ventas_mover(quien, e.d, (e.g).lado, (e.g).cuenta_id, (e.g).monto,
    coalesce(p_referencia, (e.g).referencia), e.puente);
  UPDATE compras_ventas_pagos SET estado = 'verificado', verificado_por = (quien->>'usuario_id')::int,
         asiento_id = v_asiento, referencia = coalesce(p_referencia, referencia) WHERE id = p_pago;
  PERFORM auditar(quien, 'verificar', 'compras-ventas', p_id::text, NULL, jsonb_build_object('pago_id', p_pago));
  RETURN jsonb_build_object('id', p_id, 'estado', compras_ventas_completar(p_id),
    'message', format('Pago de %s verificado.', (e.d).numero));
END $$;

-- Posts a payment from the receivable or payable account to its own; returns the entry.
CREATE OR REPLACE FUNCTION compras_ventas_mover(quien jsonb, d compras_ventas, p_lado text, p_cuenta bigint,
    p_monto numeric, p_referencia text, p_puente bigint)
  RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_signo integer := CASE p_lado WHEN 'recibimos' THEN 1 ELSE -1 END;
  libro jsonb;
BEGIN
  libro := libro_contabilizar('compras-ventas', d.id, 'Verificación de pago ' || d.numero, (quien->>'usuario_id')::int,
      ARRAY[
    (p_cuenta, v_signo * p_monto, NULL, p_referencia)::libro_linea,
    (p_puente, -v_signo * p_monto, NULL, NULL)::libro_linea]);
  PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
  RETURN (libro->>'asiento_id')::bigint;
END $$;

-- Who registered an operation, or added the payment later, does not verify it above the limit of two people (R-132). A
-- voucher is there where the way to pay requires one, and of what leaves above that limit (R-134).
CREATE OR REPLACE FUNCTION compras_ventas_verificar_exigir(quien jsonb, d compras_ventas, g compras_ventas_pagos)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  t tipos_pagos;
BEGIN
  SELECT * INTO STRICT t FROM tipos_pagos WHERE id = g.tipo_pago_id;
  IF (t.pide_comprobante OR g.lado = 'entregamos' AND NOT t.efectivo AND dos_personas(d.monto_usd)) AND NOT EXISTS (
       SELECT FROM adjuntos_usos WHERE origen = 'compras-ventas' AND origen_id = d.id AND detalle_id = g.id) THEN
    PERFORM rechazar_campo('pago_id', reparo('COMPROBANTE_DEL_PAGO', jsonb_build_object('tipo', t.nombre)));
  END IF;
  PERFORM compras_ventas_dos_personas(quien, d, g);
END $$;

CREATE OR REPLACE FUNCTION compras_ventas_dos_personas(quien jsonb, d compras_ventas, g compras_ventas_pagos)
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT dos_personas_exigir(quien, d.monto_usd, ARRAY[d.usuario_id, g.usuario_id], jsonb_build_object(
    'codigo', 'DOS_PERSONAS', 'permiso', 'compras-ventas:verificar', 'clave', 'verificacion',
    'origen', 'compras-ventas', 'origen_id', d.id, 'dia', d.fecha_negocio, 'titulo', format('el pago de %s', d.numero),
    'importe', (SELECT importe_texto(g.monto, m.simbolo, m.decimales) FROM monedas m WHERE m.id = g.moneda_id)));
$$;

-- A pending payment is made in another way: another line takes its place, for all of it or a part. What is left stays
-- pending, as it was registered; a rest that no coin makes is forgiven. Cash is confirmed at once, by the rule for
-- whoever verifies (R-178). `p` = a payment of the counter.
CREATE OR REPLACE FUNCTION compras_ventas_sustituir(quien jsonb, p_id bigint, p_pago bigint, p_motivo text, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora());
  e record;
  d compras_ventas;
  g compras_ventas_pagos;
  x pago_leido;
  m monedas;
  v_resto numeric;
  v_id bigint;
  v_asiento bigint;
BEGIN
  SELECT * INTO e FROM compras_ventas_pendiente(quien, p_id, p_pago);
  d := e.d;
  g := e.g;
  x := (pagos_leer(quien, jsonb_build_object(g.lado, jsonb_build_array(p))))[1];
  v_resto := g.monto - x.monto;
  SELECT * INTO STRICT m FROM monedas WHERE id = g.moneda_id;
  IF x.moneda_id <> g.moneda_id THEN PERFORM rechazar_campo('cuenta_id', reparo('CUENTA_MONEDA_PAGO')); END IF;
  IF v_resto < 0 THEN
    PERFORM rechazar_campo('monto', reparo('PAGO_DE_MAS', jsonb_build_object('falta',
      importe_texto(g.monto, m.simbolo, m.decimales))));
  END IF;
  PERFORM tipos_pagos_topes(ARRAY[x], v_hoy);
  x := (pagos_por_verificar(ARRAY[x], d.monto_usd))[1];
  UPDATE compras_ventas_pagos SET estado = 'sustituido' WHERE id = p_pago;
  v_id := nextval(pg_get_serial_sequence('compras_ventas_pagos', 'id'));
  IF NOT x.verifica THEN
    PERFORM compras_ventas_dos_personas(quien, d, g);
    v_asiento := compras_ventas_mover(quien, d, g.lado, x.cuenta_id, x.monto, x.referencia, e.puente);
  END IF;
  g.usuario_id := (quien->>'usuario_id')::int;
  INSERT INTO compras_ventas_pagos (id, compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, referencia,
      estado, asiento_id, verificado_por, fecha_negocio, denominaciones, sustituye_id, usuario_id, motivo)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, p_id, g.lado, x.tipo_pago_id, x.cuenta_id, g.moneda_id, x.monto, x.referencia,
      CASE WHEN x.verifica THEN 'por_verificar' ELSE 'verificado' END, v_asiento,
      CASE WHEN NOT x.verifica THEN g.usuario_id END, v_hoy, x.denominaciones, p_pago, g.usuario_id, p_motivo);
  IF x.adjunto_id IS NOT NULL THEN
    PERFORM adjuntos_usar(quien, x.adjunto_id, 'compras-ventas', p_id, v_id, 'comprobante_id');
  END IF;
  IF v_resto > 0 THEN
    INSERT INTO compras_ventas_pagos (compra_venta_id, lado, tipo_pago_id, cuenta_id, moneda_id, monto, estado,
        fecha_negocio, sustituye_id, usuario_id, motivo)
      VALUES (p_id, g.lado, g.tipo_pago_id, g.cuenta_id, g.moneda_id, v_resto, 'por_verificar', v_hoy, p_pago,
        g.usuario_id, p_motivo) RETURNING id INTO v_id;
    IF m.funcional AND x.efectivo AND g.lado = 'recibimos' AND v_resto < coalesce(efectivo_paso(m), 0) THEN
      PERFORM compras_ventas_perder(d, v_id, g.usuario_id, p_motivo, 'redondeo');
    END IF;
  END IF;
  PERFORM auditar(quien, 'sustituir', 'compras-ventas', p_id::text, NULL, p || jsonb_build_object('pago_id', p_pago,
    'motivo', p_motivo));
  RETURN jsonb_build_object('id', p_id, 'estado', compras_ventas_completar(p_id),
    'message', format('Pago de %s cambiado.', d.numero));
END $$;

-- What a client owes and will not pay any more is lost, at the charge of the house or of whoever registered the
-- operation. Somebody else says yes to it, whatever the amount (R-179).
CREATE OR REPLACE FUNCTION compras_ventas_incobrable(quien jsonb, p_id bigint, p_pago bigint, p_motivo text,
    p_cargo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  e record;
  d compras_ventas;
  g compras_ventas_pagos;
  v_importe text;
BEGIN
  SELECT * INTO e FROM compras_ventas_pendiente(quien, p_id, p_pago);
  d := e.d;
  g := e.g;
  IF g.lado <> 'recibimos' THEN PERFORM rechazar_campo('pago_id', reparo('LO_DEBE_LA_CASA')); END IF;
  v_importe := (SELECT importe_texto(g.monto, simbolo, decimales) FROM monedas WHERE id = g.moneda_id);
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'incobrable', 'origen', 'compras-ventas', 'origen_id', p_id,
    'que', jsonb_build_object('pago', p_pago, 'monto', g.monto, 'cargo', p_cargo),
    'titulo', format('dar por perdido un pago de %s, a cargo de %s', d.numero, CASE p_cargo WHEN 'casa' THEN 'la casa'
      ELSE (SELECT usuarios_corto(u) FROM usuarios u WHERE u.id = d.usuario_id) END),
    'importe', v_importe, 'motivo', p_motivo, 'implicados', jsonb_build_array(d.usuario_id),
    'pen', coalesce(round(g.monto * precio_funcional(g.moneda_id), 2), a_costo(g.moneda_id, g.monto))));
  PERFORM compras_ventas_perder(d, p_pago, (quien->>'usuario_id')::int, p_motivo, p_cargo);
  PERFORM auditar(quien, 'dar-por-perdido', 'compras-ventas', p_id::text, NULL, jsonb_build_object('pago_id', p_pago,
    'motivo', p_motivo, 'cargo', p_cargo));
  RETURN jsonb_build_object('id', p_id, 'estado', compras_ventas_completar(p_id),
    'message', format('%s de %s se dan por perdidos.', v_importe, d.numero));
END $$;

-- Posts what is lost of a pending payment: a currency at its average cost, soles at their amount.
CREATE OR REPLACE FUNCTION compras_ventas_perder(d compras_ventas, p_pago bigint, p_usuario integer, p_motivo text,
    p_cargo text) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  g compras_ventas_pagos;
  v_puente bigint;
  v_cargo bigint;
  v_asiento bigint;
BEGIN
  SELECT * INTO STRICT g FROM compras_ventas_pagos WHERE id = p_pago;
  SELECT c.id INTO STRICT v_puente FROM monedas m JOIN cuentas_contables c ON c.codigo = 'por-cobrar:' || m.iso
    WHERE m.id = g.moneda_id;
  v_cargo := CASE p_cargo
    WHEN 'personal' THEN libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo',
      moneda_funcional(), 0)
    ELSE (SELECT id FROM cuentas_contables WHERE codigo = CASE p_cargo WHEN 'casa' THEN 'incobrables'
      ELSE p_cargo END) END;
  v_asiento := (libro_contabilizar('compras-ventas', d.id, 'Pago perdido de ' || d.numero, p_usuario,
    ARRAY[(v_puente, -g.monto, NULL, NULL)::libro_linea], v_cargo)->>'asiento_id')::bigint;
  UPDATE compras_ventas_pagos SET estado = 'perdido', asiento_id = v_asiento, motivo = p_motivo, cargo = p_cargo,
         valor = (SELECT sum(valor) FROM apuntes WHERE asiento_id = v_asiento AND cuenta_id = v_cargo)
    WHERE id = p_pago;
END $$;
