-- Labels are short words without repetition.
CREATE OR REPLACE FUNCTION clientes_etiquetas_validas(p text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN cardinality(p) <= 10 AND (SELECT coalesce(bool_and(e <> '' AND e = btrim(e) AND length(e) <= 30), true)
                                          AND count(*) = count(DISTINCT e) FROM unnest(p) e);

-- Owners above 25 %: [{nombre, documento, porcentaje}], with a sum of at most 100.
CREATE OR REPLACE FUNCTION clientes_beneficiarios_validos(p jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_typeof(p) = 'array' AND (
    SELECT coalesce(bool_and(btrim(b->>'nombre') <> '' AND btrim(b->>'documento') <> ''
                             AND (b->>'porcentaje')::numeric > 25), true)
           AND coalesce(sum((b->>'porcentaje')::numeric), 0) <= 100
    FROM jsonb_array_elements(p) b);

-- A name as people compare it: its words without accents or signs, in any order.
CREATE OR REPLACE FUNCTION nombre_llave(p text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT string_agg(w, ' ' ORDER BY w COLLATE "C")
    FROM regexp_split_to_table(
      translate(lower(p), 'áàäâãåéèëêíìïîóòöôõúùüûñç', 'aaaaaaeeeeiiiiooooouuuunc'), '[^a-z0-9]+') w
    WHERE w <> '');

-- A document without its type: no zeros in front; the DNI that a person's RUC holds.
CREATE OR REPLACE FUNCTION documento_llave(p_tipo text, p_numero text)
  RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ltrim(CASE WHEN p_tipo = 'RUC' AND p_numero LIKE '10%' THEN substr(p_numero, 3, 8)
    ELSE regexp_replace(upper(p_numero), '[^A-Z0-9]', '', 'g') END, '0');

-- The words of a name of at least four letters, whole and without each one of their letters. Two words that differ by
-- one letter (wrong, missing, too many, or in another place) have one of these in common (R-270).
CREATE OR REPLACE FUNCTION nombre_casi(p text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
  RETURN (SELECT coalesce(array_agg(DISTINCT CASE n WHEN 0 THEN w ELSE overlay(w PLACING '' FROM n FOR 1) END), '{}')
    FROM regexp_split_to_table(
      translate(lower(p), 'áàäâãåéèëêíìïîóòöôõúùüûñç', 'aaaaaaeeeeiiiiooooouuuunc'), '[^a-z0-9]+') w
    CROSS JOIN LATERAL generate_series(0, length(w)) n
    WHERE length(w) BETWEEN 4 AND 30 AND w ~ '^[a-z]+$');
