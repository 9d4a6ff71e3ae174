-- What each level asks of a client and his file lacks: the one table of it. The refusals below and what every screen
-- shows are read from here. N1 is asked from the amount that asks for identity on, N2 from that of the declaration on;
-- the document, the name and the phone are in every file. A company that says it has no owner above 25 % has answered.
CREATE OR REPLACE FUNCTION clientes_faltan(c clientes, OUT nivel text, OUT campo text, OUT dato text)
  RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p.nivel, p.campo, p.dato FROM (VALUES
    ('natural', 'N1', 'fecha_nac', 'fecha de nacimiento', c.fecha_nac IS NULL),
    ('natural', 'N2', 'direccion', 'dirección', coalesce(btrim(c.direccion), '') = ''),
    ('natural', 'N2', 'distrito', 'distrito', coalesce(btrim(c.distrito), '') = ''),
    ('natural', 'N2', 'ocupacion', 'ocupación', coalesce(btrim(c.ocupacion), '') = ''),
    ('natural', 'N2', 'origen_fondos', 'origen de los fondos', coalesce(btrim(c.origen_fondos), '') = ''),
    ('juridica', 'N2', 'direccion', 'dirección', coalesce(btrim(c.direccion), '') = ''),
    ('juridica', 'N2', 'distrito', 'distrito', coalesce(btrim(c.distrito), '') = ''),
    ('juridica', 'N2', 'objeto_social', 'objeto social', coalesce(btrim(c.objeto_social), '') = ''),
    ('juridica', 'N2', 'representante', 'representante legal', coalesce(btrim(c.representante), '') = ''),
    ('juridica', 'N2', 'representante_doc', 'documento del representante',
        coalesce(btrim(c.representante_doc), '') = ''),
    ('juridica', 'N2', 'beneficiarios_finales', 'beneficiarios finales (más de 25 %)',
      c.beneficiarios_finales = '[]' AND NOT c.sin_beneficiario_final),
    ('juridica', 'N2', 'origen_fondos', 'origen de los fondos', coalesce(btrim(c.origen_fondos), '') = '')
  ) p (persona, nivel, campo, dato, falta) WHERE p.persona = c.tipo_persona AND p.falta;
$$;

-- The level of knowledge of a client. Politically exposed persons, companies and high risks are N3 whatever is written:
-- the enhanced rules apply to them.
CREATE OR REPLACE FUNCTION clientes_nivel(c clientes) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN c.reforzado THEN 'N3' WHEN count(*) = 0 THEN 'N2' WHEN bool_or(f.nivel = 'N1') THEN 'N0'
      ELSE 'N1' END
  FROM clientes_faltan(c) f;
$$;

-- Who does not operate whatever his file says: a blocked client never, an observed one not from the amount that asks
-- for identity on, until who answers for compliance has looked at him. `p_total` = with what he moved this month; null:
-- nobody knows its worth.
CREATE OR REPLACE FUNCTION clientes_retener(c clientes, p_total numeric) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF c.estado = 'bloqueado' THEN PERFORM rechazar('CLIENTE_BLOQUEADO'); END IF;
  IF c.estado = 'observado' AND coalesce(p_total, 'Infinity') >= ajuste('umbral_identificacion_usd')::numeric THEN
    PERFORM rechazar('CLIENTE_OBSERVADO', jsonb_build_object(
      'nombre', c.nombre, 'umbral', ajuste('umbral_identificacion_usd'), 'cliente_id', c.id));
  END IF;
END $$;

-- What must be known of the client for this amount and what he moved this month, at the counter and in orders
-- (R-40). An amount whose worth nobody knows (null) is asked everything and is within nobody's limit. From the
-- amount that asks for identity on, nobody operates who is observed, whose document expired, or who needs the
-- compliance officer's approval and has none.
CREATE OR REPLACE FUNCTION clientes_exigir(p_cliente bigint, p_usd numeric, p_fecha date, p_salvo bigint DEFAULT NULL)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  c clientes;
  v_identifica numeric := ajuste('umbral_identificacion_usd')::numeric;
  v_declara numeric := ajuste('umbral_declaracion_usd')::numeric;
  v_mes numeric;
  v_dia numeric;
  v_total numeric;
  v_faltan text;
  v_nivel text;
