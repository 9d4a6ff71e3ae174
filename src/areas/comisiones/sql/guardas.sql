CREATE OR REPLACE TRIGGER comisiones_no_trunca BEFORE TRUNCATE ON comisiones EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER comisiones_liquidaciones_no_trunca BEFORE TRUNCATE
    ON comisiones_liquidaciones EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER comisiones_reglas_fijas BEFORE DELETE ON comisiones_reglas
    FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER comisiones_reglas_no_trunca BEFORE TRUNCATE
    ON comisiones_reglas EXECUTE FUNCTION prohibir_cambio();
