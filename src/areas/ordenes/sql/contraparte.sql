-- What one beneficiary gets of all clients in a day is bounded (R-142).
CREATE OR REPLACE FUNCTION ordenes_contraparte_exigir(quien jsonb, b beneficiarios, p_usd numeric, p_cliente bigint,
    p_orden bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_sujeto text := ventana_contraparte(b.num_doc, b.nombre);
  v_limite numeric := ajuste('contraparte_dia_usd')::numeric;
  v_suma numeric;
BEGIN
  PERFORM ventana_tomar((quien->>'usuario_id')::int, v_sujeto);
  v_suma := ventana_suma('contraparte', NULL, v_sujeto, NULL, 'ordenes', p_orden) + coalesce(p_usd, 'Infinity');
  IF v_suma <= v_limite THEN RETURN; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'contraparte', 'origen', 'ordenes', 'origen_id', p_orden,
    'que', jsonb_build_object('beneficiario', b.id, 'cliente', p_cliente, 'usd', p_usd, 'orden', p_orden),
    'titulo', format('una orden a %s (%s)', dicho(b.nombre), ventana_texto(v_suma, v_limite, 'US$')),
    'importe', importe_texto(p_usd, 'US$', 2), 'motivo', '',
    'valor', (SELECT CASE WHEN funcional THEN p_usd ELSE round(p_usd * precio_funcional(id), 2) END FROM monedas
      WHERE iso = 'USD')));
END $$;

-- The agent of an order is its client's (R-144); another one needs another person's yes.
CREATE OR REPLACE FUNCTION ordenes_agente(quien jsonb, p_cliente bigint, p_agente bigint)
  RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_suyo bigint := (SELECT agente_id FROM clientes WHERE id = p_cliente);
BEGIN
  IF p_agente IS NULL OR p_agente = v_suyo THEN RETURN v_suyo; END IF;
  PERFORM vistos_exigir(quien, jsonb_build_object('clave', 'agente', 'origen', 'ordenes',
    'que', jsonb_build_object('cliente', p_cliente, 'agente', p_agente),
    'titulo', format('una orden de %s con otro agente que el del cliente', (
      SELECT dicho(nombre) FROM clientes WHERE id = p_cliente)),
    'importe', '', 'valor', 0,
    'motivo', coalesce('Agente: ' || (SELECT dicho(nombre) FROM clientes WHERE id = p_agente), '')));
  RETURN p_agente;
END $$;

-- Takes up the quote that promised this price (R-145, R-184).
CREATE OR REPLACE FUNCTION ordenes_cotizacion_tomar(quien jsonb, c orden_cotizada, p_cliente bigint, p_id bigint)
  RETURNS void LANGUAGE sql AS $$
  SELECT cotizaciones_tomar(quien, jsonb_build_object('mantenida', c.mantenida, 'tipo', 'orden',
    'historico_id', c.historico_id, 'tasa', c.tasa, 'cliente_id', p_cliente, 'monto', c.envia, 'origen', 'ordenes',
    'origen_id', p_id));
$$;

-- The same order of a client to a beneficiary a few minutes ago needs one confirmation.
CREATE OR REPLACE FUNCTION ordenes_repetida(p_cliente bigint, p_beneficiario bigint, p_moneda integer, p_envia numeric)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rechazar_doble(numero, fecha) FROM (SELECT numero, fecha FROM ordenes
    WHERE cliente_id = p_cliente AND fecha_negocio >= fecha_negocio(ahora()) - 1 AND estado <> 'anulada'
      AND beneficiario_id = p_beneficiario AND envia_moneda_id = p_moneda AND envia = p_envia
      AND fecha > ahora() - make_interval(mins => ajuste('duplicado_minutos')::int) ORDER BY id DESC LIMIT 1) x;
END $$;

-- Changes the beneficiary to another one of the same client, or copies his present data. Once the order is being paid,
-- only a user who may return money can do this.
CREATE OR REPLACE FUNCTION ordenes_beneficiar(quien jsonb, p_id bigint, p_beneficiario bigint, p_motivo text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d ordenes := ordenes_abrir(p_id, 'beneficiario');
  b beneficiarios;
  v_antes bigint := d.beneficiario_id;
  v_usuario integer := (quien->>'usuario_id')::int;
  v jsonb;                  -- what somebody else is asked
BEGIN
  IF d.estado = 'en_proceso' AND NOT (quien->>'devolver')::boolean THEN
    PERFORM rechazar('SIN_PERMISO', '{"permiso": "ordenes:devolver"}');
  END IF;
  b := beneficiarios_exigir(p_beneficiario, d.cliente_id, d.recibe_moneda_id);
  -- Another one gets it: his day counts this order as well (R-142).
  IF ventana_contraparte(b.num_doc, b.nombre)
     <> ventana_contraparte(d.beneficiario->>'num_doc', d.beneficiario->>'nombre') THEN
    PERFORM ordenes_contraparte_exigir(quien, b, d.monto_usd, d.cliente_id, p_id);
  END IF;
  UPDATE ordenes SET beneficiario_id = b.id, beneficiario = ordenes_beneficiario(b), pais_destino = b.pais,
      version = version + 1 WHERE id = p_id RETURNING * INTO d;
  -- The client has paid: somebody else looks at the new account before it is paid (R-133). Where nobody else can, who
  -- pays it asks. A key asks nobody (R-407).
  IF d.estado IN ('pagada', 'en_proceso') OR ordenes_con_saldo(d.id, ahora()) THEN
    PERFORM persona_exigir(quien);
    v := ordenes_beneficiario_visto(d, b, v_usuario);
    IF vistos_quienes(v_usuario, vistos_implicados(v), d.valor) <> '{}' THEN PERFORM vistos_pedir(quien, v); END IF;
  END IF;
  RETURN ordenes_movida(quien, p_id, 'beneficiario', d.estado, p_motivo, 'Beneficiario de %s actualizado.',
    jsonb_build_object('beneficiario_id', b.id, 'antes', v_antes, 'motivo', p_motivo));
END $$;
