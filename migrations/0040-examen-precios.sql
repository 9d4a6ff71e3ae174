-- What nothing prices: a client's payment in it was booked at one cent, because `greatest` leaves nulls out; and it passed
-- under the limits of its client, because null is not above anything.

-- As in 0026, but for a currency without a price, which is refused as it was meant to be.
CREATE OR REPLACE FUNCTION ordenes_cobro_contabilizar(quien jsonb, d ordenes, p_cuenta bigint, p_monto numeric, p_referencia text,
                                           p_redondeo numeric, OUT asiento_id bigint, OUT valor numeric)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_deuda bigint := libro_cuenta('ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', moneda_funcional(), NULL, 0);
  v_funcional boolean := d.envia_moneda_id = moneda_funcional();
  lineas libro_linea[];
BEGIN
  valor := CASE WHEN v_funcional THEN p_monto ELSE round(p_monto * precio_funcional(d.pais, d.envia_moneda_id), 2) END;
  IF valor IS NULL THEN
    PERFORM rechazar('SIN_PRECIO', jsonb_build_object('moneda', (SELECT iso FROM monedas WHERE id = d.envia_moneda_id)));
  END IF;
  valor := greatest(valor, 0.01);
  lineas := ARRAY[
    (p_cuenta, p_monto, CASE WHEN NOT v_funcional THEN valor END, p_referencia)::libro_linea,
    (v_deuda, -(valor + p_redondeo), NULL, NULL)::libro_linea];
  IF p_redondeo <> 0 THEN
    lineas := lineas || ((SELECT id FROM cuentas_contables WHERE codigo = 'redondeo'), p_redondeo, NULL, NULL)::libro_linea;
  END IF;
  asiento_id := (libro_contabilizar('ordenes', d.id, concat_ws(' ', 'Cobro de orden', d.numero), (quien->>'usuario_id')::int,
    lineas)->>'asiento_id')::bigint;
  PERFORM cuentas_exigir(ARRAY[p_cuenta], fecha_negocio(ahora()));
END $$;

-- As in 0025; what cannot be said in dollars is within nobody's limit.
CREATE OR REPLACE FUNCTION clientes_exigir(p_cliente bigint, p_usd numeric, p_fecha date, p_salvo bigint DEFAULT NULL)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
  v_mes numeric;
  v_dia numeric;
  v_faltan text;
BEGIN
  IF p_cliente IS NULL THEN
    IF coalesce(p_usd, 'Infinity') >= ajuste('umbral_identificacion_usd')::numeric THEN
      PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object(
        'umbral', ajuste('umbral_identificacion_usd'), 'faltan', 'el cliente'));
    END IF;
    RETURN;
  END IF;
  -- Locked, so that two operations of one client count each other.
  SELECT * INTO c FROM clientes WHERE id = p_cliente FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}'); END IF;
  IF c.estado = 'bloqueado' THEN PERFORM rechazar('CLIENTE_BLOQUEADO'); END IF;
  IF c.estado = 'inactivo' THEN PERFORM rechazar('INACTIVO', '{"que": "El cliente"}'); END IF;
  SELECT mes, dia INTO v_mes, v_dia FROM clientes_operado(p_cliente, p_fecha, p_salvo);
  IF v_dia + coalesce(p_usd, 'Infinity') > c.limite_dia THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'diario', 'limite', 'US$ ' || round(c.limite_dia, 2)));
  END IF;
  IF v_mes + coalesce(p_usd, 'Infinity') > c.limite_mes THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'mensual', 'limite', 'US$ ' || round(c.limite_mes, 2)));
  END IF;
  IF coalesce(v_mes + p_usd, 'Infinity') >= ajuste('umbral_declaracion_usd')::numeric THEN
    v_faltan := concat_ws(', ',
      CASE WHEN c.direccion IS NULL THEN 'dirección' END,
      CASE WHEN c.tipo_persona = 'natural' AND c.ocupacion IS NULL THEN 'ocupación' END,
      CASE WHEN c.tipo_persona = 'juridica' AND c.representante IS NULL THEN 'representante legal' END,
      CASE WHEN c.tipo_persona = 'juridica' AND c.beneficiarios_finales = '[]' AND NOT c.sin_beneficiario_final
        THEN 'beneficiarios finales' END,
      CASE WHEN c.origen_fondos IS NULL THEN 'origen de fondos' END);
    IF v_faltan <> '' THEN
      PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object(
        'umbral', ajuste('umbral_declaracion_usd'), 'faltan', v_faltan, 'cliente_id', c.id));
    END IF;
  END IF;
END $$;
