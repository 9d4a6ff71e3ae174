-- How a change of a control reads (R-329): old and new value in the words of the screens, ids by the name of what they
-- name. Whoever says yes reads here what to.

-- Text that somebody typed, in one line and with a mark for each character that nobody sees or that turns the reading
-- around (R-376). Twin of `visible` in core/texto/citado.ts.
CREATE OR REPLACE FUNCTION visible(p text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(p, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F'
    || '\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]', U&'\FFFD', 'g'),
    '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g');

-- A name within a sentence of the program: nothing in it closes its own quotes. Twin of `citado` in
-- core/texto/citado.ts.
CREATE OR REPLACE FUNCTION citado(p text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '«' || translate(visible(p), '«»', '“”') || '»';

-- The same of what as a rule is one plain word: in quotes where it might be read as words of the program.
CREATE OR REPLACE FUNCTION dicho(p text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN p ~ '[;:()«»·\uFFFD]|,(?![0-9])| a ' OR p <> visible(p) THEN citado(p) ELSE p END;

-- Secrets: that they change is told, never what they are.
CREATE OR REPLACE FUNCTION control_secreto(p_columna text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_columna ~ '_(cifrado|hash|secreto)$';

-- What the absence of a value means in its column.
CREATE OR REPLACE FUNCTION control_nada(p_tabla text, p_columna text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_columna IN ('desde', 'min', 'minimo', 'tarifa_min', 'monto_min') THEN 'sin mínimo'
    WHEN p_columna IN ('hasta', 'max', 'maximo', 'tarifa_max', 'monto_max', 'saldo_max') THEN 'sin máximo'
    WHEN p_tabla IN ('servicio_reglas', 'comisiones_reglas') AND p_columna NOT IN ('pct', 'fija')
      OR (p_tabla, p_columna) = ('tipos_pagos', 'moneda_id') THEN 'cualquiera'
    WHEN p_tabla = 'sucursales' THEN 'el de la casa'
    WHEN (p_tabla, p_columna) = ('tipos_cambios', 'bloqueo_minutos') THEN 'la de la casa'
    WHEN p_columna ~ '^costo_pago_' THEN 'lo que diga la cuenta'
    WHEN p_columna ~ '^(limite|tope)_' THEN 'sin límite'
    WHEN p_columna = 'responsable_id' THEN 'nadie'
    WHEN p_columna = 'decimales_pago' THEN 'los de la moneda'
    WHEN p_columna = 'exige_totp_desde' THEN 'no'
    WHEN p_columna = 'numero' THEN 'ninguno'
    WHEN p_columna IN ('entidad_id', 'sucursal_id', 'redondeo_efectivo') THEN 'ninguna'
    ELSE 'nada' END;

-- The word of the screens for a code; the code itself where there is none. Twin of the words in the areas' contracts.
CREATE OR REPLACE FUNCTION control_codigo(p_tabla text, p_columna text, p_codigo text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE
    WHEN p_columna = 'segmento' THEN jsonb '{"publico": "Público", "mayorista": "Mayorista",
      "preferente": "Preferente"}'
    WHEN (p_tabla, p_columna) = ('cuentas', 'tipo') THEN jsonb '{"caja": "Caja", "boveda": "Bóveda", "banco": "Banco",
      "billetera": "Billetera", "cripto": "Cripto", "corresponsal": "Corresponsal"}'
    WHEN p_columna = 'campos' THEN jsonb '{"entidad": "Banco o entidad", "documento": "Documento del beneficiario",
      "telefono": "Celular", "cuenta": "Número de cuenta", "correo": "Correo", "contacto": "Correo o celular",
      "llave": "Llave (Bre-B)", "digitos": "Solo dígitos", "texto": "Texto"}'
    WHEN p_columna = 'tipo' THEN jsonb '{"compra": "Compra", "venta": "Venta", "canje": "Canje", "orden": "Orden"}'
    WHEN p_columna = 'rol' THEN jsonb '{"creador": "Quien registra", "pagador": "Quien paga", "agente": "Agente"}'
    WHEN p_columna = 'base' THEN jsonb '{"margen": "Margen", "ganancia": "Ganancia neta", "monto": "Monto",
      "fijo": "Monto fijo"}'
    WHEN p_columna = 'modo' THEN jsonb '{"propone": "Propone: una persona acepta",
      "publica": "Publica sola, hasta el salto máximo"}'
    WHEN p_columna = 'sentido' THEN jsonb '{"entra": "Entra", "sale": "Sale", "ambos": "Ambos"}'
    END ->> p_codigo, p_codigo);

-- The row of a table whose key this is; null where there is none.
CREATE OR REPLACE FUNCTION control_por_llave(p_tabla text, p_llave text, p_id text)
  RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  r jsonb;
BEGIN
  EXECUTE format('SELECT to_jsonb(t) FROM %I t WHERE t.%I::text = $1', p_tabla, p_llave) INTO r USING p_id;
  RETURN r;
END $$;

