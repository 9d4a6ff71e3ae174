-- Countries (R-253): one is switched off only while nothing active uses it.
CREATE OR REPLACE FUNCTION paises_sin_usos()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.id IN ('usd', pais_de_la_casa()) THEN
    PERFORM rechazar('PAIS_DE_LA_CASA', jsonb_build_object('pais', NEW.nombre));
  END IF;
  PERFORM rechazar('PAIS_EN_USO', jsonb_build_object('pais', NEW.nombre,
      'que', string_agg(x.que, ', ' ORDER BY x.que)))
    FROM (SELECT que || ' (' || count(*) || ')' AS que FROM paises_usos WHERE pais = NEW.id GROUP BY que) x
    HAVING count(*) > 0;
  RETURN NEW;
END $$;
-- The country of the house keeps its currency, in which the books are (R-292).
CREATE OR REPLACE FUNCTION paises_de_la_casa()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.id = pais_de_la_casa() THEN PERFORM rechazar_campo('moneda_id', reparo('PAIS_CASA_MONEDA')); END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER paises_de_la_casa BEFORE UPDATE OF moneda_id ON paises FOR EACH ROW
  WHEN (NEW.moneda_id IS DISTINCT FROM OLD.moneda_id) EXECUTE FUNCTION paises_de_la_casa();

CREATE OR REPLACE TRIGGER paises_sin_usos BEFORE UPDATE OF estatus ON paises FOR EACH ROW
  WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION paises_sin_usos();
