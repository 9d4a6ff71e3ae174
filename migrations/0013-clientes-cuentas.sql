-- What spec 2.6 and 2.7 ask of clients and accounts beyond the first form: who referred, labels, owners of companies,
-- risk; overdrafts that somebody allowed, what leaving costs.

-- Labels are short words, each once.
CREATE FUNCTION clientes_etiquetas_validas(p text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN cardinality(p) <= 10 AND (SELECT coalesce(bool_and(e <> '' AND e = btrim(e) AND length(e) <= 30), true)
                                          AND count(*) = count(DISTINCT e) FROM unnest(p) e);

-- Owners above 25 %: [{nombre, documento, porcentaje}], together at most the whole.
CREATE FUNCTION clientes_beneficiarios_validos(p jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_typeof(p) = 'array' AND (
    SELECT coalesce(bool_and(btrim(b->>'nombre') <> '' AND btrim(b->>'documento') <> ''
                             AND (b->>'porcentaje')::numeric > 25), true)
           AND coalesce(sum((b->>'porcentaje')::numeric), 0) <= 100
    FROM jsonb_array_elements(p) b);

ALTER TABLE clientes
  ADD COLUMN agente_id bigint REFERENCES clientes,
  ADD COLUMN etiquetas text[] NOT NULL DEFAULT '{}',
  ADD COLUMN beneficiarios_finales jsonb NOT NULL DEFAULT '[]',
  -- Said of a company whose owners all hold 25 % or less.
  ADD COLUMN sin_beneficiario_final boolean NOT NULL DEFAULT false,
  -- As somebody judged it; null: as the rules have it.
  ADD COLUMN riesgo text CHECK (riesgo IN ('bajo', 'medio', 'alto')),
  ADD CONSTRAINT clientes_agente_otro CHECK (agente_id <> id),
  ADD CONSTRAINT clientes_etiquetas CHECK (clientes_etiquetas_validas(etiquetas)),
  ADD CONSTRAINT clientes_beneficiarios CHECK (clientes_beneficiarios_validos(beneficiarios_finales)),
  ADD CONSTRAINT clientes_beneficiarios_o_ninguno
    CHECK (beneficiarios_finales = '[]' OR tipo_persona = 'juridica' AND NOT sin_beneficiario_final),
  ADD CONSTRAINT clientes_sin_beneficiario CHECK (tipo_persona = 'juridica' OR NOT sin_beneficiario_final);
CREATE INDEX clientes_agente ON clientes (agente_id) WHERE agente_id IS NOT NULL;
CREATE INDEX clientes_por_etiqueta ON clientes USING gin (etiquetas);

-- As in 0004; a company's owners are asked for too.
CREATE OR REPLACE FUNCTION clientes_exigir(p_cliente bigint, p_usd numeric, p_fecha date)
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
  SELECT coalesce(sum(monto_usd), 0), coalesce(sum(monto_usd) FILTER (WHERE fecha_negocio = p_fecha), 0)
    INTO v_mes, v_dia FROM compras_ventas
    WHERE cliente_id = p_cliente AND estado <> 'anulada' AND fecha_negocio >= date_trunc('month', p_fecha);
  IF v_dia + p_usd > c.limite_dia THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', c.nombre, 'periodo', 'diario', 'limite', 'US$ ' || round(c.limite_dia, 2)));
  END IF;
  IF v_mes + p_usd > c.limite_mes THEN
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

ALTER TABLE cuentas
  ADD COLUMN titular_doc text,
  -- How far below zero somebody allows it: the ledger's floor is its negative.
  ADD COLUMN sobregiro numeric(38,8) NOT NULL DEFAULT 0 CHECK (sobregiro >= 0 AND sobregiro < 1e29),
  -- What its entity charges for money that leaves.
  ADD COLUMN comision_salida_pct numeric(6,3) CHECK (comision_salida_pct BETWEEN 0 AND 20),
  ADD COLUMN comision_salida_fija numeric(38,8) CHECK (comision_salida_fija >= 0 AND comision_salida_fija < 1e29);

-- Overdraft and floor are one thing kept in two places: whoever changes one alone is stopped.
CREATE FUNCTION cuentas_sobregiro_es_minimo() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM cuentas c JOIN cuentas_contables k ON k.id = c.id
             WHERE c.id = NEW.id AND k.minimo IS DISTINCT FROM -c.sobregiro) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = format('cuenta %s: floor and overdraft differ', NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER cuentas_sobregiro_es_minimo AFTER INSERT OR UPDATE OF sobregiro ON cuentas
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cuentas_sobregiro_es_minimo();
CREATE CONSTRAINT TRIGGER contables_minimo_es_sobregiro AFTER UPDATE OF minimo ON cuentas_contables
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cuentas_sobregiro_es_minimo();

-- Allows an account so much below zero, and not less than it is below already.
CREATE FUNCTION cuentas_sobregirar(p_id bigint, p_sobregiro numeric)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  SELECT k.saldo, m.simbolo, m.decimales INTO r FROM cuentas c
    JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = k.moneda_id
    WHERE c.id = p_id FOR NO KEY UPDATE OF k;
  IF r.saldo < -p_sobregiro THEN
    PERFORM rechazar('SOBREGIRO_EN_USO', jsonb_build_object('usado', importe_texto(-r.saldo, r.simbolo, r.decimales)));
  END IF;
  UPDATE cuentas SET sobregiro = p_sobregiro WHERE id = p_id AND sobregiro <> p_sobregiro;
  UPDATE cuentas_contables SET minimo = -p_sobregiro WHERE id = p_id AND minimo IS DISTINCT FROM -p_sobregiro;
END $$;
