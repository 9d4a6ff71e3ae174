CREATE OR REPLACE TRIGGER tipos_cambios_pais_activo BEFORE INSERT OR UPDATE OF pais, estatus ON tipos_cambios
  FOR EACH ROW WHEN (NEW.estatus) EXECUTE FUNCTION pais_activo();
