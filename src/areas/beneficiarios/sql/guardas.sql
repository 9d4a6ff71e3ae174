CREATE OR REPLACE TRIGGER beneficiarios_quedan BEFORE DELETE ON beneficiarios
    FOR EACH ROW EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER beneficiarios_no_trunca BEFORE TRUNCATE ON beneficiarios EXECUTE FUNCTION prohibir_cambio();
