-- Whether the entity of an account supports a way to pay (R-283); cash has no entity.
CREATE OR REPLACE FUNCTION cuentas_soporta(c cuentas, p_forma text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT c.entidad_id IS NULL
    OR (SELECT entidades_soporta(formas, p_forma) FROM entidades_financieras WHERE id = c.entidad_id);
$$;

-- Why a payment may not use an account with this way to pay: it names others (R-291), or the account's entity does not
-- support it (R-283). Null: it may.
CREATE OR REPLACE FUNCTION cuentas_reparo_forma(t tipos_pagos, c cuentas) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT tipos_pagos_admite(t.cuentas, c.id) THEN
      reparo('CUENTA_NO_HABILITADA', jsonb_build_object('tipo', t.nombre, 'cuenta', c.nombre))
    WHEN NOT cuentas_soporta(c, t.codigo) THEN
      (SELECT entidades_sin_forma(nombre, t.nombre) FROM entidades_financieras WHERE id = c.entidad_id) END;
$$;

-- The ids of the accounts that a way to pay may use, for the forms; null for any of its class and currency.
CREATE OR REPLACE FUNCTION tipos_pagos_usables(t tipos_pagos) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN t.cuentas <> '[]' THEN (SELECT coalesce(jsonb_agg(c.id ORDER BY x.n), '[]')
      FROM jsonb_array_elements(t.cuentas) WITH ORDINALITY x (j, n)
      JOIN cuentas c ON c.id = (x.j->>'cuenta_id')::bigint WHERE cuentas_soporta(c, t.codigo))
    WHEN EXISTS (SELECT FROM cuentas c WHERE c.estatus AND NOT cuentas_soporta(c, t.codigo)) THEN (
      SELECT coalesce(jsonb_agg(c.id ORDER BY c.id), '[]') FROM cuentas c
      WHERE c.estatus AND (c.tipo IN ('caja', 'boveda')) = t.efectivo AND cuentas_soporta(c, t.codigo)) END;
$$;

-- An account is in a currency that its entity supports. The entity is locked, so that what it supports does not change
-- meanwhile.
CREATE OR REPLACE FUNCTION cuentas_en_entidad()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  e entidades_financieras;
BEGIN
  SELECT * INTO e FROM entidades_financieras WHERE id = NEW.entidad_id FOR SHARE;
  IF NOT entidades_soporta_moneda(e.monedas, NEW.moneda_id) THEN
    PERFORM rechazar_campo('moneda_id', reparo('ENTIDAD_SIN_MONEDA', jsonb_build_object('entidad', e.nombre,
      'moneda', nombre))) FROM monedas WHERE id = NEW.moneda_id;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_en_entidad BEFORE INSERT OR UPDATE OF entidad_id, moneda_id, estatus ON cuentas
  FOR EACH ROW WHEN (NEW.entidad_id IS NOT NULL AND NEW.estatus) EXECUTE FUNCTION cuentas_en_entidad();

-- What an entity supports has the currencies of the house's active accounts there.
CREATE OR REPLACE FUNCTION entidades_con_cuentas()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar_campo('monedas', reparo('ENTIDAD_CON_CUENTAS', jsonb_build_object(
      'cuentas', nombres_algunos(array_agg(c.nombre ORDER BY c.nombre)))))
    FROM cuentas c WHERE c.entidad_id = NEW.id AND c.estatus AND NOT entidades_soporta_moneda(NEW.monedas, c.moneda_id)
    HAVING count(*) > 0;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER entidades_con_cuentas BEFORE UPDATE OF monedas ON entidades_financieras
  FOR EACH ROW WHEN (NEW.monedas IS DISTINCT FROM OLD.monedas) EXECUTE FUNCTION entidades_con_cuentas();

-- The ways to pay that an entity names are there. They are locked, so that none is renamed meanwhile.
CREATE OR REPLACE FUNCTION entidades_formas_existen()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM tipos_pagos WHERE codigo IN (SELECT f->>'forma' FROM jsonb_array_elements(NEW.formas) f)
    ORDER BY id FOR SHARE;
  PERFORM rechazar_campo(format('formas.%s.forma', x.n - 1), reparo('TIPO_PAGO_NO_EXISTE'))
    FROM jsonb_array_elements(NEW.formas) WITH ORDINALITY x (f, n)
    WHERE NOT EXISTS (SELECT FROM tipos_pagos WHERE codigo = x.f->>'forma') ORDER BY x.n LIMIT 1;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER entidades_formas_existen BEFORE INSERT OR UPDATE OF formas ON entidades_financieras
  FOR EACH ROW WHEN (NEW.formas <> '[]') EXECUTE FUNCTION entidades_formas_existen();

-- Entities name ways to pay by their code, which stays while one does.
CREATE OR REPLACE FUNCTION tipos_pagos_codigo_nombrado()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar_campo('codigo', reparo('FORMA_DE_ENTIDADES', jsonb_build_object(
      'entidades', nombres_algunos(array_agg(e.nombre ORDER BY e.nombre)))))
    FROM entidades_financieras e WHERE e.formas @> jsonb_build_array(jsonb_build_object('forma', OLD.codigo))
    HAVING count(*) > 0;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tipos_pagos_codigo_nombrado BEFORE UPDATE OF codigo ON tipos_pagos
  FOR EACH ROW WHEN (NEW.codigo <> OLD.codigo) EXECUTE FUNCTION tipos_pagos_codigo_nombrado();
