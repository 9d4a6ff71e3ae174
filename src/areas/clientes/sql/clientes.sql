-- What must be known of the client for this amount and what he moved this month, at the counter and in orders
-- (spec 2.6), a company's owners included. An amount whose worth nobody knows (null) is asked everything and is within
-- nobody's limit. From the amount that asks for identity on, who needs the compliance officer's approval must have it.
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
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'diario', 'limite', importe_texto(c.limite_dia, 'US$', 2)));
  END IF;
  IF v_mes + coalesce(p_usd, 'Infinity') > c.limite_mes THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'mensual', 'limite', importe_texto(c.limite_mes, 'US$', 2)));
  END IF;
  IF coalesce(v_mes + p_usd, 'Infinity') >= ajuste('umbral_identificacion_usd')::numeric
     AND c.reforzado AND clientes_por_aprobar(c.reforzado, c.aprobado_en) THEN
    PERFORM rechazar('APROBACION_CLIENTE', jsonb_build_object(
      'nombre', c.nombre, 'umbral', ajuste('umbral_identificacion_usd'), 'cliente_id', c.id,
      'porque', CASE WHEN c.aprobado_en IS NOT NULL THEN 'su aprobación venció'
                     WHEN c.pep THEN 'es una persona expuesta políticamente'
                     WHEN c.tipo_persona = 'juridica' THEN 'es una empresa'
                     ELSE 'su riesgo es alto' END));
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

-- What a client moved this month and this day, in dollars, at the counter and in orders: what is annulled or expired is
-- nothing. `p_salvo` = an order that is being quoted again.
CREATE OR REPLACE FUNCTION clientes_operado(p_cliente bigint, p_fecha date, p_salvo bigint, OUT mes numeric, OUT dia numeric)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(monto_usd), 0), coalesce(sum(monto_usd) FILTER (WHERE fecha_negocio = p_fecha), 0) FROM (
    SELECT monto_usd, fecha_negocio FROM compras_ventas
    WHERE cliente_id = p_cliente AND estado <> 'anulada' AND fecha_negocio >= date_trunc('month', p_fecha)
    UNION ALL
    SELECT monto_usd, fecha_negocio FROM ordenes
    WHERE cliente_id = p_cliente AND fecha_negocio >= date_trunc('month', p_fecha) AND id IS DISTINCT FROM p_salvo
      AND (estado IN ('pagada', 'en_proceso', 'completada') OR estado = 'pendiente' AND vence_en > ahora())) o;
$$;

-- Until when an approval of that instant holds; infinity where the house lets none end.
CREATE OR REPLACE FUNCTION clientes_aprobacion_vence(p_desde timestamptz) RETURNS timestamptz
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE ajuste('aprobacion_cliente_meses')::int WHEN 0 THEN 'infinity'
    ELSE p_desde + make_interval(months => ajuste('aprobacion_cliente_meses')::int) END WHERE p_desde IS NOT NULL;
$$;

CREATE OR REPLACE FUNCTION clientes_por_aprobar(p_reforzado boolean, p_aprobado timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT p_reforzado AND coalesce(clientes_aprobacion_vence(p_aprobado) <= ahora(), true);
$$;

-- What was approved was this person with these owners at this risk: another one is approved anew.
CREATE OR REPLACE FUNCTION clientes_aprobacion_cae() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.aprobado_en := NULL;
  NEW.aprobado_por := NULL;
  NEW.aprobado_nota := NULL;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER clientes_aprobacion_cae BEFORE UPDATE ON clientes FOR EACH ROW
  WHEN (OLD.aprobado_en IS NOT NULL
    AND (OLD.tipo_persona, OLD.tipo_doc, OLD.num_doc, OLD.pep, OLD.pep_cargo, OLD.pep_entidad, OLD.riesgo,
         OLD.representante, OLD.representante_doc, OLD.beneficiarios_finales, OLD.sin_beneficiario_final)
      IS DISTINCT FROM
        (NEW.tipo_persona, NEW.tipo_doc, NEW.num_doc, NEW.pep, NEW.pep_cargo, NEW.pep_entidad, NEW.riesgo,
         NEW.representante, NEW.representante_doc, NEW.beneficiarios_finales, NEW.sin_beneficiario_final))
  EXECUTE FUNCTION clientes_aprobacion_cae();
