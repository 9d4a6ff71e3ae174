-- The missing data of a client for each level; the single source for the refusals below and for what screens show. N1
-- is required from the identity threshold on, N2 from the declaration threshold on. Document, name and phone are always
-- present. A company that declares that it has no owner above 25 % is complete.
CREATE OR REPLACE FUNCTION clientes_faltan(c clientes, OUT nivel text, OUT campo text, OUT dato text)
  RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p.nivel, p.campo, p.dato FROM (VALUES
    ('natural', 'N1', 'fecha_nac', 'fecha de nacimiento', CASE WHEN c.fecha_nac IS NOT NULL THEN 'sí' END),
    (c.tipo_persona, 'N2', 'direccion', 'dirección', c.direccion),
    (c.tipo_persona, 'N2', 'distrito', 'distrito', c.distrito),
    ('natural', 'N2', 'ocupacion', 'ocupación', c.ocupacion),
    ('juridica', 'N2', 'objeto_social', 'objeto social', c.objeto_social),
    ('juridica', 'N2', 'representante', 'representante legal', c.representante),
    ('juridica', 'N2', 'representante_doc', 'documento del representante', c.representante_doc),
    ('juridica', 'N2', 'beneficiarios_finales', 'beneficiarios finales (más de 25 %)',
      CASE WHEN c.sin_beneficiario_final THEN 'ninguno' ELSE nullif(c.beneficiarios_finales, '[]')::text END),
    (c.tipo_persona, 'N2', 'origen_fondos', 'origen de los fondos', c.origen_fondos)
  ) p (persona, nivel, campo, dato, valor) WHERE p.persona = c.tipo_persona AND coalesce(btrim(p.valor), '') = '';
$$;

-- A client's level of knowledge, and what he lacks: in all, and of what identifies him. Politically exposed persons,
-- companies and high risks are always N3: the enhanced rules apply to them. As a row, so that a list reads all three at
-- once and the planner sees through it.
CREATE OR REPLACE FUNCTION clientes_juicio(c clientes)
  RETURNS TABLE (nivel text, faltan text[], faltan_identidad text[]) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN c.reforzado THEN 'N3' WHEN count(*) = 0 THEN 'N2' WHEN bool_or(f.nivel = 'N1') THEN 'N0'
      ELSE 'N1' END,
    coalesce(array_agg(f.campo), '{}'), coalesce(array_agg(f.campo) FILTER (WHERE f.nivel = 'N1'), '{}')
  FROM clientes_faltan(c) f;
$$;

CREATE OR REPLACE FUNCTION clientes_nivel(c clientes) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT j.nivel FROM clientes_juicio(c) j;
$$;

