CREATE OR REPLACE TRIGGER pizarra_enlaces_no_trunca BEFORE TRUNCATE
    ON pizarra_enlaces EXECUTE FUNCTION prohibir_cambio();
