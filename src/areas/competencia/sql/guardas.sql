-- A rate that was noted is not rewritten: it is retired once, with a reason (R-285).
CREATE OR REPLACE TRIGGER competencia_tasas_fijas BEFORE UPDATE ON competencia_tasas FOR EACH ROW
  EXECUTE FUNCTION cambios_fijos('retirada_en', '^nulo ', '{retirada_en,retirada_por,motivo}');
SELECT prohibir('DELETE', '{competencia_tasas_no_borra}');

-- A rate is noted of a competitor and a pair in use, by hand and as it is seen.
CREATE OR REPLACE FUNCTION competencia_tasas_exigir()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.anotada_en := ahora();
  IF NOT EXISTS (SELECT FROM competidores WHERE id = NEW.competidor_id AND estatus) THEN
    PERFORM rechazar_campo('competidor_id', reparo('COMPETIDOR_INACTIVO'));
  ELSIF NOT EXISTS (SELECT FROM pares_divisas WHERE id = NEW.par_id AND estatus) THEN
    PERFORM rechazar_campo('par_id', reparo('PAR_INACTIVO'));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER competencia_tasas_en_uso BEFORE INSERT ON competencia_tasas
  FOR EACH ROW EXECUTE FUNCTION competencia_tasas_exigir();