-- How it is called. Two people, or two clients, may have one name: then their user or document tells them apart.
CREATE OR REPLACE FUNCTION control_llamado(p_tabla text, p_llave text, p_id text)
  RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  r jsonb := control_por_llave(p_tabla, p_llave, p_id);
BEGIN
  RETURN CASE WHEN r ? 'iso' THEN r->>'iso'
    WHEN r ? 'usuario' THEN format('%s %s (%s)', split_part(r->>'nombres', ' ', 1), split_part(r->>'apellidos', ' ', 1),
      r->>'usuario')
    ELSE dicho(r->>'nombre') || coalesce(' (' || dicho(r->>'num_doc') || ')', '') END;
END $$;

-- The name of what an id names, by the key of its column; null where the column holds no id.
CREATE OR REPLACE FUNCTION control_nombre(p_tabla text, p_columna text, p_id text)
  RETURNS text LANGUAGE sql STABLE AS $$
  SELECT control_llamado(k.confrelid::regclass::text, d.attname, p_id) FROM pg_attribute a
  JOIN pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)
  JOIN pg_attribute d ON d.attrelid = k.confrelid AND d.attnum = k.confkey[array_position(k.conkey, a.attnum)]
  WHERE a.attrelid = to_regclass(p_tabla) AND a.attname = p_columna ORDER BY cardinality(k.conkey), k.oid LIMIT 1;
$$;

-- The elements of a list in their order: `clave` says which one it is, `llamado` how it is called, `dice` what it says
-- besides, each part under its name.
CREATE OR REPLACE FUNCTION control_elementos(p_columna text, x jsonb)
  RETURNS TABLE (n bigint, clave text, llamado text, dice jsonb) LANGUAGE sql STABLE AS $$
  SELECT a.n, e->>'cuenta_id', coalesce(citado(control_por_llave('cuentas', 'id', e->>'cuenta_id')->>'nombre'),
      e->>'cuenta_id'), e - 'cuenta_id'
    FROM jsonb_array_elements(CASE jsonb_typeof(x) WHEN 'array' THEN x ELSE '[]' END) WITH ORDINALITY a (e, n)
    WHERE p_columna = 'cuentas'
  UNION ALL
  SELECT a.n, e->>'clave', citado(e->>'etiqueta'), jsonb_strip_nulls(jsonb_build_object('1', citado(e->>'etiqueta'),
      '2', control_codigo('', 'campos', e->>'tipo'),
      '3', CASE WHEN (e->>'obligatorio')::boolean THEN 'obligatorio' ELSE 'opcional' END,
      '4', 'forma ' || dicho(e->>'patron'), '5', 'ejemplo ' || dicho(e->>'ejemplo'),
      '6', 'clave ' || dicho(e->>'clave')))
      -- Whatever else it says, by its own name.
      || coalesce((SELECT jsonb_object_agg(k, dicho(k) || ' ' || dicho(v)) FROM jsonb_each_text(e) o (k, v)
        WHERE v IS NOT NULL AND k NOT IN ('etiqueta', 'tipo', 'obligatorio', 'patron', 'ejemplo', 'clave')), '{}')
    FROM jsonb_array_elements(CASE jsonb_typeof(x) WHEN 'array' THEN x ELSE '[]' END) WITH ORDINALITY a (e, n)
    WHERE p_columna = 'campos'
  UNION ALL
  SELECT a.n, dicho(w), dicho(w), '{}' FROM regexp_split_to_table(CASE jsonb_typeof(x) WHEN 'array'
      THEN (SELECT string_agg(w, ' ') FROM jsonb_array_elements_text(x) w) ELSE x #>> '{}' END, ' ')
      WITH ORDINALITY a (w, n)
    WHERE p_columna NOT IN ('cuentas', 'campos') AND w <> '';
$$;

-- The same as one text each, with all that it says.
CREATE OR REPLACE FUNCTION control_partes(p_columna text, x jsonb) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(e.llamado || coalesce(' (' || (SELECT string_agg(v, ', ' ORDER BY k)
    FROM jsonb_each_text(e.dice) d (k, v) WHERE k <> '1') || ')', '') ORDER BY e.n), '{}')
  FROM control_elementos(p_columna, x) e;
$$;

