CREATE OR REPLACE FUNCTION ajuste_cumple(r ajustes_reglas, p_valor jsonb)
  RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_tipo text := jsonb_typeof(p_valor);
  v_texto text := p_valor #>> '{}';
  n numeric;
BEGIN
  IF r.tipo = 'booleano' THEN RETURN v_tipo = 'boolean'; END IF;
  IF r.tipo = 'texto' THEN
    RETURN v_tipo = 'string' AND length(v_texto) BETWEEN coalesce(r.minimo, 0) AND coalesce(r.maximo, 1000)
      AND v_texto !~ '[\x01-\x08\x0b-\x1f\x7f]' AND (v_texto = '' OR r.patron IS NULL OR v_texto ~ r.patron);
  END IF;
  IF v_tipo <> 'number' THEN RETURN false; END IF;
  n := v_texto::numeric;
  RETURN n BETWEEN coalesce(r.minimo, n) AND coalesce(r.maximo, n)
    AND scale(trim_scale(n)) <= CASE r.tipo WHEN 'entero' THEN 0 ELSE coalesce(r.decimales, 8) END;
END $$;

-- Checks every write: the value of a setting keeps its rule, and an object has exactly the members that have rules.
CREATE OR REPLACE FUNCTION ajustes_validar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r ajustes_reglas;
  v_valor jsonb;
  v_miembros text[] := (SELECT array_agg(split_part(clave, '.', 2)) FROM ajustes_reglas
    WHERE split_part(clave, '.', 1) = NEW.clave AND clave <> NEW.clave);
BEGIN
  IF v_miembros IS NOT NULL AND (jsonb_typeof(NEW.valor) <> 'object' OR EXISTS (
       SELECT FROM jsonb_object_keys(CASE jsonb_typeof(NEW.valor) WHEN 'object' THEN NEW.valor ELSE '{}' END) k
       WHERE k <> ALL (v_miembros))) THEN
    RAISE EXCEPTION USING ERRCODE = '23514', MESSAGE = format('ajustes: %s has other members than it may', NEW.clave);
  END IF;
  FOR r IN SELECT * FROM ajustes_reglas WHERE split_part(clave, '.', 1) = NEW.clave LOOP
    v_valor := CASE r.clave WHEN NEW.clave THEN NEW.valor ELSE NEW.valor -> split_part(r.clave, '.', 2) END;
    IF ajuste_cumple(r, v_valor) IS NOT TRUE THEN
      RAISE EXCEPTION USING ERRCODE = '23514', MESSAGE = format('ajustes: %s may not be %s', r.clave, v_valor);
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER ajustes_validos BEFORE INSERT OR UPDATE ON ajustes
    FOR EACH ROW EXECUTE FUNCTION ajustes_validar();

-- Peru's number of taxes has a check digit; another country's is kept as it is written (R-332). Looked at when all of a
-- change is written: country and number may change together, whichever comes first.
CREATE OR REPLACE FUNCTION ajustes_fiscal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ruc constant text := ajuste('empresa') ->> 'ruc';
BEGIN
  IF pais_de_la_casa() = 'pe' AND v_ruc <> '' AND NOT ruc_valido(v_ruc) THEN
    PERFORM rechazar_campo('ruc', reparo('RUC_NO_VALE'));
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS ajustes_fiscal ON ajustes;
CREATE CONSTRAINT TRIGGER ajustes_fiscal AFTER INSERT OR UPDATE ON ajustes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.clave IN ('empresa', 'pais_casa')) EXECUTE FUNCTION ajustes_fiscal();

-- Tables with stored days or with indexes by day: whatever the database computes by fecha_negocio. Read from its
-- catalogue, so that a new table cannot be forgotten.
CREATE OR REPLACE FUNCTION zona_horaria_tablas() RETURNS SETOF regclass LANGUAGE sql STABLE AS $$
  SELECT DISTINCT coalesce(a.adrelid, i.indrelid)::regclass FROM pg_depend d
    LEFT JOIN pg_attrdef a ON d.classid = 'pg_attrdef'::regclass AND a.oid = d.objid
    LEFT JOIN pg_index i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid
  WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = 'fecha_negocio(timestamptz)'::regprocedure
    AND coalesce(a.adrelid, i.indrelid) IS NOT NULL;