-- Refuses clients who may not operate whatever data they have: a blocked client never; one who resembles a blocked one
-- until compliance has looked; an observed one not from the identity threshold on, until compliance has reviewed him.
-- `p_total` includes what he moved this month; null: its value is unknown.
CREATE OR REPLACE FUNCTION clientes_retener(c clientes, p_total numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF c.estado = 'bloqueado' THEN PERFORM rechazar('CLIENTE_BLOQUEADO'); END IF;
  PERFORM clientes_parecido_exigir(c);
  IF c.estado = 'observado' AND coalesce(p_total, 'Infinity') >= ajuste('umbral_identificacion_usd')::numeric THEN
    PERFORM rechazar('CLIENTE_OBSERVADO', jsonb_build_object(
      'nombre', c.nombre, 'umbral', umbral_texto(ajuste('umbral_identificacion_usd')::numeric), 'cliente_id', c.id));
  END IF;
END $$;

-- Checks the data required for this amount plus what the client moved this month, at the counter and in orders (R-40).
-- An amount of unknown value (null) requires everything and exceeds every limit. From the identity threshold on, these
-- are refused: an observed client, an expired document, and a client who needs the compliance officer's approval and
-- has none. Answers what he moved this month, in dollars and without this; null: no client.
CREATE OR REPLACE FUNCTION clientes_admitir(p_cliente bigint, p_usd numeric, p_fecha date, p_salvo bigint DEFAULT NULL)
  RETURNS numeric LANGUAGE plpgsql AS $$
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
      PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object('umbral', umbral_texto(v_identifica),
        'pide', 'se necesita identificar al cliente'));
    END IF;
    RETURN NULL;
  END IF;
  -- Locked, so that two concurrent operations of one client count each other and his data do not change.
  SELECT * INTO c FROM clientes WHERE id = p_cliente FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese cliente"}'); END IF;
  IF c.estado = 'inactivo' THEN PERFORM rechazar('INACTIVO', '{"que": "El cliente"}'); END IF;
  SELECT mes, dia INTO v_mes, v_dia FROM clientes_operado(p_cliente, p_fecha, p_salvo);
  v_total := coalesce(v_mes + p_usd, 'Infinity');
  PERFORM clientes_retener(c, v_total);
  PERFORM topes_exigir(c.nombre, v_dia + coalesce(p_usd, 'Infinity'), c.limite_dia, v_total, c.limite_mes, 'US$', 2);
  IF v_total < v_identifica THEN RETURN v_mes; END IF;
  IF c.vence_doc < p_fecha THEN
    PERFORM rechazar('DOCUMENTO_VENCIDO', jsonb_build_object('nombre', c.nombre, 'umbral', umbral_texto(v_identifica),
      'vencio', to_char(c.vence_doc, 'DD/MM/YYYY'), 'cliente_id', c.id));
  END IF;
  IF clientes_por_aprobar(c.reforzado, c.aprobado_en) THEN
    PERFORM rechazar('APROBACION_CLIENTE', jsonb_build_object(
      'nombre', c.nombre, 'umbral', umbral_texto(v_identifica), 'cliente_id', c.id,
      'porque', CASE WHEN c.aprobado_en IS NOT NULL THEN 'su aprobación venció'
                     WHEN c.pep THEN 'es una persona expuesta políticamente'
                     WHEN c.tipo_persona = 'juridica' THEN 'es una empresa'
                     ELSE 'su riesgo es alto' END));
  END IF;
  SELECT string_agg(f.dato, ', ' ORDER BY f.n), max(f.nivel) INTO v_faltan, v_nivel
    FROM clientes_faltan(c) WITH ORDINALITY f (nivel, campo, dato, n) WHERE f.nivel = 'N1' OR v_total >= v_declara;
  IF v_faltan IS NOT NULL THEN
    PERFORM rechazar('IDENTIFICACION_REQUERIDA', jsonb_build_object('faltan', v_faltan, 'cliente_id', c.id,
      'umbral', umbral_texto(CASE v_nivel WHEN 'N1' THEN v_identifica ELSE v_declara END),
      'pide', format('en el mes, la ficha de %s debe tener: %s', c.nombre, v_faltan)));
  END IF;
  RETURN v_mes;
END $$;

-- What a client moved this month and this day, in dollars. `p_salvo` excludes an order that is being requoted.
CREATE OR REPLACE FUNCTION clientes_operado(p_cliente bigint, p_fecha date, p_salvo bigint, OUT mes numeric,
    OUT dia numeric) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(monto_usd), 0), coalesce(sum(monto_usd) FILTER (WHERE fecha_negocio = p_fecha), 0)
  FROM clientes_operaciones WHERE cliente_id = p_cliente AND fecha_negocio >= date_trunc('month', p_fecha)
    AND NOT (origen = 'ordenes' AND origen_id IS NOT DISTINCT FROM p_salvo);
$$;

-- When an approval given at `p_desde` expires; infinity when the setting says that approvals do not expire.
CREATE OR REPLACE FUNCTION clientes_aprobacion_vence(p_desde timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE ajuste('aprobacion_cliente_meses')::int WHEN 0 THEN 'infinity'
    ELSE p_desde + make_interval(months => ajuste('aprobacion_cliente_meses')::int) END WHERE p_desde IS NOT NULL;
$$;

CREATE OR REPLACE FUNCTION clientes_por_aprobar(p_reforzado boolean, p_aprobado timestamptz)
  RETURNS boolean LANGUAGE sql STABLE
  RETURN p_reforzado AND coalesce(clientes_aprobacion_vence(p_aprobado) <= ahora(), true);

-- An approval holds for this person with these owners at this risk: a change of any of them revokes it.
CREATE OR REPLACE FUNCTION clientes_aprobacion_cae()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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

-- The expiry date of an expired document cannot be cleared: a new date or another document is required.
CREATE OR REPLACE FUNCTION clientes_vencimiento()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.vence_doc < fecha_negocio(ahora()) THEN
    PERFORM rechazar_campo('vence_doc', reparo('DOCUMENTO_VENCIO'));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER clientes_vencimiento BEFORE UPDATE ON clientes FOR EACH ROW
  WHEN (OLD.vence_doc IS NOT NULL AND NEW.vence_doc IS NULL
    AND (OLD.tipo_doc, OLD.num_doc) = (NEW.tipo_doc, NEW.num_doc)) EXECUTE FUNCTION clientes_vencimiento();
