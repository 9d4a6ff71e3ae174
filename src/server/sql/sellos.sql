-- Notes that a row is to be sealed. Without arguments its key is `id`, and it was changed or deleted; else the
-- arguments are the key's columns, and `*` is the whole row.
CREATE OR REPLACE FUNCTION sellos_anotar()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_NARGS = 0 THEN
    INSERT INTO sellos_por_hacer VALUES (TG_TABLE_NAME, OLD.id::text);
    IF TG_OP = 'UPDATE' AND OLD.id <> NEW.id THEN
      INSERT INTO sellos_por_hacer VALUES (TG_TABLE_NAME, NEW.id::text);
    END IF;
  ELSE
    INSERT INTO sellos_por_hacer
      SELECT DISTINCT TG_TABLE_NAME, sellos_clave(x, ARRAY(SELECT unnest(TG_ARGV))) FROM unnest(ARRAY[
      CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END]) x
      WHERE x IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

-- The same of new rows whose key is `id`, once for all that a statement inserts.
CREATE OR REPLACE FUNCTION sellos_anotar_nuevas()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO sellos_por_hacer SELECT TG_TABLE_NAME, id::text FROM nuevas;
  RETURN NULL;
END $$;

-- The note takers of a table by their names: new rows are noted by one of their own where the key is `id`.
CREATE OR REPLACE FUNCTION sellos_anotadores(p_tabla regclass)
  RETURNS TABLE (nombre text, funcion regproc) LANGUAGE sql STABLE AS $$
  SELECT relname || '_sello', 'sellos_anotar'::regproc FROM pg_class WHERE oid = p_tabla
  UNION ALL SELECT relname || '_sello_nuevas', 'sellos_anotar_nuevas'::regproc FROM pg_class
    WHERE oid = p_tabla AND sellos_llave(p_tabla) = '{id}';
$$;

-- The key of a row: one value as it is, several as a JSON array.
CREATE OR REPLACE FUNCTION sellos_clave(p_fila jsonb, p_columnas text[])
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN p_columnas = '{*}' THEN p_fila::text
    WHEN cardinality(p_columnas) = 1 THEN p_fila ->> p_columnas[1]
    ELSE (SELECT jsonb_agg(p_fila -> c ORDER BY n)::text FROM unnest(p_columnas) WITH ORDINALITY AS k (c, n)) END;

-- The columns of a table's primary key; `*` where it has none.
CREATE OR REPLACE FUNCTION sellos_llave(p_tabla regclass) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum))
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
    WHERE i.indrelid = p_tabla AND i.indisprimary), '{*}');
$$;