$$;

-- Whether there is any document with a stored day.
CREATE OR REPLACE FUNCTION hay_documentos() RETURNS boolean
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_tabla regclass;
  v_hay boolean;
BEGIN
  FOR v_tabla IN SELECT t FROM zona_horaria_tablas() t LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', v_tabla) INTO v_hay;
    IF v_hay THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;

-- Refuses a setting that holds from the first document on, when there is any. Their tables are locked, so that no first
-- document is written meanwhile.
CREATE OR REPLACE FUNCTION ajustes_sin_documentos(p_campo text, p_reparo jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_tabla regclass;
BEGIN
  IF NOT hay_documentos() THEN
    FOR v_tabla IN SELECT t FROM zona_horaria_tablas() t ORDER BY t::text LOOP
      EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', v_tabla);
    END LOOP;
    IF NOT hay_documentos() THEN RETURN; END IF;
  END IF;
  PERFORM rechazar_campo(p_campo, p_reparo);
END $$;

-- Writes the chosen zone into zona_horaria(). Refuses it when a table already has a stored day, which would then be of
-- another zone.
CREATE OR REPLACE FUNCTION zona_horaria_fijar() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_zona text := NEW.valor #>> '{}';
  v_funcion text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_timezone_names WHERE name = v_zona) THEN
    PERFORM rechazar_campo('zona_horaria', reparo('ZONA_DESCONOCIDA'));
  END IF;
  PERFORM ajustes_sin_documentos('zona_horaria', reparo('ZONA_FIJA'));
  EXECUTE format('CREATE OR REPLACE FUNCTION zona_horaria() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN %L', v_zona);
  -- Plans that other connections keep hold the old zone as a constant inside these functions. To define a function
  -- again, with the same text, discards every plan that was made with it.
  FOR v_funcion IN SELECT pg_get_functiondef(d.objid) FROM pg_depend d
    WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_proc'::regclass
      AND d.refobjid = 'zona_horaria()'::regprocedure LOOP
    EXECUTE v_funcion;
  END LOOP;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ajustes_zona_horaria AFTER UPDATE ON ajustes FOR EACH ROW
    WHEN (NEW.clave = 'zona_horaria' AND NEW.valor IS DISTINCT FROM OLD.valor) EXECUTE FUNCTION zona_horaria_fijar();

-- Why the house cannot move to this country now; null: it can (R-292). A currency needs two decimals, as values have.
CREATE OR REPLACE FUNCTION pais_casa_reparo(p_pais text) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_nombre text;
  m monedas;
  v_que text;
BEGIN
  IF hay_documentos() THEN RETURN reparo('MONEDA_DE_LIBROS_FIJA'); END IF;
  v_nombre := (SELECT nombre FROM paises_con_moneda() WHERE pais = p_pais);
  m := (SELECT moneda FROM paises_con_moneda() WHERE pais = p_pais);
  IF m.id IS NULL THEN RETURN reparo('PAIS_SIN_MONEDA'); END IF;
  IF m.decimales <> 2 THEN
    RETURN reparo('MONEDA_DE_LIBROS_DECIMALES',
      jsonb_build_object('pais', v_nombre, 'moneda', m.nombre, 'decimales', m.decimales));
  END IF;
  IF m.funcional THEN RETURN NULL; END IF;
  SELECT string_agg(DISTINCT que, ', ' ORDER BY que) INTO v_que FROM montos_de_la_casa;
  IF v_que IS NULL THEN RETURN NULL; END IF;
  RETURN reparo('MONEDA_DE_LIBROS_CON_MONTOS', jsonb_build_object('que', v_que));
END $$;

-- The countries of the catalogue, each with why the house cannot move there: the others are what it may choose (R-334).
CREATE OR REPLACE FUNCTION paises_de_casa() RETURNS TABLE (id text, nombre text, reparo jsonb)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT pais, p.nombre, CASE WHEN pais <> pais_de_la_casa() THEN pais_casa_reparo(pais) END
    FROM paises_con_moneda() p ORDER BY normalizar(p.nombre);
$$;

