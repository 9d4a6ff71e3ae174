-- Check digits: weights 1, 2, 1, 2 … with the digits of each product added (CCI), and modulo 11 (Venezuela).
CREATE OR REPLACE FUNCTION cci_digito(p text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT ((10 - sum(CASE WHEN d > 9 THEN d - 9 ELSE d END) % 10) % 10)::text
  FROM (SELECT substr(p, i, 1)::int * (2 - i % 2) AS d FROM generate_series(1, length(p)) i) x);

CREATE OR REPLACE FUNCTION ve20_digito(p text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT ((11 - sum(substr(p, i, 1)::int * (ARRAY[3, 2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2])[i]) % 11)
    % 10)::text FROM generate_series(1, length(p)) i);

-- Checks an account number against its entity: check digits, prefix, pattern.
CREATE OR REPLACE FUNCTION cuenta_de_entidad(p_numero text, e entidades_financieras)
  RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN CASE e.algoritmo
      WHEN 'cci' THEN p_numero ~ '^[0-9]{20}$' AND starts_with(p_numero, e.codigo) AND right(p_numero, 2)
        = cci_digito(left(p_numero, 6)) || cci_digito(substr(p_numero, 7, 12))
      WHEN 've20' THEN p_numero ~ '^[0-9]{20}$' AND starts_with(p_numero, e.codigo) AND substr(p_numero, 9, 2)
        = ve20_digito(left(p_numero, 8)) || ve20_digito(substr(p_numero, 5, 4) || right(p_numero, 10))
      ELSE true END
    AND (e.patron IS NULL OR p_numero ~ e.patron);

