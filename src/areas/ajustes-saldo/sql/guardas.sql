CREATE OR REPLACE TRIGGER ajustes_saldo_no_trunca BEFORE TRUNCATE ON ajustes_saldo EXECUTE FUNCTION prohibir_cambio();
