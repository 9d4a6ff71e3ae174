-- The data of a refusal as the API promises them: amounts, rates and percentages are decimal text. Ids, versions and
-- counts stay numbers; so does the request for another person's yes (`visto`), which is compared with what is asked for
-- again and is not answered.
CREATE OR REPLACE FUNCTION rechazo_datos(datos jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(datos)
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(rechazo_datos(x) ORDER BY n), '[]')
      FROM jsonb_array_elements(datos) WITH ORDINALITY AS e (x, n))
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN key = 'visto' THEN value
      WHEN jsonb_typeof(value) <> 'number' THEN rechazo_datos(value)
      WHEN key ~ '(^|_)id$' OR key IN ('version', 'cuantas', 'cuantos', 'horas', 'minutos', 'decimales') THEN value
      ELSE to_jsonb(value #>> '{}') END), '{}') FROM jsonb_each(datos))
    ELSE datos END;
END $$;

-- Raises a refusal of the business; the server turns code and data into a status and a sentence.
CREATE OR REPLACE FUNCTION rechazar(codigo text, datos jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'CB001', MESSAGE = codigo, DETAIL = rechazo_datos(datos)::text;
END $$;

-- An amount as refusals write it: `US$ 7,790.00`.
CREATE OR REPLACE FUNCTION importe_texto(p_importe numeric, p_simbolo text, p_decimales integer)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_simbolo || ' ' || to_char(p_importe, 'FM999,999,999,999,999,999,999,990'
    || CASE WHEN p_decimales > 0 THEN '.' || repeat('0', p_decimales) ELSE '' END);

-- The same, of a currency that is known by its id.
CREATE OR REPLACE FUNCTION importe_de(p_moneda integer, p_importe numeric) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT importe_texto(p_importe, simbolo, decimales) FROM monedas WHERE id = p_moneda;
$$;

-- A threshold in dollars within a sentence that says US$: whole as a rule, with its cents where it has any.
CREATE OR REPLACE FUNCTION umbral_texto(p_usd numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(p_usd, CASE WHEN p_usd = trunc(p_usd) THEN 'FM999,999,999,990' ELSE 'FM999,999,999,990.00' END);

-- A ledger account by its code.
CREATE OR REPLACE FUNCTION libro_de(p_codigo text) RETURNS bigint LANGUAGE sql STABLE
  RETURN (SELECT id FROM cuentas_contables WHERE codigo = p_codigo);

-- Trigger of tables whose rows are never changed or deleted.
CREATE OR REPLACE FUNCTION prohibir_cambio() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'CB002',
    MESSAGE = format('%s: %s is not allowed, write a new row', TG_TABLE_NAME, TG_OP);
END $$;

-- Makes that trigger on tables, by the names of their triggers: each is its table's and a last word, or is followed by
-- its table (`short_word=table`). Their rows take no `p_cuando` (null: they take any), and no table of them is emptied.
CREATE OR REPLACE FUNCTION prohibir(p_cuando text, p_disparadores text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_nombre text;
  v_corto text;
  v_tabla text;
BEGIN
  FOREACH v_nombre IN ARRAY p_disparadores LOOP
    v_corto := regexp_replace(v_nombre, '(_no)?_[a-z]+(=.*)?$', '');
    v_tabla := coalesce(substring(v_nombre FROM '=(.*)'), v_corto);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I BEFORE TRUNCATE ON %I EXECUTE FUNCTION prohibir_cambio()',
      v_corto || '_no_trunca', v_tabla);
    CONTINUE WHEN p_cuando IS NULL;
    EXECUTE format('CREATE OR REPLACE TRIGGER %I BEFORE %s ON %I FOR EACH ROW EXECUTE FUNCTION prohibir_cambio()',
      split_part(v_nombre, '=', 1), p_cuando, v_tabla);
  END LOOP;
END $$;

-- Trigger of tables of whose rows only some columns change, and only by some steps. Its arguments: the column that says
-- a row's state, then pairs of a step, as a regular expression over the state before and after (`nulo`: none), and the
-- columns that it may change.
CREATE OR REPLACE FUNCTION cambios_fijos() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- fecha_negocio is generated, and not computed yet in a BEFORE trigger.
  v_antes jsonb := to_jsonb(OLD) - 'fecha_negocio';
  v_despues jsonb := to_jsonb(NEW) - 'fecha_negocio';
  v_paso text := coalesce(v_antes->>TG_ARGV[0], 'nulo') || ' ' || coalesce(v_despues->>TG_ARGV[0], 'nulo');
BEGIN
  FOR i IN 1 .. TG_NARGS - 1 BY 2 LOOP
    IF v_paso ~ TG_ARGV[i] AND v_antes - TG_ARGV[i + 1]::text[] = v_despues - TG_ARGV[i + 1]::text[] THEN
      RETURN NEW;
    END IF;
  END LOOP;
  RAISE EXCEPTION USING ERRCODE = 'CB002',
    MESSAGE = format('%s: %s is not allowed, documents are not rewritten', TG_TABLE_NAME, v_paso);
END $$;

CREATE OR REPLACE FUNCTION ajuste(nombre text) RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT valor FROM ajustes WHERE clave = nombre);

-- A limit as it holds where these branches have a part: the tightest of the house's and theirs, so that a branch's is
-- never looser, whatever was written there (R-265).
CREATE OR REPLACE FUNCTION ajuste_en(p_clave text, p_sucursales integer[]) RETURNS numeric LANGUAGE sql STABLE
  RETURN least(ajuste(p_clave)::numeric,
    (SELECT min((to_jsonb(s)->>p_clave)::numeric) FROM sucursales s WHERE s.id = ANY (p_sucursales)));

-- Notifies the open browsers of a change. An import of thousands of rows sends one event, since each event makes every
-- browser read again. PostgreSQL deduplicates equal notifications of one transaction.
CREATE OR REPLACE FUNCTION avisar(area text, p_id bigint DEFAULT NULL) RETURNS void LANGUAGE sql
  RETURN pg_notify('cambista', jsonb_build_object('area', area,
    'id', CASE WHEN current_setting('cambista.en_lote', true) IS DISTINCT FROM 'on' THEN p_id END)::text);

CREATE OR REPLACE FUNCTION moneda_funcional() RETURNS integer LANGUAGE sql STABLE
  RETURN (SELECT id FROM monedas WHERE funcional);

-- An amount in the currency of the books, as sentences say it, and its symbol.
CREATE OR REPLACE FUNCTION simbolo_funcional() RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT simbolo FROM monedas WHERE funcional);
CREATE OR REPLACE FUNCTION importe_funcional(p_importe numeric) RETURNS text LANGUAGE sql STABLE
  RETURN importe_de(moneda_funcional(), p_importe);

-- The country whose market is the house's own: its currency is that of the books.
CREATE OR REPLACE FUNCTION pais_de_la_casa() RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT valor #>> '{}' FROM ajustes WHERE clave = 'pais_casa');

-- Amount × or ÷ rate, truncated exactly: the twin of core/tasa.ts. `div` gives the exact integer quotient, so no
-- rounding of an intermediate result reaches the last digit.
CREATE OR REPLACE FUNCTION convertir(p_importe numeric, p_tasa numeric, p_metodo text, p_decimales integer,
    p_redondeo text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  n numeric := CASE WHEN p_metodo = 'm' THEN p_importe * p_tasa ELSE p_importe END * 10::numeric ^ p_decimales;
  d numeric := CASE WHEN p_metodo = 'm' THEN 1 ELSE p_tasa END;
  q numeric := div(n, d);
  r numeric := n - q * d;
BEGIN
  IF p_redondeo = 'arriba' AND r <> 0 OR p_redondeo = 'medio' AND r * 2 >= d THEN q := q + 1; END IF;
  RETURN round(q / 10::numeric ^ p_decimales, p_decimales);
END $$;

-- The next numbers of a series, without gaps: the row stays locked until the commit, so callers take them last. The
-- series is named by its kind (`CV`, `CV-AQP`); its numbers have the prefix that the house gives that kind now (R-359).
CREATE OR REPLACE FUNCTION serie_varios(p_serie text, p_fecha date, p_cuantos integer)
  RETURNS text[] LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO series (serie, anio, ultimo)
    SELECT p.prefijo || substr(p_serie, length(p.tipo) + 1), extract(year FROM p_fecha)::int, p_cuantos
    FROM series_prefijos p WHERE p.tipo = split_part(p_serie, '-', 1) AND p.vigente AND p_cuantos > 0
    ON CONFLICT (serie, anio) DO UPDATE SET ultimo = series.ultimo + p_cuantos
    -- lpad also truncates: without greatest() the millionth number would lose its last digit.
    RETURNING ARRAY(SELECT serie || '-' || anio || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
                    FROM generate_series(ultimo - p_cuantos + 1, ultimo) n ORDER BY n);
$$;
CREATE OR REPLACE FUNCTION serie_siguiente(p_serie text, p_fecha date)
  RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  RETURN (serie_varios(p_serie, p_fecha, 1))[1];

-- What is wrong with a field: the key of its sentence (core/reparos.ts), and what the sentence names.
CREATE OR REPLACE FUNCTION reparo(p_clave text, p_datos jsonb DEFAULT '{}')
  RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_build_object('msg', p_clave, 'datos', p_datos);

-- An amount with more decimals than its currency has.
CREATE OR REPLACE FUNCTION reparo_decimales(p_decimales integer) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE p_decimales WHEN 0 THEN reparo('SIN_DECIMALES')
    ELSE reparo('DECIMALES', jsonb_build_object('decimales', p_decimales)) END;

-- A refusal that names its field; null: it is of none.
CREATE OR REPLACE FUNCTION rechazar_campo(p_campo text, p_reparo jsonb) RETURNS void LANGUAGE sql
  RETURN rechazar('VALIDACION', jsonb_build_object('errors',
    jsonb_build_array(p_reparo || jsonb_build_object('campo', p_campo))));

-- Refuses a likely duplicate of a document made minutes ago, naming it and its time, until the user confirms.
CREATE OR REPLACE FUNCTION rechazar_doble(p_numero text, p_fecha timestamptz) RETURNS void LANGUAGE sql
  RETURN rechazar('DOBLE_OPERACION', jsonb_build_object('numero', p_numero, 'hace',
    CASE WHEN ahora() - p_fecha < interval '1 minute' THEN 'Hace un momento'
         ELSE format('Hace %s min', floor(extract(epoch FROM ahora() - p_fecha) / 60)) END));

CREATE OR REPLACE FUNCTION instante_texto(p timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(p AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Refuses an operation worth more than the user's `limite_usd` (null: no limit). An amount without a price is refused.
CREATE OR REPLACE FUNCTION limite_exigir(quien jsonb, p_usd numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(p_usd, 'Infinity') > (quien->>'limite_usd')::numeric THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', 'La operación', 'periodo', 'por operación',
      'limite', importe_texto((quien->>'limite_usd')::numeric, 'US$', 2)));
  END IF;
END $$;

-- Refuses what is done in a day or a month beyond its limit (null: no limit).
CREATE OR REPLACE FUNCTION topes_exigir(p_que text, p_dia numeric, p_tope_dia numeric, p_mes numeric,
    p_tope_mes numeric, p_simbolo text, p_decimales integer) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_de_dia boolean := coalesce(p_dia > p_tope_dia, false);
BEGIN
  IF v_de_dia OR p_mes > p_tope_mes THEN
    PERFORM rechazar('LIMITE_EXCEDIDO', jsonb_build_object('que', p_que,
      'periodo', CASE WHEN v_de_dia THEN 'diario' ELSE 'mensual' END,
      'limite', importe_texto(CASE WHEN v_de_dia THEN p_tope_dia ELSE p_tope_mes END, p_simbolo, p_decimales)));
  END IF;
END $$;

-- Whether the house has done anything yet but open its accounts.
CREATE OR REPLACE FUNCTION casa_opera() RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM asientos WHERE origen NOT IN ('cuentas', 'ajustes-saldo'));

-- Names for a sentence: at most three, and how many more there are.
CREATE OR REPLACE FUNCTION nombres_algunos(p_nombres text[]) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN array_to_string(p_nombres[1:3], ', ')
    || CASE WHEN cardinality(p_nombres) > 3 THEN format(' y %s más', cardinality(p_nombres) - 3) ELSE '' END;
