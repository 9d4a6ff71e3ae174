CREATE OR REPLACE TRIGGER entidades_financieras_pais_activo
  BEFORE INSERT OR UPDATE OF pais, estatus ON entidades_financieras
  FOR EACH ROW WHEN (NEW.estatus) EXECUTE FUNCTION pais_activo();

-- Whether an entity serves a country: its own, or one that it names besides (R-238).
CREATE OR REPLACE FUNCTION entidades_en_pais(e entidades_financieras, p_pais text) RETURNS boolean LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
  RETURN e.pais = p_pais OR e.paises @> jsonb_build_array(jsonb_build_object('pais', p_pais));

-- The countries that an entity names are there, others than its own, and active while it is (R-253). They are locked,
-- so that none is switched off meanwhile.
CREATE OR REPLACE FUNCTION entidades_paises()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_n bigint;
  v_pais text;
  p paises;
BEGIN
  FOR v_n, v_pais IN SELECT x.n - 1, x.f->>'pais' FROM jsonb_array_elements(NEW.paises) WITH ORDINALITY x (f, n)
      ORDER BY x.f->>'pais', x.n LOOP
    SELECT * INTO p FROM paises WHERE id = v_pais FOR SHARE;
    IF NOT FOUND THEN PERFORM rechazar_campo(format('paises.%s.pais', v_n), reparo('PAIS_NO_EXISTE')); END IF;
    IF v_pais = NEW.pais THEN
      PERFORM rechazar_campo(format('paises.%s.pais', v_n), reparo('PAIS_PROPIO'));
    END IF;
    IF NEW.estatus AND NOT p.estatus THEN
      PERFORM rechazar('PAIS_INACTIVO', jsonb_build_object('pais', p.nombre));
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER entidades_paises BEFORE INSERT OR UPDATE OF pais, paises, estatus ON entidades_financieras
  FOR EACH ROW WHEN (NEW.paises <> '[]') EXECUTE FUNCTION entidades_paises();

-- Why an entity does not serve somebody who is paid in this country.
CREATE OR REPLACE FUNCTION entidades_sin_pais(p_entidad text, p_pais text) RETURNS jsonb LANGUAGE sql STABLE
  RETURN reparo('ENTIDAD_SIN_PAIS', jsonb_build_object('entidad', p_entidad, 'pais',
    (SELECT nombre FROM paises WHERE id = p_pais)));