CREATE OR REPLACE FUNCTION control_es_lista(p_columna text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_columna IN ('cuentas', 'campos', 'billetes', 'metalicas');

-- What a list says that is empty.
CREATE OR REPLACE FUNCTION control_vacia(p_columna text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE p_columna WHEN 'cuentas' THEN 'toda cuenta de su clase' WHEN 'campos' THEN 'ninguno' ELSE 'ninguna' END;

-- A value in words. Fees and bounds of amounts have their cents.
CREATE OR REPLACE FUNCTION control_palabra(p_tabla text, p_columna text, x jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN control_es_lista(p_columna)
      THEN coalesce(nullif(array_to_string(control_partes(p_columna, x), ', '), ''), control_vacia(p_columna))
    WHEN coalesce(jsonb_typeof(x), 'null') = 'null' THEN control_nada(p_tabla, p_columna)
    WHEN p_columna = 'exige_totp_desde' THEN 'sí'
    WHEN jsonb_typeof(x) = 'number' AND p_columna ~ '(^|_)(fij[ao]|min|max|minimo|maximo|desde|hasta)$'
      AND scale(trim_scale((x #>> '{}')::numeric)) <= 2
      THEN to_char((x #>> '{}')::numeric, 'FM999,999,999,999,999,990.00')
    WHEN jsonb_typeof(x) IN ('number', 'string') THEN coalesce(control_nombre(p_tabla, p_columna, x #>> '{}'),
      CASE jsonb_typeof(x) WHEN 'string'
        THEN coalesce(nullif(control_codigo(p_tabla, p_columna, x #>> '{}'), x #>> '{}'), dicho(x #>> '{}'))
        ELSE control_valor(x) END)
    ELSE control_valor(x) END;
$$;

-- What changes of an element that stays: each part by its old and its new value (R-375).
CREATE OR REPLACE FUNCTION control_elemento(p_antes jsonb, p_despues jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(CASE WHEN a.v IS NULL THEN 'con ' || d.v WHEN d.v IS NULL THEN 'sin ' || a.v
    ELSE format('de %s a %s', a.v, d.v) END, ', ' ORDER BY k)
  FROM jsonb_each_text(p_antes) a (k, v) FULL JOIN jsonb_each_text(p_despues) d (k, v) USING (k)
  WHERE a.v IS DISTINCT FROM d.v;
$$;

-- What happens to a list: what comes, what goes, what stays and is another. None named may mean any: then that is said.
CREATE OR REPLACE FUNCTION control_lista(p_columna text, p_antes jsonb, p_despues jsonb)
  RETURNS text LANGUAGE sql STABLE AS $$
  WITH a AS (SELECT *, control_partes(p_columna, p_antes) AS todas FROM control_elementos(p_columna, p_antes)),
    d AS (SELECT *, control_partes(p_columna, p_despues) AS todas FROM control_elementos(p_columna, p_despues)),
    quedan AS (SELECT a.clave, a.llamado, a.n, a.dice AS antes, d.dice AS despues,
      rank() OVER (ORDER BY a.n) AS an, rank() OVER (ORDER BY d.n) AS dn FROM a JOIN d USING (clave))
  SELECT CASE WHEN NOT EXISTS (SELECT FROM a) OR NOT EXISTS (SELECT FROM d)
    THEN format('de %s a %s', control_palabra('', p_columna, p_antes), control_palabra('', p_columna, p_despues))
    ELSE concat_ws('; ',
      'se agrega ' || (SELECT string_agg(todas[n], ', ' ORDER BY n) FROM d WHERE clave NOT IN (SELECT clave FROM a)),
      'se quita ' || (SELECT string_agg(todas[n], ', ' ORDER BY n) FROM a WHERE clave NOT IN (SELECT clave FROM d)),
      (SELECT string_agg(format('cambia %s: %s', llamado, control_elemento(antes, despues)), '; ' ORDER BY n)
        FROM quedan WHERE antes <> despues),
      (SELECT format('en otro orden: de %s a %s', (SELECT string_agg(llamado, ', ' ORDER BY n) FROM a),
          (SELECT string_agg(llamado, ', ' ORDER BY n) FROM d)) WHERE EXISTS (SELECT FROM quedan WHERE an <> dn))) END;
$$;

-- The change of one column.
CREATE OR REPLACE FUNCTION control_cambio(p_tabla text, p_columna text, p_antes jsonb, p_despues jsonb)
  RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN control_secreto(p_columna) THEN CASE WHEN coalesce(p_antes, 'null') = 'null' THEN 'se pone'
      WHEN coalesce(p_despues, 'null') = 'null' THEN 'se quita' ELSE 'se cambia por otro' END
    WHEN control_es_lista(p_columna) THEN control_lista(p_columna, p_antes, p_despues)
    ELSE format('de %s a %s', control_palabra(p_tabla, p_columna, p_antes),
      control_palabra(p_tabla, p_columna, p_despues)) END;
$$;

-- What a row is called.
CREATE OR REPLACE FUNCTION control_fila(p_tabla text, p jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p->>'nombre' IS NOT NULL
      THEN citado(p->>'nombre') || coalesce(' (' || dicho(p->>'num_doc') || ')', '')
    WHEN p_tabla IN ('pares_divisas', 'tipos_cambios') THEN format('%s %s/%s%s',
      CASE p_tabla WHEN 'pares_divisas' THEN 'el par' ELSE 'el tipo de cambio' END,
      (SELECT iso FROM monedas WHERE id = (p->>'base_id')::int),
      (SELECT iso FROM monedas WHERE id = (p->>'cotizacion_id')::int),
      ' (' || control_codigo(p_tabla, 'segmento', p->>'segmento') || ')') END;
$$;
