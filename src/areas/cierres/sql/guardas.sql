CREATE OR REPLACE TRIGGER turnos_no_borra BEFORE DELETE ON turnos FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER turnos_no_trunca BEFORE TRUNCATE ON turnos EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER turnos_cuentas_no_borra BEFORE DELETE ON turnos_cuentas
    FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER turnos_cuentas_no_trunca BEFORE TRUNCATE ON turnos_cuentas EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER conteos_fijos BEFORE UPDATE OR DELETE ON conteos
    FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER conteos_no_trunca BEFORE TRUNCATE ON conteos EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER cierres_versiones_no_borra BEFORE DELETE ON cierres_versiones
  FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER cierres_versiones_no_trunca BEFORE TRUNCATE
    ON cierres_versiones EXECUTE FUNCTION prohibir_cambio();
