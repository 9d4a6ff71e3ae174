-- Changes that loosen a control (R-162, ADR 0055): the password, and where another administrator exists his yes.

-- Refuses unless the session's user proved a moment ago who he is, with his second factor where he has one.
CREATE OR REPLACE FUNCTION identidad_exigir(quien jsonb, p_que text) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM sesiones WHERE id = (quien->>'sesion_id')::bigint
      AND usuario_id = (quien->>'usuario_id')::int AND confirmada_hasta > ahora()) THEN
    PERFORM rechazar('CONFIRME', jsonb_build_object('que', p_que));
  END IF;
END $$;

-- Requires the password and another administrator's yes to exactly this, and tells it to the others. `p` as in
-- vistos_exigir; its `clave` is the kind of the exception. What it covers is not asked for again in this transaction.
CREATE OR REPLACE FUNCTION control_exigir(quien jsonb, p jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v vistos;
BEGIN
  PERFORM identidad_exigir(quien, p->>'titulo');
  PERFORM vistos_exigir(quien, p);
  SELECT * INTO v FROM vistos WHERE clave = p->>'clave' AND origen = p->>'origen' AND que = p->'que'
    AND usado_por = (quien->>'usuario_id')::int ORDER BY id DESC LIMIT 1;
  PERFORM auditar(quien, 'excepcion', p->>'origen', p->>'origen_id', NULL, jsonb_build_object('excepcion',
    jsonb_build_object('clase', p->>'clave', 'frase', upper(left(p->>'titulo', 1)) || substr(p->>'titulo', 2),
      'motivo', p->>'motivo', 'aprobado_por', v.resuelto_por, 'solo', v.solo)));
  PERFORM set_config('cambista.control', 'dado', true);
END $$;

-- Whether a value lets more pass than the one before it.
CREATE OR REPLACE FUNCTION control_afloja(p_afloja text, p_cero boolean, p_antes jsonb, p_despues jsonb) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_valores numeric[] := '{}';
  x jsonb;
BEGIN
  IF p_antes IS NOT DISTINCT FROM p_despues OR p_afloja = 'no' THEN RETURN false; END IF;
  IF p_afloja = 'cambia' THEN RETURN true; END IF;
  FOREACH x IN ARRAY ARRAY[p_antes, p_despues] LOOP
    v_valores := v_valores || CASE coalesce(jsonb_typeof(x), 'null')
      WHEN 'boolean' THEN (x #>> '{}')::boolean::int::numeric
      WHEN 'number' THEN CASE WHEN p_cero AND (x #>> '{}')::numeric = 0 THEN 'Infinity' ELSE (x #>> '{}')::numeric END
      ELSE CASE p_afloja WHEN 'sube' THEN 'Infinity' ELSE '-Infinity' END::numeric END;
  END LOOP;
  RETURN CASE p_afloja WHEN 'sube' THEN v_valores[2] > v_valores[1] ELSE v_valores[2] < v_valores[1] END;
END $$;

CREATE OR REPLACE FUNCTION control_valor(x jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE coalesce(jsonb_typeof(x), 'null') WHEN 'null' THEN 'sin límite' WHEN 'boolean'
    THEN CASE x WHEN 'true' THEN 'sí' ELSE 'no' END
    WHEN 'number' THEN trim_scale((x #>> '{}')::numeric)::text ELSE x #>> '{}' END;

-- What of a row is loosened by a change: {que: the new values, frase}; null where nothing is. Secrets are not told.
CREATE OR REPLACE FUNCTION control_aflojado(p_tabla text, p_antes jsonb, p_despues jsonb) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('que', jsonb_object_agg(c.columna, p_despues->c.columna),
    'frase', string_agg(CASE WHEN c.afloja = 'cambia' THEN c.nombre
      ELSE format('%s: de %s a %s', c.nombre, control_valor(x.antes), control_valor(x.despues)) END, '; '
      ORDER BY c.columna))
  FROM controles c CROSS JOIN LATERAL (SELECT CASE WHEN c.vacio_cero THEN jsonb '0' ELSE 'null' END AS nada) n
  CROSS JOIN LATERAL (SELECT coalesce(nullif(p_antes->c.columna, 'null'), n.nada) AS antes,
    coalesce(nullif(p_despues->c.columna, 'null'), n.nada) AS despues) x
  WHERE c.tabla = p_tabla AND control_afloja(c.afloja, c.cero, x.antes, x.despues)
  HAVING count(*) > 0;
$$;

-- Guards a table with columns that hold people back. Its argument is the kind of the exception. Who acts is said by
-- actuar_como; what no person does (a migration, the owner) passes. A new row loosens what is more than nothing in it.
CREATE OR REPLACE FUNCTION control_vigilar() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
  v_fila jsonb := to_jsonb(NEW);
  v jsonb := control_aflojado(TG_TABLE_NAME, CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(OLD) ELSE v_fila
    - ARRAY(SELECT columna FROM controles WHERE tabla = TG_TABLE_NAME AND vacio_cero) END, v_fila);
  -- A yes is to this row; a new one has another id at each attempt.
  v_cual jsonb := CASE TG_OP WHEN 'UPDATE' THEN jsonb_build_object('fila', v_fila->'id')
    ELSE jsonb_build_object('nombre', v_fila->'nombre') END;
BEGIN
  IF v IS NULL OR v_quien IS NULL OR current_setting('cambista.control', true) = 'dado' THEN RETURN NEW; END IF;
  PERFORM control_exigir(v_quien, jsonb_build_object('clave', TG_ARGV[0], 'origen', replace(TG_TABLE_NAME, '_', '-'),
    'origen_id', CASE WHEN v_fila->>'id' ~ '^[0-9]+$' THEN v_fila->'id' END, 'que', v->'que' || v_cual,
    'titulo', concat_ws(', ', 'aflojar ' || coalesce('«' || (v_fila->>'nombre') || '»', 'un control'), v->>'frase')));
  RETURN NEW;
END $$;
