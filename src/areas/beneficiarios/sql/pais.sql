CREATE OR REPLACE TRIGGER beneficiarios_pais_activo BEFORE INSERT OR UPDATE OF pais, estatus ON beneficiarios
  FOR EACH ROW WHEN (NEW.estatus) EXECUTE FUNCTION pais_activo();
