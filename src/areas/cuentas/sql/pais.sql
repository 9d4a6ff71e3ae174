CREATE OR REPLACE TRIGGER cuentas_pais_activo BEFORE INSERT OR UPDATE OF pais, estatus ON cuentas
  FOR EACH ROW WHEN (NEW.estatus) EXECUTE FUNCTION pais_activo();
