-- Who answers for an account, and how much it may move at once (R-163): nobody takes a till or lets go of his own while
-- another person can.
CREATE OR REPLACE FUNCTION cuentas_controlar() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
BEGIN
  IF NEW.responsable_id IS DISTINCT FROM OLD.responsable_id
     AND (v_quien->>'usuario_id')::int IN (NEW.responsable_id, OLD.responsable_id) THEN
    PERFORM limites_ajenos_exigir(v_quien);
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_responsable_ajeno BEFORE UPDATE OF responsable_id ON cuentas FOR EACH ROW
  EXECUTE FUNCTION cuentas_controlar();
CREATE OR REPLACE TRIGGER cuentas_vigila_control BEFORE UPDATE ON cuentas FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('limite');
-- What an account says that its bank charges bounds what may be charged on it (R-137, R-193): on a new one, too.
CREATE OR REPLACE TRIGGER cuentas_nueva_control BEFORE INSERT ON cuentas FOR EACH ROW
  WHEN (NEW.comision_salida_pct > 0 OR NEW.comision_salida_fija > 0) EXECUTE FUNCTION control_vigilar('limite');