-- True for a mobile number in the format of its country.
CREATE OR REPLACE FUNCTION celular_de_pais(p text, p_pais text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p ~ CASE p_pais WHEN 'pe' THEN '^9[0-9]{8}$' WHEN 've' THEN '^04[0-9]{9}$' WHEN 'co' THEN '^3[0-9]{9}$'
                         WHEN 'us' THEN '^[2-9][0-9]{9}$' ELSE '^[0-9]{6,15}$' END;

-- The first field of a way of paying that the data violate; null when they are valid. Twin of rules/datos-pago.ts.
CREATE OR REPLACE FUNCTION beneficiarios_reparo(p_tipo_pago integer, p_pais text, p_num_doc text, p_entidad integer,
    p_campos jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  t tipos_pagos;
  e entidades_financieras;
  c jsonb;
  v text;
  v_clave text;
  c_correo constant text := '^[^\s@]+@[^\s@]+\.[^\s@]{2,}$';
BEGIN
  SELECT * INTO t FROM tipos_pagos WHERE id = p_tipo_pago;
  SELECT * INTO e FROM entidades_financieras WHERE id = p_entidad;
  SELECT k INTO v_clave FROM jsonb_object_keys(p_campos) k
    WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(t.campos) f
                      WHERE f->>'clave' = k AND f->>'tipo' NOT IN ('entidad', 'documento')) ORDER BY k LIMIT 1;
  IF FOUND THEN RETURN 'campos.' || v_clave; END IF;
  IF e.id IS NOT NULL AND NOT t.campos @> '[{"tipo": "entidad"}]' THEN RETURN 'entidad_id'; END IF;
  FOR c IN SELECT * FROM jsonb_array_elements(t.campos) LOOP
    IF c->>'tipo' = 'entidad' THEN
      IF e.id IS NULL AND (c->>'obligatorio')::boolean THEN RETURN 'entidad_id'; END IF;
      CONTINUE;
    END IF;
    v_clave := CASE WHEN c->>'tipo' = 'documento' THEN 'num_doc' ELSE 'campos.' || (c->>'clave') END;
    v := CASE WHEN c->>'tipo' = 'documento' THEN p_num_doc ELSE p_campos->>(c->>'clave') END;
    IF coalesce(v, '') = '' THEN
      IF (c->>'obligatorio')::boolean THEN RETURN v_clave; END IF;
      CONTINUE;
    END IF;
    IF length(v) > 120 OR v <> btrim(v) OR v ~ '[\x01-\x1f\x7f]'
       OR NOT (CASE c->>'tipo'
         WHEN 'telefono' THEN celular_de_pais(v, p_pais)
         WHEN 'cuenta' THEN v ~ '^[A-Za-z0-9]{4,40}$' AND (e.pais IS DISTINCT FROM p_pais OR cuenta_de_entidad(v, e))
         WHEN 'correo' THEN v = lower(v) AND v ~ c_correo
         WHEN 'contacto' THEN v = lower(v) AND v ~ c_correo OR celular_de_pais(v, p_pais)
         WHEN 'llave' THEN v ~ '^(?:@[A-Za-z0-9]{4,20}|3[0-9]{9}|[0-9]{6,10})$' OR v = lower(v) AND v ~ c_correo
         WHEN 'digitos' THEN v ~ '^[0-9]{1,40}$'
         ELSE true END)
       OR v !~ coalesce('^(?:' || (c->>'patron') || ')$', '') THEN
      RETURN v_clave;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- A beneficiary is paid in a country that his bank or wallet serves (R-238), by a way that it supports (R-283).
CREATE OR REPLACE FUNCTION beneficiarios_entidad_exigir(b beneficiarios, p_campo text)
  RETURNS void LANGUAGE sql STABLE AS $$
  SELECT rechazar_campo(p_campo, entidades_sin_pais(e.nombre, b.pais))
    FROM entidades_financieras e WHERE e.id = b.entidad_id AND NOT entidades_en_pais(e, b.pais);
  SELECT rechazar_campo(p_campo, entidades_sin_forma(e.nombre, t.nombre))
    FROM entidades_financieras e, tipos_pagos t
    WHERE e.id = b.entidad_id AND t.id = b.tipo_pago_id AND NOT entidades_soporta(e.formas, t.codigo);
$$;

-- Checks every written beneficiary: the way of paying pays in that country and currency, and its data are valid.
CREATE OR REPLACE FUNCTION beneficiarios_revisar()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_campo text;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.cliente_id <> OLD.cliente_id THEN
    RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'beneficiarios: another client''s is another row';
  END IF;
  v_campo := CASE
    WHEN NOT EXISTS (SELECT FROM tipos_pagos t WHERE t.id = NEW.tipo_pago_id AND t.sentido <> 'entra'
                     AND coalesce(t.pais, NEW.pais) = NEW.pais) THEN 'tipo_pago_id'
    WHEN NOT EXISTS (SELECT FROM tipos_pagos t WHERE t.id = NEW.tipo_pago_id
                     AND coalesce(t.moneda_id, NEW.moneda_id) = NEW.moneda_id) THEN 'moneda_id'
    ELSE beneficiarios_reparo(NEW.tipo_pago_id, NEW.pais, NEW.num_doc, NEW.entidad_id, NEW.campos) END;
  IF v_campo IS NOT NULL THEN PERFORM rechazar_campo(v_campo, reparo('DATO_DEL_TIPO_PAGO')); END IF;
  PERFORM beneficiarios_entidad_exigir(NEW, 'entidad_id');
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER beneficiarios_en_orden BEFORE INSERT OR UPDATE OF cliente_id, pais, num_doc, moneda_id,
    tipo_pago_id, entidad_id, campos ON beneficiarios FOR EACH ROW EXECUTE FUNCTION beneficiarios_revisar();

-- Checks that this client may send money to the beneficiary in this currency, and locks him until the transaction ends.
-- The current fields of the way of paying count, not those at his registration.
CREATE OR REPLACE FUNCTION beneficiarios_exigir(p_id bigint, p_cliente bigint, p_moneda integer)
  RETURNS beneficiarios LANGUAGE plpgsql AS $$
DECLARE
  b beneficiarios;
BEGIN
  SELECT * INTO b FROM beneficiarios WHERE id = p_id FOR SHARE;
  IF NOT FOUND OR b.cliente_id <> p_cliente THEN
    PERFORM rechazar('NO_EXISTE', '{"que": "ese beneficiario en la agenda del cliente"}');
  END IF;
  IF NOT b.estatus THEN PERFORM rechazar('INACTIVO', '{"que": "El beneficiario"}'); END IF;
  PERFORM rechazar('INACTIVO', jsonb_build_object('que', nombre)) FROM tipos_pagos
    WHERE id = b.tipo_pago_id AND NOT estatus;
  IF b.moneda_id <> p_moneda THEN PERFORM rechazar_campo('beneficiario_id', reparo('BENEFICIARIO_OTRA_MONEDA')); END IF;
  IF beneficiarios_reparo(b.tipo_pago_id, b.pais, b.num_doc, b.entidad_id, b.campos) IS NOT NULL THEN
    PERFORM rechazar('BENEFICIARIO_POR_CORREGIR', jsonb_build_object('nombre', b.nombre, 'beneficiario_id', b.id));
  END IF;
  PERFORM beneficiarios_entidad_exigir(b, 'beneficiario_id');
  RETURN b;
END $$;