BEGIN
  IF p_cliente IS NULL THEN
    IF coalesce(p_usd, 'Infinity') >= v_identifica THEN
      PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object('umbral', trim_scale(v_identifica), 'faltan',
          'el cliente'));
    END IF;
    RETURN;
  END IF;
  -- Locked, so that two operations of one client count each other, and his file stays what it is here.
  SELECT * INTO c FROM clientes WHERE id = p_cliente FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}'); END IF;
  IF c.estado = 'inactivo' THEN PERFORM rechazar('INACTIVO', '{"que": "El cliente"}'); END IF;
  SELECT mes, dia INTO v_mes, v_dia FROM clientes_operado(p_cliente, p_fecha, p_salvo);
  v_total := coalesce(v_mes + p_usd, 'Infinity');
  PERFORM clientes_retener(c, v_total);
  IF v_dia + coalesce(p_usd, 'Infinity') > c.limite_dia THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'diario', 'limite',
        importe_texto(c.limite_dia, 'US$', 2)));
  END IF;
  IF v_total > c.limite_mes THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'mensual', 'limite',
        importe_texto(c.limite_mes, 'US$', 2)));
  END IF;
  IF v_total < v_identifica THEN RETURN; END IF;
  IF c.vence_doc < p_fecha THEN
    PERFORM rechazar('DOCUMENTO_VENCIDO', jsonb_build_object('nombre', c.nombre, 'umbral', trim_scale(v_identifica),
      'vencio', to_char(c.vence_doc, 'DD/MM/YYYY'), 'cliente_id', c.id));
  END IF;
  IF clientes_por_aprobar(c.reforzado, c.aprobado_en) THEN
    PERFORM rechazar('APROBACION_CLIENTE', jsonb_build_object(
      'nombre', c.nombre, 'umbral', trim_scale(v_identifica), 'cliente_id', c.id,
      'porque', CASE WHEN c.aprobado_en IS NOT NULL THEN 'su aprobación venció'
                     WHEN c.pep THEN 'es una persona expuesta políticamente'
                     WHEN c.tipo_persona = 'juridica' THEN 'es una empresa'
                     ELSE 'su riesgo es alto' END));
  END IF;
  SELECT string_agg(f.dato, ', ' ORDER BY f.n), max(f.nivel) INTO v_faltan, v_nivel
    FROM clientes_faltan(c) WITH ORDINALITY f (nivel, campo, dato, n) WHERE f.nivel = 'N1' OR v_total >= v_declara;
  IF v_faltan IS NOT NULL THEN
    PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object('faltan', v_faltan, 'cliente_id', c.id,
      'umbral', trim_scale(CASE v_nivel WHEN 'N1' THEN v_identifica ELSE v_declara END)));
  END IF;
END $$;

-- What a client moved this month and this day, in dollars. `p_salvo` = an order that is being quoted again.
CREATE OR REPLACE FUNCTION clientes_operado(p_cliente bigint, p_fecha date, p_salvo bigint, OUT mes numeric,
    OUT dia numeric)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(monto_usd), 0), coalesce(sum(monto_usd) FILTER (WHERE fecha_negocio = p_fecha), 0)
  FROM clientes_operaciones WHERE cliente_id = p_cliente AND fecha_negocio >= date_trunc('month', p_fecha)
    AND NOT (origen = 'ordenes' AND origen_id IS NOT DISTINCT FROM p_salvo);
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

-- An expired document is not made valid by forgetting its date: the new one's is written, or another document's.
CREATE OR REPLACE FUNCTION clientes_vencimiento() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.vence_doc < fecha_negocio(ahora()) THEN
    PERFORM rechazar_campo('vence_doc', 'El documento venció: escriba el vencimiento del nuevo.');
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER clientes_vencimiento BEFORE UPDATE ON clientes FOR EACH ROW
  WHEN (OLD.vence_doc IS NOT NULL AND NEW.vence_doc IS NULL AND (OLD.tipo_doc, OLD.num_doc) =
      (NEW.tipo_doc, NEW.num_doc))
  EXECUTE FUNCTION clientes_vencimiento();
