CREATE OR REPLACE TRIGGER dias_resumen_fijos BEFORE UPDATE OR DELETE ON dias_resumen
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER dias_resumen_no_trunca BEFORE TRUNCATE ON dias_resumen EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER dias_salidas_fijas BEFORE UPDATE OR DELETE ON dias_salidas
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER dias_salidas_no_trunca BEFORE TRUNCATE ON dias_salidas EXECUTE FUNCTION prohibir_cambio();
