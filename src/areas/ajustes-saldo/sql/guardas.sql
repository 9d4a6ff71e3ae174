CREATE OR REPLACE TRIGGER ajustes_saldo_no_trunca BEFORE TRUNCATE ON ajustes_saldo EXECUTE FUNCTION prohibir_cambio();

-- Its branch is its account's (R-221).
CREATE OR REPLACE FUNCTION ajustes_saldo_sucursal()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.sucursal_id := sucursal_de_cuenta(NEW.cuenta_id);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER ajustes_saldo_sucursal BEFORE INSERT ON ajustes_saldo
  FOR EACH ROW EXECUTE FUNCTION ajustes_saldo_sucursal();

-- Nothing is registered at a branch that closed its day (R-264).
CREATE OR REPLACE TRIGGER ajustes_saldo_sucursal_abierta AFTER INSERT ON ajustes_saldo
  REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION documentos_sucursal_abierta();
