-- Whether an entity supports a way to pay, by its code, or a currency (R-283): any, unless it names its own.
CREATE OR REPLACE FUNCTION entidades_soporta(p_formas jsonb, p_forma text) RETURNS boolean LANGUAGE sql IMMUTABLE
  PARALLEL SAFE RETURN p_formas = '[]' OR p_formas @> jsonb_build_array(jsonb_build_object('forma', p_forma));

CREATE OR REPLACE FUNCTION entidades_soporta_moneda(p_monedas jsonb, p_moneda integer) RETURNS boolean LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
  RETURN p_monedas = '[]' OR p_monedas @> jsonb_build_array(jsonb_build_object('moneda_id', p_moneda));

-- Why an entity does not serve for a way to pay.
CREATE OR REPLACE FUNCTION entidades_sin_forma(p_entidad text, p_tipo text) RETURNS jsonb LANGUAGE sql STABLE
  RETURN reparo('ENTIDAD_SIN_FORMA', jsonb_build_object('entidad', p_entidad, 'tipo', p_tipo));
