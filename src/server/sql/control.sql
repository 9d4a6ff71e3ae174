-- Changes that loosen a control (R-162, ADR 0055): the password, and where another administrator exists his yes.

-- Refuses unless the session's user proved a moment ago who he is, with his second factor where he has one.
CREATE OR REPLACE FUNCTION identidad_exigir(quien jsonb, p_que text) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM sesiones WHERE id = (quien->>'sesion_id')::bigint
      AND usuario_id = (quien->>'usuario_id')::int AND confirmada_hasta > ahora()) THEN
    PERFORM rechazar('CONFIRME', jsonb_build_object('que', p_que));
  END IF;
END $$;

-- Requires the password and another administrator's yes to exactly this, and tells it to the others. `p` as in
-- vistos_exigir; its `clave` is the kind of the exception. What it covers is not asked for again in this transaction.
CREATE OR REPLACE FUNCTION control_exigir(quien jsonb, p jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v vistos;
BEGIN
  PERFORM identidad_exigir(quien, p->>'titulo');
  PERFORM vistos_exigir(quien, p);
  SELECT * INTO v FROM vistos WHERE clave = p->>'clave' AND origen = p->>'origen' AND que = p->'que'
    AND usado_por = (quien->>'usuario_id')::int ORDER BY id DESC LIMIT 1;
  PERFORM auditar(quien, 'excepcion', p->>'origen', p->>'origen_id', NULL, jsonb_build_object('excepcion',
    jsonb_build_object('clase', p->>'clave', 'frase', upper(left(p->>'titulo', 1)) || substr(p->>'titulo', 2),
      -- What was read when somebody said yes, and what the request says at length.
      'motivo', coalesce(nullif(v.motivo, ''), nullif(v.detalle, ''), ''), 'aprobado_por', v.resuelto_por,
      'solo', v.solo)));
  PERFORM set_config('cambista.control', 'dado', true);
END $$;

-- Whether a value lets more pass than the one before it.
CREATE OR REPLACE FUNCTION control_afloja(p_afloja text, p_cero boolean, p_antes jsonb, p_despues jsonb)
  RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN (SELECT p_antes IS DISTINCT FROM p_despues AND CASE p_afloja WHEN 'no' THEN false WHEN 'cambia' THEN true
    WHEN 'sube' THEN v[2] > v[1] ELSE v[2] < v[1] END
  FROM (SELECT array_agg(CASE coalesce(jsonb_typeof(x), 'null')
      WHEN 'boolean' THEN (x #>> '{}')::boolean::int::numeric
      WHEN 'number' THEN CASE WHEN p_cero AND (x #>> '{}')::numeric = 0 THEN 'Infinity' ELSE (x #>> '{}')::numeric END
      ELSE CASE p_afloja WHEN 'sube' THEN 'Infinity' ELSE '-Infinity' END::numeric END ORDER BY n) AS v
    FROM unnest(ARRAY[p_antes, p_despues]) WITH ORDINALITY a (x, n)) w);

CREATE OR REPLACE FUNCTION control_valor(x jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE coalesce(jsonb_typeof(x), 'null') WHEN 'null' THEN 'sin límite' WHEN 'boolean'
    THEN CASE x WHEN 'true' THEN 'sí' ELSE 'no' END
    WHEN 'number' THEN rtrim(to_char((x #>> '{}')::numeric, 'FM999,999,999,999,999,990.99999999'), '.')
    ELSE x #>> '{}' END;

-- What of a row is loosened by a change: {que: the new values, frase: old and new (R-329), afloja: some of it is known
-- to let more pass}; null where nothing is. All of it is, where the row is new or goes. Secrets are not told.
CREATE OR REPLACE FUNCTION control_aflojado(p_tabla text, p_antes jsonb, p_despues jsonb)
  RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('que', jsonb_object_agg(c.columna, fila.dato->c.columna),
    'afloja', bool_or(c.afloja <> 'cambia'),
    'frase', string_agg(format('%s: %s', c.nombre, CASE WHEN control_secreto(c.columna)
        OR p_antes IS NOT NULL AND p_despues IS NOT NULL THEN control_cambio(p_tabla, c.columna, x.antes, x.despues)
      ELSE control_palabra(p_tabla, c.columna, fila.dato->c.columna) END), '; ' ORDER BY c.columna)
      FILTER (WHERE p_antes IS NOT NULL AND p_despues IS NOT NULL
        OR coalesce(fila.dato->c.columna, 'null') NOT IN ('null', '[]')))
  FROM controles c CROSS JOIN (SELECT coalesce(p_despues, p_antes) AS dato) fila
  CROSS JOIN LATERAL (SELECT CASE WHEN c.vacio_cero THEN jsonb '0' ELSE 'null' END AS nada) n
  CROSS JOIN LATERAL (SELECT coalesce(nullif(p_antes->c.columna, 'null'), n.nada) AS antes,
    coalesce(nullif(p_despues->c.columna, 'null'), n.nada) AS despues) x
  WHERE c.tabla = p_tabla AND (p_antes IS NULL OR p_despues IS NULL
    OR control_afloja(c.afloja, c.cero, x.antes, x.despues))
  HAVING count(*) > 0;
$$;

-- Whether what a trigger would ask for is covered: agreed to whole (`dado`), or asked for at the end, once for many
-- rows (`luego`, which becomes `debido` by the first of them).
CREATE OR REPLACE FUNCTION control_cubierto() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v text := coalesce(current_setting('cambista.control', true), '');
BEGIN
  IF v = 'luego' THEN PERFORM set_config('cambista.control', 'debido', true); END IF;
  RETURN v IN ('dado', 'luego', 'debido');
END $$;

-- Guards a table with columns that hold people back. Its arguments are the kind of the exception and what a row without
-- a name is called. Who acts is said by actuar_como; what no person does (a migration, the owner) passes. Whom the row
-- is about does not answer.
CREATE OR REPLACE FUNCTION control_vigilar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
  v_antes jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  v_fila jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  v jsonb := control_aflojado(TG_TABLE_NAME, v_antes, v_fila);
BEGIN
  IF v IS NOT NULL AND v_quien IS NOT NULL AND NOT control_cubierto() THEN
    v_fila := coalesce(v_fila, v_antes);
    PERFORM control_exigir(v_quien, jsonb_build_object('clave', TG_ARGV[0], 'origen', replace(TG_TABLE_NAME, '_', '-'),
      'origen_id', CASE WHEN TG_OP = 'UPDATE' AND v_fila->>'id' ~ '^[0-9]+$' THEN v_fila->'id' END,
      -- A yes is to this row; a new one has another id at each attempt.
      'que', v->'que' || CASE TG_OP WHEN 'INSERT' THEN jsonb_build_object('nombre', v_fila->'nombre')
        ELSE jsonb_build_object('fila', v_fila->'id') END,
      'implicados', jsonb_build_array(coalesce(nullif(v_fila->'responsable_id', 'null'), v_fila->'usuario_id')),
      -- A change that may as well tighten is not said to loosen.
      'titulo', concat_ws(', ', CASE WHEN TG_OP = 'INSERT' THEN 'crear ' WHEN TG_OP = 'DELETE' THEN 'quitar '
        WHEN (v->>'afloja')::boolean THEN 'aflojar ' ELSE 'cambiar ' END
        || coalesce(control_fila(TG_TABLE_NAME, v_fila), TG_ARGV[1], 'un control'), v->>'frase')));
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
