-- Countries (R-253): one is switched off only while nothing active uses it.
CREATE OR REPLACE FUNCTION paises_sin_usos()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.id = 'usd' OR NEW.moneda_id = moneda_funcional() THEN
    PERFORM rechazar('PAIS_DE_LA_CASA', jsonb_build_object('pais', NEW.nombre));
  END IF;
  PERFORM rechazar('PAIS_EN_USO', jsonb_build_object('pais', NEW.nombre,
      'que', string_agg(x.que, ', ' ORDER BY x.que)))
    FROM (SELECT que || ' (' || count(*) || ')' AS que FROM paises_usos WHERE pais = NEW.id GROUP BY que) x
    HAVING count(*) > 0;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER paises_sin_usos BEFORE UPDATE OF estatus ON paises FOR EACH ROW
  WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION paises_sin_usos();
