-- What is in the currency of the books is named after no currency (R-292): limits end in _funcional, amounts are a value.
-- Functions of the release before ask for a limit by its old name until they are replaced: both names find it.
DO $$
BEGIN
  IF to_regprocedure('ajuste(text)') IS NULL THEN RETURN; END IF;
  EXECUTE $f$CREATE OR REPLACE FUNCTION ajuste(nombre text) RETURNS jsonb LANGUAGE sql STABLE
    RETURN (SELECT valor FROM ajustes WHERE clave IN (nombre, regexp_replace(nombre, '_pen$', '_funcional')))$f$;
  IF to_regprocedure('ajuste_en(text, integer[])') IS NULL THEN RETURN; END IF;
  EXECUTE $f$CREATE OR REPLACE FUNCTION ajuste_en(p_clave text, p_sucursales integer[]) RETURNS numeric
    LANGUAGE sql STABLE RETURN least(ajuste(p_clave)::numeric, (SELECT min((to_jsonb(s)
      ->> regexp_replace(p_clave, '_pen$', '_funcional'))::numeric) FROM sucursales s WHERE s.id = ANY (p_sucursales)))$f$;
END $$;
UPDATE ajustes_reglas SET clave = regexp_replace(clave, '_pen$', '_funcional') WHERE clave ~ '_pen$';
UPDATE ajustes SET clave = regexp_replace(clave, '_pen$', '_funcional') WHERE clave ~ '_pen$';
UPDATE ajustes SET valor = regexp_replace(valor::text, '_pen"', '_funcional"', 'g')::jsonb
  WHERE clave = 'limites_por_revisar';
UPDATE controles SET columna = regexp_replace(columna, '_pen$', '_funcional') WHERE columna ~ '_pen$';
-- Columns of lists as people keep them.
UPDATE vistas SET columnas = regexp_replace(columnas::text, '"(valor_)?pen"', '"valor"', 'g')::jsonb
  WHERE columnas::text ~ '"(valor_)?pen"';

-- The columns that it answers have other names.
DROP FUNCTION IF EXISTS compras_ventas_juntas(compras_ventas);

-- Seals are made of a row with the names of its columns. Rows are sealed again under the new names, but for those that
-- were not as they had been sealed: they stay found.
DO $$
DECLARE
  v record;
  v_tabla text;
  v_hay boolean := to_regproc('sellos_diferencias') IS NOT NULL;
  v_malas jsonb := '{}';
BEGIN
  IF v_hay THEN
    FOREACH v_tabla IN ARRAY '{vistos,sucursales}'::text[] LOOP
      v_malas := v_malas || jsonb_build_object(v_tabla, to_jsonb(ARRAY(
        SELECT d.clave FROM sellos_diferencias(0, v_tabla) d)));
    END LOOP;
  END IF;
  FOR v IN SELECT attrelid::regclass AS tabla, attname FROM pg_attribute
      WHERE attrelid = 'sucursales'::regclass AND attname ~ '_pen$' AND NOT attisdropped
      UNION ALL SELECT 'vistos', 'pen' LOOP
    EXECUTE format('ALTER TABLE %s RENAME COLUMN %I TO %I', v.tabla, v.attname,
      CASE v.attname WHEN 'pen' THEN 'valor' ELSE regexp_replace(v.attname, '_pen$', '_funcional') END);
  END LOOP;
  FOR v IN SELECT conname FROM pg_constraint WHERE conrelid = 'sucursales'::regclass AND conname ~ '_pen_check$' LOOP
    EXECUTE format('ALTER TABLE sucursales RENAME CONSTRAINT %I TO %I', v.conname,
      regexp_replace(v.conname, '_pen_check$', '_funcional_check'));
  END LOOP;
  FOR v IN SELECT c.oid::regclass AS vista, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace AND a.attname IN ('valor_pen', 'pen') LOOP
    EXECUTE format('ALTER VIEW %s RENAME COLUMN %I TO valor', v.vista, v.attname);
  END LOOP;
  IF NOT v_hay THEN RETURN; END IF;
  FOREACH v_tabla IN ARRAY '{vistos,sucursales}'::text[] LOOP
    UPDATE sellos_tablas SET columnas = sellos_columnas(v_tabla) WHERE tabla = v_tabla;
    INSERT INTO sellos_por_hacer SELECT v_tabla, t.clave FROM sellos_textos(v_tabla) t
      WHERE NOT v_malas -> v_tabla ? t.clave;
  END LOOP;
END $$;
