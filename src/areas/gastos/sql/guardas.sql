CREATE OR REPLACE TRIGGER gastos_no_trunca BEFORE TRUNCATE ON gastos EXECUTE FUNCTION prohibir_cambio();

-- Its branch (R-221); a proposal of the job has another one once a person completes it with another account.
CREATE OR REPLACE FUNCTION gastos_sucursal()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.sucursal_id := sucursal_de(ARRAY[NEW.cuenta_id], NEW.solicitado_por);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER gastos_sucursal BEFORE INSERT OR UPDATE OF cuenta_id, solicitado_por, sucursal_id ON gastos
  FOR EACH ROW EXECUTE FUNCTION gastos_sucursal();