-- The columns of which a table's digests are made now; an entry's contain its legs.
CREATE OR REPLACE FUNCTION sellos_columnas(p_tabla text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(c ORDER BY c) FROM (
    SELECT CASE a.attrelid WHEN 'apuntes'::regclass THEN 'apuntes.' ELSE '' END || a.attname AS c
    FROM pg_attribute a
    WHERE (a.attrelid = to_regclass(p_tabla) OR p_tabla = 'asientos' AND a.attrelid = 'apuntes'::regclass)
      AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT EXISTS (SELECT FROM sellos_fuera f WHERE f.tabla = p_tabla AND f.columna = a.attname)) x;
$$;

-- The text of each row as it is hashed: its columns as JSON and, of an entry, its legs. All rows, or those of these
-- keys. The columns are those of the table's last preparation, so that a new one changes no digest.
CREATE OR REPLACE FUNCTION sellos_textos(p_tabla text, p_claves text[] DEFAULT NULL)
  RETURNS TABLE (clave text, texto text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET timezone = 'UTC' AS $$
DECLARE
  v_columnas text[] := (SELECT columnas FROM sellos_tablas WHERE tabla = p_tabla);
  v_llave text[] := sellos_llave(to_regclass(p_tabla));
  v_sin text := (SELECT coalesce(array_agg(attname::text), '{}')::text FROM pg_attribute
    WHERE attrelid = to_regclass(p_tabla) AND attnum > 0 AND NOT attisdropped AND attname <> ALL (v_columnas));
  v_patas text := (SELECT coalesce(array_agg(attname::text), '{}')::text FROM pg_attribute
    WHERE attrelid = 'apuntes'::regclass AND attnum > 0 AND NOT attisdropped
      AND 'apuntes.' || attname <> ALL (v_columnas));
  v_una boolean := cardinality(v_llave) = 1 AND v_llave <> '{*}';
  v_clave text := CASE WHEN v_una THEN format('t.%I::text', v_llave[1])
    ELSE format('sellos_clave(to_jsonb(t), %L)', v_llave) END;
BEGIN
  IF v_columnas IS NULL OR to_regclass(p_tabla) IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE format('SELECT %s, (to_jsonb(t) - %L::text[])::text%s FROM %s', v_clave, v_sin,
    CASE p_tabla WHEN 'asientos' THEN format(' || coalesce((SELECT string_agg((to_jsonb(p) - %L::text[])::text, '''' '
      'ORDER BY p.id) FROM apuntes p WHERE p.asiento_id = t.id), '''')', v_patas) ELSE '' END,
    CASE WHEN p_claves IS NULL THEN format('%I t', p_tabla)
      WHEN v_una THEN (SELECT format('%I t WHERE t.%I = ANY ($1::%s[])', p_tabla, attname,
          format_type(atttypid, atttypmod))
        FROM pg_attribute WHERE attrelid = to_regclass(p_tabla) AND attname = v_llave[1])
      ELSE sellos_por_clave(p_tabla, v_llave) || format(' WHERE %s = q.clave', v_clave) END) USING p_claves;
END $$;

-- The rows `t` of a table whose key has several columns, or none, that may have one of the keys `$1`, `q.clave`: each
-- key is read back into its columns, so that a batch does not make the key of every row of the table.
CREATE OR REPLACE FUNCTION sellos_por_clave(p_tabla text, p_llave text[]) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('(SELECT k AS clave, jsonb_populate_record(NULL::%1$I, %2$s) AS r FROM unnest($1) k OFFSET 0) q '
      'JOIN %1$I t ON %3$s', p_tabla,
    CASE WHEN p_llave = '{*}' THEN 'k::jsonb' ELSE 'jsonb_build_object(' || (SELECT string_agg(
      format('%L, k::jsonb -> %s', c, n - 1), ', ') FROM unnest(p_llave) WITH ORDINALITY AS x (c, n)) || ')' END,
    -- What an index finds first.
    string_agg(format('t.%1$I %2$s (q.r).%1$I', attname, CASE WHEN attnotnull THEN '=' ELSE 'IS NOT DISTINCT FROM' END),
      ' AND ' ORDER BY attnotnull DESC, attnum))
  FROM pg_attribute WHERE attrelid = to_regclass(p_tabla) AND attnum > 0 AND NOT attisdropped
    AND (p_llave = '{*}' OR attname = ANY (p_llave));
$$;

-- The digest of a batch: of its rows in the order of their bytes. Twin of `huellaDeLote` in auditoria/cadena.
CREATE OR REPLACE FUNCTION sellos_huella(p_lote bigint) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(string_agg(
      auditoria_campo(tabla) || auditoria_campo(clave) || auditoria_campo(encode(huella, 'hex')), ''
      ORDER BY tabla COLLATE "C", clave COLLATE "C"), ''))
  FROM sellos WHERE lote_id = p_lote;
$$;

-- Seals at most p_maximo noted rows that are not as they were sealed last, as one batch; answers how many were noted.
-- Its caller holds the sealer's lock. Notes first, rows after: what changes in between has another note.
CREATE OR REPLACE FUNCTION sellos_sellar(p_maximo integer)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_lote bigint;
  v_notas integer;
  v_filas integer := 0;
  v_de_una integer;
  v_tomadas jsonb;
  t record;
BEGIN
  IF NOT EXISTS (SELECT FROM sellos_por_hacer) THEN RETURN 0; END IF;
  WITH tomadas AS (
    DELETE FROM sellos_por_hacer WHERE ctid = ANY (ARRAY(SELECT ctid FROM sellos_por_hacer LIMIT p_maximo))
    RETURNING tabla, clave)
  SELECT sum(n), jsonb_object_agg(tabla, claves) INTO v_notas, v_tomadas
    FROM (SELECT tabla, count(*) AS n, jsonb_agg(DISTINCT clave) AS claves FROM tomadas GROUP BY tabla) x;
  SELECT coalesce(max(lote_id), 0) + 1 INTO v_lote FROM sellos;
  FOR t IN SELECT key AS tabla, ARRAY(SELECT jsonb_array_elements_text(value)) AS claves FROM jsonb_each(v_tomadas)
    WHERE key IN (SELECT s.tabla FROM sellos_tablas s) LOOP
    INSERT INTO sellos
      SELECT v_lote, t.tabla, k.clave, h.huella FROM unnest(t.claves) AS k (clave)
      LEFT JOIN (SELECT x.clave, sha256(convert_to(x.texto, 'UTF8')) AS huella
                 FROM sellos_textos(t.tabla, t.claves) x) h ON h.clave = k.clave
      LEFT JOIN LATERAL (SELECT s.lote_id, s.huella FROM sellos s WHERE s.tabla = t.tabla AND s.clave = k.clave
        ORDER BY s.lote_id DESC LIMIT 1) u ON true
      WHERE h.huella IS DISTINCT FROM u.huella;
    GET DIAGNOSTICS v_de_una = ROW_COUNT;
    v_filas := v_filas + v_de_una;
  END LOOP;
  IF v_filas > 0 THEN
    PERFORM auditar('{}', 'sellar', 'sellos', v_lote::text, NULL,
      jsonb_build_object('filas', v_filas, 'huella', encode(sellos_huella(v_lote), 'hex')));
  END IF;
  RETURN v_notas;
END $$;

-- Rows that are not as they were sealed last: changed, gone or never sealed. All, or those that batches after p_desde
-- sealed; of all tables or of one. What waits for the sealer is not judged.
CREATE OR REPLACE FUNCTION sellos_diferencias(p_desde bigint DEFAULT 0, p_tabla text DEFAULT NULL)
  RETURNS TABLE (tabla text, clave text, que text) LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  t text;
  v_claves text[];
BEGIN
  FOR t IN SELECT s.tabla FROM sellos_tablas s WHERE p_tabla IS NULL OR s.tabla = p_tabla ORDER BY s.tabla LOOP
    IF p_desde > 0 THEN
      SELECT array_agg(DISTINCT s.clave) INTO v_claves FROM sellos s WHERE s.lote_id > p_desde AND s.tabla = t;
      CONTINUE WHEN v_claves IS NULL;
    END IF;
    RETURN QUERY
      SELECT t, coalesce(h.clave, u.clave),
             CASE WHEN h.clave IS NULL THEN 'falta' WHEN u.huella IS NULL THEN 'sobra' ELSE 'cambió' END
      FROM (SELECT x.clave, sha256(convert_to(x.texto, 'UTF8')) AS huella FROM sellos_textos(t, v_claves) x) h
      FULL JOIN (SELECT DISTINCT ON (s.clave) s.clave, s.huella FROM sellos s
                 WHERE s.tabla = t AND (v_claves IS NULL OR s.clave = ANY (v_claves))
                 ORDER BY s.clave, s.lote_id DESC) u ON u.clave = h.clave
      WHERE h.huella IS DISTINCT FROM u.huella AND NOT EXISTS (
        SELECT FROM sellos_por_hacer p WHERE p.tabla = t AND p.clave = coalesce(h.clave, u.clave));
  END LOOP;
END $$;

-- Every table has its note taker and its list of columns, those of `sellos_fuera` left out. Called after each upgrade:
-- rows of a new table, and of one whose columns changed, are sealed anew; a row that was not as it was sealed stays so,
-- and is found. Where a column that was sealed went away the old digests cannot be computed any more.
CREATE OR REPLACE FUNCTION sellos_preparar() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t record;
  v_malas text[];
BEGIN
  FOR t IN
    SELECT c.oid, c.relname::text AS tabla, s.columnas AS antes, sellos_columnas(c.relname) AS ahora,
           EXISTS (SELECT nombre FROM sellos_anotadores(c.oid) EXCEPT SELECT tgname::text FROM pg_trigger
             WHERE tgrelid = c.oid) AS sin,
           EXISTS (SELECT FROM sellos_fuera f WHERE f.tabla = c.relname AND f.columna IS NULL) AS fuera
    FROM pg_class c LEFT JOIN sellos_tablas s ON s.tabla = c.relname
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname
  LOOP
    IF t.fuera THEN
      EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', t.tabla || '_sello', t.tabla);
      EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', t.tabla || '_sello_nuevas', t.tabla);
      DELETE FROM sellos_tablas WHERE tabla = t.tabla;
      CONTINUE;
    END IF;
    CONTINUE WHEN t.antes = t.ahora AND NOT t.sin;
    PERFORM sellos_poner(t.tabla);
    CONTINUE WHEN t.antes = t.ahora;
    v_malas := CASE WHEN t.antes <@ t.ahora
      THEN ARRAY(SELECT d.clave FROM sellos_diferencias(0, t.tabla) d) ELSE '{}' END;
    INSERT INTO sellos_tablas VALUES (t.tabla, t.ahora) ON CONFLICT (tabla) DO UPDATE SET columnas = EXCLUDED.columnas;
    EXECUTE format('INSERT INTO sellos_por_hacer SELECT %L, clave FROM sellos_textos(%L) WHERE clave <> ALL ($1)',
      t.tabla, t.tabla) USING v_malas;
  END LOOP;
  DELETE FROM sellos_tablas WHERE to_regclass(tabla) IS NULL;
END $$;

-- The note takers of a table. An update of columns that are not sealed alone is not noted.
CREATE OR REPLACE FUNCTION sellos_poner(p_tabla text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_llave text[] := sellos_llave(to_regclass(p_tabla));
  v_por_id boolean := v_llave = '{id}';
  v_de text := CASE WHEN EXISTS (SELECT FROM sellos_fuera f WHERE f.tabla = p_tabla AND f.columna IS NOT NULL) THEN (
    SELECT 'OF ' || string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = to_regclass(p_tabla) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND attname = ANY (sellos_columnas(p_tabla))) ELSE '' END;
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s DELETE OR UPDATE %s ON %I FOR EACH ROW EXECUTE FUNCTION '
    'sellos_anotar(%s)', p_tabla || '_sello', CASE WHEN v_por_id THEN '' ELSE 'INSERT OR' END, v_de, p_tabla,
    CASE WHEN NOT v_por_id THEN (SELECT string_agg(quote_literal(c), ', ') FROM unnest(v_llave) c) END);
  IF v_por_id THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS nuevas '
      'FOR EACH STATEMENT EXECUTE FUNCTION sellos_anotar_nuevas()', p_tabla || '_sello_nuevas', p_tabla);
  END IF;
END $$;
