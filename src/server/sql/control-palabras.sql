-- How a change of a control reads (R-329): old and new value in the words of the screens, ids by the name of what they
-- name. Whoever says yes reads here what to.

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

-- The name of the row of a table whose key this is; null where there is none. Two people, or two clients, may have one
-- name: then their user or document tells them apart.
CREATE OR REPLACE FUNCTION control_llamado(p_tabla text, p_llave text, p_id text)
  RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  r jsonb;
BEGIN
  EXECUTE format('SELECT to_jsonb(t) FROM %I t WHERE t.%I::text = $1', p_tabla, p_llave) INTO r USING p_id;
  RETURN CASE WHEN r ? 'iso' THEN r->>'iso'
    WHEN r ? 'usuario' THEN format('%s %s (%s)', split_part(r->>'nombres', ' ', 1), split_part(r->>'apellidos', ' ', 1),
      r->>'usuario')
    ELSE (r->>'nombre') || coalesce(' (' || (r->>'num_doc') || ')', '') END;
END $$;

-- The name of what an id names, by the key of its column; null where the column holds no id.
CREATE OR REPLACE FUNCTION control_nombre(p_tabla text, p_columna text, p_id text)
  RETURNS text LANGUAGE sql STABLE AS $$
  SELECT control_llamado(k.confrelid::regclass::text, d.attname, p_id) FROM pg_attribute a
  JOIN pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)
  JOIN pg_attribute d ON d.attrelid = k.confrelid AND d.attnum = k.confkey[array_position(k.conkey, a.attnum)]
  WHERE a.attrelid = to_regclass(p_tabla) AND a.attname = p_columna ORDER BY cardinality(k.conkey), k.oid LIMIT 1;
$$;

-- The parts of a list, each with all that it says.
CREATE OR REPLACE FUNCTION control_partes(p_columna text, x jsonb) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT CASE coalesce(jsonb_typeof(x), 'null') WHEN 'array' THEN ARRAY(
      SELECT CASE WHEN p_columna = 'cuentas'
          THEN format('«%s»', coalesce(control_llamado(p_columna, 'id', e->>'cuenta_id'), e->>'cuenta_id'))
        WHEN p_columna = 'campos' THEN format('«%s» (%s)', e->>'etiqueta', concat_ws(', ',
          control_codigo('', 'campos', e->>'tipo'),
          CASE WHEN (e->>'obligatorio')::boolean THEN 'obligatorio' ELSE 'opcional' END,
          'forma ' || (e->>'patron'), 'ejemplo ' || (e->>'ejemplo'), 'clave ' || (e->>'clave')))
        ELSE e #>> '{}' END
      FROM jsonb_array_elements(x) WITH ORDINALITY a (e, n) ORDER BY n)
    WHEN 'null' THEN '{}' ELSE string_to_array(x #>> '{}', ' ') END;
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
      CASE jsonb_typeof(x) WHEN 'string' THEN control_codigo(p_tabla, p_columna, x #>> '{}') ELSE control_valor(x) END)
    ELSE control_valor(x) END;
$$;

-- What happens to a list. None named may mean any: then that is said.
CREATE OR REPLACE FUNCTION control_lista(p_columna text, p_antes jsonb, p_despues jsonb)
  RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN a = '{}' OR d = '{}' THEN format('de %s a %s', control_palabra('', p_columna, p_antes),
      control_palabra('', p_columna, p_despues))
    ELSE coalesce(nullif(concat_ws('; ',
        'se agrega ' || (SELECT string_agg(x, ', ') FROM unnest(d) x WHERE x <> ALL (a)),
        'se quita ' || (SELECT string_agg(x, ', ') FROM unnest(a) x WHERE x <> ALL (d))), ''),
      'en otro orden: de ' || array_to_string(a, ', ') || ' a ' || array_to_string(d, ', ')) END
  FROM (SELECT control_partes(p_columna, p_antes) AS a, control_partes(p_columna, p_despues) AS d) p;
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
  SELECT CASE WHEN p->>'nombre' IS NOT NULL THEN format('«%s»', p->>'nombre')
    WHEN p_tabla IN ('pares_divisas', 'tipos_cambios') THEN format('%s %s/%s%s',
      CASE p_tabla WHEN 'pares_divisas' THEN 'el par' ELSE 'el tipo de cambio' END,
      (SELECT iso FROM monedas WHERE id = (p->>'base_id')::int),
      (SELECT iso FROM monedas WHERE id = (p->>'cotizacion_id')::int),
      ' (' || control_codigo(p_tabla, 'segmento', p->>'segmento') || ')') END;
$$;
