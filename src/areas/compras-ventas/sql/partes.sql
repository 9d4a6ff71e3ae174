-- Both amounts from the one that was typed: what we deliver is rounded down, what we charge up (spec 1.2).
CREATE OR REPLACE FUNCTION compras_ventas_montos(p_tipo text, p_monto numeric, p_contravalor numeric, p_tasa numeric, p_metodo text,
                                      p_dec_divisa integer, p_dec_contra integer, OUT monto numeric, OUT contravalor numeric)
  LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  inverso text := CASE p_metodo WHEN 'm' THEN 'd' ELSE 'm' END;
BEGIN
  -- A sale's rate goes from the countervalue to the currency; the others from the currency to the countervalue.
  IF p_monto IS NOT NULL THEN
    monto := round(p_monto, p_dec_divisa);
    contravalor := CASE p_tipo
      WHEN 'venta' THEN convertir(p_monto, p_tasa, inverso, p_dec_contra, 'arriba')
      ELSE convertir(p_monto, p_tasa, p_metodo, p_dec_contra, 'abajo') END;
  ELSE
    contravalor := round(p_contravalor, p_dec_contra);
    monto := CASE p_tipo
      WHEN 'venta' THEN convertir(p_contravalor, p_tasa, p_metodo, p_dec_divisa, 'abajo')
      ELSE convertir(p_contravalor, p_tasa, inverso, p_dec_divisa, 'arriba') END;
  END IF;
END $$;

-- What a way of paying takes in a day and in a month, on each side, counted with these payments and with what clients pay
-- for orders; annulled ones do not count. One operation at a time where there is such a limit, so that two cannot both
-- take the rest of it.
CREATE OR REPLACE FUNCTION compras_ventas_topes(pagos pago_leido[], p_fecha date)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(pagos) x JOIN tipos_pagos t ON t.id = x.tipo_pago_id
                 WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(10, tipo_pago_id)
    FROM (SELECT DISTINCT tipo_pago_id FROM unnest(pagos) ORDER BY tipo_pago_id) x;
  FOR r IN
    SELECT t.nombre, t.tope_dia, t.tope_mes, m.simbolo, m.decimales,
           x.monto + coalesce(u.dia, 0) AS dia, x.monto + coalesce(u.mes, 0) AS mes
    FROM (SELECT tipo_pago_id, moneda_id, lado, sum(monto) AS monto FROM unnest(pagos) GROUP BY 1, 2, 3) x
    JOIN tipos_pagos t ON t.id = x.tipo_pago_id JOIN monedas m ON m.id = x.moneda_id
    CROSS JOIN LATERAL (
      SELECT sum(g.monto) AS mes, sum(g.monto) FILTER (WHERE g.fecha_negocio = p_fecha) AS dia FROM (
        SELECT monto, fecha_negocio FROM compras_ventas_pagos
        WHERE tipo_pago_id = x.tipo_pago_id AND moneda_id = x.moneda_id AND lado = x.lado AND estado <> 'anulado'
          AND fecha_negocio BETWEEN date_trunc('month', p_fecha)::date AND p_fecha
        UNION ALL
        SELECT monto, fecha_negocio FROM ordenes_cobros
        WHERE x.lado = 'recibimos' AND tipo_pago_id = x.tipo_pago_id AND moneda_id = x.moneda_id
          AND estado IN ('por_verificar', 'verificado')
          AND fecha_negocio BETWEEN date_trunc('month', p_fecha)::date AND p_fecha) g) u
    WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL
  LOOP
    IF r.dia > r.tope_dia THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'diario',
        'limite', importe_texto(r.tope_dia, r.simbolo, r.decimales)));
    ELSIF r.mes > r.tope_mes THEN
      PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', r.nombre, 'periodo', 'mensual',
        'limite', importe_texto(r.tope_mes, r.simbolo, r.decimales)));
    END IF;
  END LOOP;
END $$;

-- The declaration of an operation, as it is stored and printed: the client's words and the client of that moment. From
-- the threshold on, this operation and what else he moved this month counted, orders included, it must be there
-- (spec 2.6). The client is locked by clientes_exigir.
CREATE OR REPLACE FUNCTION compras_ventas_declarar(p jsonb, p_usd numeric, p_fecha date, p_salvo bigint DEFAULT NULL)
  RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
  v_umbral numeric := ajuste('umbral_declaracion_usd')::numeric;
  v_total numeric := coalesce(p_usd, 'Infinity');
BEGIN
  -- Nobody signs for an occasional client; above the other threshold there is none.
  IF p->>'cliente_id' IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO STRICT c FROM clientes WHERE id = (p->>'cliente_id')::bigint;
  IF jsonb_typeof(p->'declaracion') IS DISTINCT FROM 'object' THEN
    IF v_total < v_umbral THEN
      v_total := v_total + (clientes_operado(c.id, p_fecha, p_salvo)).mes;
    END IF;
    IF v_total >= v_umbral THEN
      PERFORM rechazar('DECLARACION_REQUERIDA', jsonb_build_object(
        'umbral', to_char(v_umbral, 'FM999,999,999,990'), 'origen_fondos', c.origen_fondos));
    END IF;
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('origen', p->'declaracion'->>'origen', 'destino', p->'declaracion'->>'destino',
    'monto_usd', round(p_usd, 2)::text, 'cliente', jsonb_build_object(
      'nombre', c.nombre, 'tipo_persona', c.tipo_persona, 'tipo_doc', c.tipo_doc, 'num_doc', c.num_doc,
      'nacionalidad', (SELECT nombre FROM paises WHERE id = c.nacionalidad), 'direccion', c.direccion,
      'distrito', c.distrito, 'celular', c.celular, 'ocupacion', c.ocupacion, 'centro_trabajo', c.centro_trabajo,
      'representante', c.representante, 'representante_doc', c.representante_doc, 'pep', c.pep, 'pep_cargo', c.pep_cargo));
END $$;
