CREATE OR REPLACE TRIGGER pares_divisas_pais_activo BEFORE INSERT OR UPDATE OF pais, estatus ON pares_divisas
  FOR EACH ROW WHEN (NEW.estatus) EXECUTE FUNCTION pais_activo();
