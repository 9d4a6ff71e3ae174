-- What was asked for never changes, and an answer is not rewritten.
CREATE OR REPLACE TRIGGER autorizaciones_tasa_fijas BEFORE UPDATE OR DELETE ON autorizaciones_tasa
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado',
    '^pendiente (aprobada|rechazada|cancelada)$', '{solo,estado,vence_en,resuelto_por,resuelto_en,nota}',
    '^aprobada (usada|cancelada)$', '{estado,vence_en,resuelto_en,nota,compra_venta_id}');

-- Requests a rate. `p` = {tipo, cliente_id, divisa_id, monto or contravalor, historico_id, tasa, motivo}. Deletes
-- earlier unanswered requests of the same cashier, since only one client is at the counter.
CREATE OR REPLACE FUNCTION autorizaciones_tasa_pedir(quien jsonb, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  v_tipo text := p->>'tipo';
  v_tasa numeric := (p->>'tasa')::numeric;
  t record;
  divisa monedas;
  contra monedas;
  tot record;
  v_id bigint;
BEGIN
  PERFORM detener_reloj();
  SELECT h.id, h.tasa, h.metodo_calculo, h.vigencia, c.base_id, c.cotizacion_id, c.estatus INTO t
    FROM tipos_cambios_historico h JOIN tipos_cambios c ON c.id = h.tipo_cambio_id
    WHERE h.id = (p->>'historico_id')::bigint;
  IF NOT FOUND OR NOT t.estatus THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa tasa"}'); END IF;
  IF NOT upper_inf(t.vigencia) THEN PERFORM rechazar_campo('historico_id', reparo('TASA_CAMBIO_PIDA')); END IF;
  SELECT * INTO STRICT divisa FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.cotizacion_id ELSE t.base_id END;
  SELECT * INTO STRICT contra FROM monedas WHERE id = CASE v_tipo WHEN 'venta' THEN t.base_id ELSE t.cotizacion_id END;
  IF divisa.id <> (p->>'divisa_id')::int OR divisa.funcional OR (v_tipo = 'canje') = contra.funcional THEN
    PERFORM rechazar_campo('historico_id', reparo('TASA_DE_OTRA_OPERACION'));
  END IF;
  IF abs(v_tasa - t.tasa) * 100 <= t.tasa * (quien->>'desvio_pct')::numeric THEN
    PERFORM rechazar_campo('tasa', reparo('TASA_EN_RANGO'));
  END IF;
  IF p->>'cliente_id' IS NOT NULL AND NOT EXISTS (SELECT FROM clientes WHERE id = (p->>'cliente_id')::bigint) THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}');
  END IF;
  SELECT * INTO tot FROM tipos_cambios_montos(v_tipo, (p->>'monto')::numeric, (p->>'contravalor')::numeric, v_tasa,
    t.metodo_calculo, divisa.decimales, contra.decimales);
  IF tot.monto <= 0 OR tot.contravalor <= 0 OR tot.monto >= 1e29 OR tot.contravalor >= 1e29 THEN
    PERFORM rechazar_campo('monto', reparo('MONTO_NO_SIRVE'));
  END IF;
  UPDATE autorizaciones_tasa SET estado = 'cancelada' WHERE solicitado_por = v_usuario AND estado = 'pendiente';
  INSERT INTO autorizaciones_tasa (fecha, solicitado_por, tipo, cliente_id, divisa_id, monto, contramoneda_id,
      contravalor, historico_id, metodo_calculo, tasa, motivo, estado, vence_en)
    VALUES (ahora(), v_usuario, v_tipo, (p->>'cliente_id')::bigint, divisa.id, tot.monto, contra.id, tot.contravalor,
        t.id, t.metodo_calculo, v_tasa, btrim(p->>'motivo'), 'pendiente',
        ahora() + make_interval(mins => ajuste('autorizacion_minutos')::int))
    RETURNING id INTO v_id;
  PERFORM auditar(quien, 'pedir-tasa', 'autorizaciones-tasa', v_id::text, NULL, p);
  PERFORM avisar(area, v_id) FROM unnest('{compras-ventas,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', v_id, 'message', 'Autorización pedida.');
END $$;

