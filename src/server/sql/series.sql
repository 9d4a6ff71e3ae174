-- The series of a document of this branch (R-263): the branch's own where it has a code, which nobody changes while a
-- number is given. Of several branches, their numbers in the order of the branches; each series is taken in the order
-- of its name, so that sets wait for one another in one order.
CREATE OR REPLACE FUNCTION serie_de(p_serie text, p_sucursal integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_codigo text;
BEGIN
  SELECT codigo INTO v_codigo FROM sucursales WHERE id = p_sucursal AND codigo IS NOT NULL FOR KEY SHARE;
  RETURN p_serie || coalesce('-' || v_codigo, '');
END $$;
CREATE OR REPLACE FUNCTION series_varios(p_serie text, p_fecha date, p_sucursales integer[])
  RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  todos text[] := array_fill(NULL::text, ARRAY[cardinality(p_sucursales)]);
  numeros text[];
  r record;
BEGIN
  FOR r IN
    SELECT x.serie, array_agg(x.n::int ORDER BY x.n) AS cuales FROM (
      SELECT s.n, serie_de(p_serie, s.id) AS serie FROM unnest(p_sucursales) WITH ORDINALITY s (id, n) OFFSET 0) x
    GROUP BY x.serie ORDER BY x.serie
  LOOP
    numeros := serie_varios(r.serie, p_fecha, cardinality(r.cuales));
    FOR i IN 1 .. cardinality(r.cuales) LOOP
      todos[r.cuales[i]] := numeros[i];
    END LOOP;
  END LOOP;
  RETURN todos;
END $$;

-- A code under which a number was given stays its branch's (R-263).
CREATE OR REPLACE FUNCTION sucursales_codigo_fijo()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM series WHERE serie LIKE '%-' || OLD.codigo AND ultimo >= primero) THEN
    PERFORM rechazar_campo('codigo', reparo('SUCURSAL_NUMERADA'));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER sucursales_codigo_fijo BEFORE UPDATE OF codigo ON sucursales FOR EACH ROW
  WHEN (OLD.codigo IS NOT NULL AND OLD.codigo IS DISTINCT FROM NEW.codigo) EXECUTE FUNCTION sucursales_codigo_fijo();

-- A series that gave a number keeps the one it began with, and only goes on (R-360). Until then both may be chosen.
CREATE OR REPLACE FUNCTION series_sigue() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.serie, NEW.anio) <> (OLD.serie, OLD.anio) OR OLD.ultimo >= OLD.primero THEN
    PERFORM rechazar_campo('numero', reparo('SERIE_EMPEZADA',
      jsonb_build_object('serie', concat_ws('-', OLD.serie, OLD.anio))));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER series_sigue BEFORE UPDATE ON series FOR EACH ROW
  WHEN ((NEW.serie, NEW.anio, NEW.primero) IS DISTINCT FROM (OLD.serie, OLD.anio, OLD.primero)
    OR NEW.ultimo < OLD.ultimo) EXECUTE FUNCTION series_sigue();

-- A prefix stays its kind's for ever (R-359): what it numbered is found by it.
CREATE OR REPLACE FUNCTION series_prefijos_firme()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar_campo('prefijo', reparo('PREFIJO_FIJO', jsonb_build_object('prefijo', OLD.prefijo)));
  RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER series_prefijos_firme BEFORE UPDATE OF prefijo, tipo OR DELETE ON series_prefijos
  FOR EACH ROW EXECUTE FUNCTION series_prefijos_firme();