-- Moves the books to the currency of the chosen country (R-292). Limits keep their number, which is worth something
-- else from then on: they are to be reviewed.
CREATE OR REPLACE FUNCTION pais_casa_fijar() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_campo constant text := 'pais_casa';
  v_pais constant text := NEW.valor #>> '{}';
  v_que text;
  v_reparo jsonb;
  m monedas;
BEGIN
  m := moneda_de_pais(v_pais);
  -- Balances first, as every posting does, so that neither waits for the other.
  PERFORM 1 FROM cuentas_contables ORDER BY id FOR NO KEY UPDATE;
  PERFORM ajustes_sin_documentos(v_campo, reparo('MONEDA_DE_LIBROS_FIJA'));
  IF m.funcional THEN RETURN NULL; END IF;
  -- The tables that the view reads are locked, so that no amount is written meanwhile in the old currency.
  FOR v_que IN SELECT DISTINCT c.oid::regclass::text FROM pg_rewrite w
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
      JOIN pg_class c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid AND c.relkind = 'r'
    WHERE w.ev_class = 'montos_de_la_casa'::regclass ORDER BY 1 LOOP
    EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', v_que);
  END LOOP;
  v_reparo := pais_casa_reparo(v_pais);
  IF v_reparo IS NOT NULL THEN PERFORM rechazar_campo(v_campo, v_reparo); END IF;
  PERFORM moneda_de_libros_cambiar(m.id);
  UPDATE ajustes SET valor = (SELECT jsonb_agg(clave ORDER BY clave) FROM ajustes_reglas WHERE clave ~ '_funcional$')
    WHERE clave = 'limites_por_revisar';
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ajustes_pais_casa AFTER UPDATE ON ajustes FOR EACH ROW
    WHEN (NEW.clave = 'pais_casa' AND NEW.valor IS DISTINCT FROM OLD.valor) EXECUTE FUNCTION pais_casa_fijar();

-- The settings that people see, as one object: {bloqueo_minutos: 20, "empresa.ruc": "…", …}. Secrets are left out.
CREATE OR REPLACE FUNCTION ajustes_visibles() RETURNS jsonb LANGUAGE sql STABLE
  RETURN (SELECT jsonb_object_agg(r.clave, CASE WHEN r.clave LIKE '%.%' THEN a.valor -> split_part(r.clave, '.', 2)
      ELSE a.valor END)
          FROM ajustes_reglas r JOIN ajustes a ON a.clave = split_part(r.clave, '.', 1));

-- One version for all settings together; every change increases it.
CREATE OR REPLACE FUNCTION ajustes_version() RETURNS integer LANGUAGE sql STABLE
  RETURN (SELECT sum(version)::int FROM ajustes a
          WHERE EXISTS (SELECT FROM ajustes_reglas r WHERE split_part(r.clave, '.', 1) = a.clave));

