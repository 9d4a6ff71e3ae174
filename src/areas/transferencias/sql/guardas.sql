CREATE OR REPLACE TRIGGER transferencias_no_trunca BEFORE TRUNCATE ON transferencias EXECUTE FUNCTION prohibir_cambio();
