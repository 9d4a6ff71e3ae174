-- Accepts regular expressions that compile and cannot block a browser. Twin of areas/tipos-pagos/rules/patron.ts.
CREATE OR REPLACE FUNCTION patron_seguro(p text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  v_simple text;
  v_intentos numeric;
BEGIN
  IF length(p) NOT BETWEEN 1 AND 120 OR p ~ '\\[A-Za-ce-rt-vx-z0-9]' OR p ~ '\[\^?\]' THEN RETURN false; END IF;
  -- An escape or a class matches one character, whatever it contains.
  v_simple := regexp_replace(p, '\\.|\[\^?(?:\\.|[^\]\\])+\]', 'x', 'g');
  IF v_simple ~ '\(\?[^:]|\[' OR v_simple ~ '\)[*+?{]' THEN RETURN false; END IF;
  -- Repetitions and alternatives multiply the ways in which a text may be tried.
  SELECT exp(coalesce(sum(ln(CASE
           WHEN r[1] = '?' THEN 2
           WHEN r[1] IN ('*', '+') THEN 120
           WHEN r[2]::numeric > 120 OR r[4]::numeric > 120 THEN 1e8
           WHEN r[3] = '' THEN 1
           WHEN r[4] IS NULL THEN greatest(121 - r[2]::numeric, 1)
           ELSE greatest(r[4]::numeric - r[2]::numeric + 1, 1) END)), 0))
         * 2 ^ (length(v_simple) - length(replace(v_simple, '|', '')))
    INTO v_intentos
    FROM regexp_matches(replace(v_simple, '(?:', '('), '(\{(\d+)(,?)(\d+)?\}|[*+?])', 'g') r;
  IF v_intentos > 10000001 THEN RETURN false; END IF;
  PERFORM '' ~ ('^(?:' || p || ')$');
  RETURN true;
EXCEPTION WHEN invalid_regular_expression THEN RETURN false;
END $$;

-- [{clave, etiqueta, tipo, obligatorio, patron, ejemplo}], in the order in which a bank asks.
CREATE OR REPLACE FUNCTION tipos_pagos_campos_validos(p jsonb)
  RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN jsonb_typeof(p) = 'array' AND jsonb_array_length(p) <= 12 AND (
    SELECT coalesce(bool_and(
             coalesce(c->>'clave' ~ '^[a-z][a-z0-9_]{0,29}$', false)
             AND coalesce(length(btrim(c->>'etiqueta')) BETWEEN 1 AND 60, false)
             AND coalesce(c->>'tipo' IN ('entidad', 'documento', 'telefono', 'cuenta', 'correo', 'contacto', 'llave',
                                         'digitos', 'texto'), false)
             AND jsonb_typeof(c->'obligatorio') IS NOT DISTINCT FROM 'boolean'
             AND coalesce(patron_seguro(c->>'patron'), true)
             AND coalesce(length(c->>'ejemplo') <= 60, true)
             AND c - ARRAY['clave', 'etiqueta', 'tipo', 'obligatorio', 'patron', 'ejemplo'] = '{}'), true)
           AND count(*) = count(DISTINCT c->>'clave')
           AND count(*) FILTER (WHERE c->>'tipo' = 'entidad') <= 1
           AND count(*) FILTER (WHERE c->>'tipo' = 'documento') <= 1
    FROM jsonb_array_elements(CASE WHEN jsonb_typeof(p) = 'array' THEN p ELSE '[]' END) c);
