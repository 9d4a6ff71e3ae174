-- Labels are short words without repetition.
CREATE OR REPLACE FUNCTION clientes_etiquetas_validas(p text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN cardinality(p) <= 10 AND (SELECT coalesce(bool_and(e <> '' AND e = btrim(e) AND length(e) <= 30), true)
                                          AND count(*) = count(DISTINCT e) FROM unnest(p) e);

-- Owners above 25 %: [{nombre, documento, porcentaje}], with a sum of at most 100.
CREATE OR REPLACE FUNCTION clientes_beneficiarios_validos(p jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_typeof(p) = 'array' AND (
    SELECT coalesce(bool_and(btrim(b->>'nombre') <> '' AND btrim(b->>'documento') <> ''
                             AND (b->>'porcentaje')::numeric > 25), true)
           AND coalesce(sum((b->>'porcentaje')::numeric), 0) <= 100
    FROM jsonb_array_elements(p) b);