-- Answers a request, or withdraws the user's own. The term of use of an approval starts now.
CREATE OR REPLACE FUNCTION autorizaciones_tasa_resolver(quien jsonb, p_id bigint, p_estado text, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  a autorizaciones_tasa;
BEGIN
  SELECT * INTO a FROM autorizaciones_tasa WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND OR p_estado = 'cancelada' AND a.solicitado_por <> v_usuario THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "esa solicitud"}');
  END IF;
  PERFORM detener_reloj();
  IF a.estado <> 'pendiente' AND NOT (a.estado = 'aprobada' AND p_estado = 'cancelada') THEN
    PERFORM rechazar('YA_RESUELTO', jsonb_build_object('numero', 'La solicitud', 'estado', a.estado));
  END IF;
  IF a.vence_en <= ahora() AND p_estado <> 'cancelada' THEN PERFORM rechazar('AUTORIZACION_VENCIDA'); END IF;
  a.solo := a.solo OR p_estado <> 'cancelada' AND a.solicitado_por = v_usuario AND solo_aprobar(quien,
    'compras-ventas:autorizar-tasa', jsonb_build_object('origen', 'autorizaciones-tasa', 'origen_id', p_id,
      'titulo', 'una tasa fuera de su rango', 'valor', 0));
  UPDATE autorizaciones_tasa SET solo = a.solo, estado = p_estado,
         resuelto_por = CASE WHEN p_estado = 'cancelada' THEN resuelto_por ELSE v_usuario END,
         resuelto_en = CASE WHEN p_estado = 'cancelada' THEN resuelto_en ELSE ahora() END,
         nota = coalesce(p_nota, nota),
         vence_en = CASE WHEN p_estado <> 'aprobada' THEN vence_en
           ELSE ahora() + make_interval(mins => ajuste('autorizacion_minutos')::int) END
    WHERE id = p_id;
  PERFORM auditar(quien,
    CASE p_estado WHEN 'aprobada' THEN 'aprobar' WHEN 'rechazada' THEN 'rechazar' ELSE 'cancelar' END,
    'autorizaciones-tasa', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('estado', p_estado, 'nota', p_nota));
  PERFORM avisar(area, p_id) FROM unnest('{compras-ventas,aprobaciones}'::text[]) area;
  RETURN jsonb_build_object('id', p_id, 'estado', p_estado, 'message', format('Solicitud %s.', p_estado));
END $$;

-- Checks that this permission covers this operation, and locks it so that only one operation uses it. The rate must lie
-- between the published one and the permitted one: not further away, and not on the other side of the published one.
CREATE OR REPLACE FUNCTION autorizaciones_tasa_exigir(p_id bigint, p_usuario integer, p_tipo text, p_divisa integer,
    p_contra integer, p_metodo text, p_vigente numeric, p_tasa numeric, p_monto numeric, p_cliente bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  a autorizaciones_tasa;
  v_falla text;
BEGIN
  SELECT * INTO a FROM autorizaciones_tasa WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND OR a.solicitado_por <> p_usuario THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "esa autorización"}');
  END IF;
  IF a.estado = 'usada' THEN PERFORM rechazar('AUTORIZACION_USADA'); END IF;
  IF a.estado <> 'aprobada' THEN PERFORM rechazar('AUTORIZACION_FALTA', jsonb_build_object('estado', a.estado)); END IF;
  IF a.vence_en <= ahora() THEN PERFORM rechazar('AUTORIZACION_VENCIDA'); END IF;
  v_falla := CASE
    WHEN a.tipo <> p_tipo OR a.divisa_id <> p_divisa OR a.contramoneda_id <> p_contra OR a.metodo_calculo <> p_metodo
      THEN 'de otra operación'
    WHEN a.cliente_id IS NOT NULL AND a.cliente_id IS DISTINCT FROM p_cliente THEN 'de otro cliente'
    WHEN p_tasa NOT BETWEEN least(p_vigente, a.tasa) AND greatest(p_vigente, a.tasa)
      THEN format('de una tasa de %s', trim_scale(a.tasa))
    WHEN p_monto > a.monto THEN format('de un monto de hasta %s', trim_scale(a.monto)) END;
  IF v_falla IS NOT NULL THEN PERFORM rechazar('AUTORIZACION_DISTINTA', jsonb_build_object('que', v_falla)); END IF;
END $$;
