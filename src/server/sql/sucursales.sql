-- Who does not see every branch reads as the role `cambista_sucursal` (R-260, ADR 0083): the rights of `cambista_app`,
-- and of the tables below only the rows of his branches and of none. What runs with the owner's rights, and whoever
-- reads as another role, sees all. The branches are said by the server on each connection that it takes for him.
CREATE OR REPLACE FUNCTION sucursales_vistas() RETURNS integer[] LANGUAGE sql STABLE
  RETURN coalesce(string_to_array(nullif(current_setting('cambista.sucursales', true), ''), ',')::integer[], '{}');

-- Of a table with this column, the rows of those branches; the same, and those of none.
CREATE OR REPLACE FUNCTION sucursal_suya(p_columna text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN format('%I = ANY ((SELECT sucursales_vistas())::integer[])', p_columna);
CREATE OR REPLACE FUNCTION sucursal_en(p_columna text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN format('%I IS NULL OR %s', p_columna, sucursal_suya(p_columna));

-- Of a table that says a person, those of people of those branches.
CREATE OR REPLACE FUNCTION sucursales_de(p_columna text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN format('EXISTS (SELECT FROM usuarios u WHERE u.id = %I AND (%s))', p_columna, sucursal_en('sucursal_id'));

-- Lets that role read the rows of a table that fulfil a condition, and every other role all of them: a policy that is
-- always true costs nothing.
CREATE OR REPLACE FUNCTION sucursales_filtrar(p_tabla regclass, p_si text DEFAULT sucursal_en('sucursal_id'))
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP POLICY IF EXISTS todos ON %s', p_tabla);
  EXECUTE format('DROP POLICY IF EXISTS sucursal ON %s', p_tabla);
  EXECUTE format('CREATE POLICY todos ON %s USING (true) WITH CHECK (true)', p_tabla);
  EXECUTE format('CREATE POLICY sucursal ON %s AS RESTRICTIVE FOR SELECT TO cambista_sucursal USING (%s)', p_tabla,
    p_si);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', p_tabla);
END $$;

-- Whether it is a document that this role does not see. What is no document is not hidden. Asked of that role alone:
-- for each row it costs what reading a document costs.
CREATE OR REPLACE FUNCTION documento_existe(p_origen text, p_id bigint)
  RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM documentos d WHERE d.origen = p_origen AND d.origen_id = p_id)
$$;
CREATE OR REPLACE FUNCTION documento_oculto(p_origen text, p_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT documento_existe(p_origen, p_id)
    AND NOT EXISTS (SELECT FROM documentos d WHERE d.origen = p_origen AND d.origen_id = p_id)
$$;
