CREATE OR REPLACE TRIGGER entidades_financieras_pais_activo
  BEFORE INSERT OR UPDATE OF pais, estatus ON entidades_financieras
  FOR EACH ROW WHEN (NEW.estatus) EXECUTE FUNCTION pais_activo();