-- What of the settings a change loosens, as control_aflojado. A setting of which nothing is said counts as a control.
CREATE OR REPLACE FUNCTION ajustes_aflojado(p_antes jsonb, p_despues jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('que', jsonb_object_agg(k, p_despues->k), 'afloja', coalesce(bool_or(c.afloja <> 'cambia'),
      false), 'frase', string_agg(format('%s: de %s a %s', coalesce(c.nombre, k), dicho(control_valor(p_antes->k)),
      dicho(control_valor(p_despues->k))), '; ' ORDER BY k))
    FROM jsonb_object_keys(p_despues) k LEFT JOIN controles c ON c.tabla = 'ajustes' AND c.columna = k
    WHERE control_afloja(coalesce(c.afloja, 'cambia'), coalesce(c.cero, false), p_antes->k, p_despues->k)
    HAVING count(*) > 0;
$$;

-- All settings that one change loosens are one request (R-162).
CREATE OR REPLACE FUNCTION ajustes_controlar(quien jsonb, p_antes jsonb, p_despues jsonb)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v jsonb := ajustes_aflojado(p_antes, p_despues);
BEGIN
  IF v IS NULL THEN RETURN; END IF;
  PERFORM control_exigir(quien, jsonb_build_object('clave', 'control', 'origen', 'ajustes', 'que', v->'que',
    'titulo', CASE WHEN (v->>'afloja')::boolean THEN 'aflojar ' ELSE 'cambiar ' END || (v->>'frase')));
END $$;

-- Changes settings: `p` = {clave: valor}, keys as in ajustes_reglas; missing keys stay unchanged. Audits the values
-- before and after. Notifies open screens of settings and of rates, since a quote's validity depends on a setting.
CREATE OR REPLACE FUNCTION ajustes_guardar(quien jsonb, p_version integer, p jsonb)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r record;
  v_antes jsonb;
  v_despues jsonb;
BEGIN
  -- Lock all rows: the version covers all settings, so concurrent changes are serialized.
  PERFORM 1 FROM ajustes ORDER BY clave FOR NO KEY UPDATE;
  IF p_version <> ajustes_version() THEN
    PERFORM rechazar('VERSION', jsonb_build_object('version', ajustes_version()));
  END IF;
  v_antes := ajustes_visibles();
  SET CONSTRAINTS ajustes_fiscal DEFERRED;
  FOR r IN SELECT k.key, k.value, g.clave FROM jsonb_each(p) k LEFT JOIN ajustes_reglas g ON g.clave = k.key LOOP
    IF r.clave IS NULL THEN PERFORM rechazar('NO_EXISTE', '{"que": "ese ajuste"}'); END IF;
    UPDATE ajustes a SET actualizado_en = ahora(), actualizado_por = (quien->>'usuario_id')::int,
        version = a.version + 1,
           valor = CASE WHEN r.key LIKE '%.%' THEN jsonb_set(a.valor, ARRAY[split_part(r.key, '.', 2)], r.value)
               ELSE r.value END
      WHERE a.clave = split_part(r.key, '.', 1) AND (v_antes -> r.key) IS DISTINCT FROM r.value;
  END LOOP;
  SET CONSTRAINTS ajustes_fiscal IMMEDIATE;
  v_despues := ajustes_visibles();
  -- A form sends every setting: only a limit that has another number now was looked at.
  IF v_antes->'pais_casa' = v_despues->'pais_casa' THEN
    UPDATE ajustes SET valor = valor
        - ARRAY(SELECT key FROM jsonb_each(v_despues) WHERE value IS DISTINCT FROM v_antes -> key)
      WHERE clave = 'limites_por_revisar';
  END IF;
  IF (v_despues->>'umbral_declaracion_usd')::numeric < (v_despues->>'umbral_identificacion_usd')::numeric THEN
    PERFORM rechazar_campo('umbral_declaracion_usd', reparo('UMBRAL_DECLARACION'));
  END IF;
  IF v_antes IS DISTINCT FROM v_despues THEN
    PERFORM ajustes_controlar(quien, v_antes, v_despues);
    PERFORM auditar(quien, 'editar', 'ajustes', NULL,
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each(v_antes) WHERE value IS DISTINCT FROM v_despues -> key),
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each(v_despues) WHERE value IS DISTINCT FROM v_antes -> key));
    PERFORM avisar(area)
      FROM unnest('{ajustes,tipos-cambios,pares-divisas,compras-ventas,monedas,paises}'::text[]) area;
  END IF;
  RETURN ajustes_version();
END $$;

-- Somebody says that he looked at these limits and leaves their numbers as they are (R-293). `p_version` is that of the
-- settings that he saw.
CREATE OR REPLACE FUNCTION ajustes_limites_revisar(quien jsonb, p_version integer, p_claves text[])
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_antes jsonb;
  v_despues jsonb;
BEGIN
  PERFORM 1 FROM ajustes ORDER BY clave FOR NO KEY UPDATE;
  IF p_version <> ajustes_version() THEN
    PERFORM rechazar('VERSION', jsonb_build_object('version', ajustes_version()));
  END IF;
  v_antes := ajuste('limites_por_revisar');
  v_despues := v_antes - p_claves;
  IF v_antes <> v_despues THEN
    UPDATE ajustes SET valor = v_despues WHERE clave = 'limites_por_revisar';
    PERFORM auditar(quien, 'editar', 'ajustes', NULL, jsonb_build_object('limites_por_revisar', v_antes),
      jsonb_build_object('limites_por_revisar', v_despues)), avisar('ajustes');
  END IF;
  RETURN '{"message": "Límites revisados."}';
END $$;
