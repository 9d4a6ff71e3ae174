-- Who answers for an account (R-163): nobody takes a till or lets go of his own while another person can.
CREATE OR REPLACE FUNCTION cuentas_controlar() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
  v_yo integer := (v_quien->>'usuario_id')::int;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.responsable_id = v_yo OR TG_OP = 'UPDATE' AND v_yo IN (NEW.responsable_id,
      OLD.responsable_id) AND NEW.responsable_id IS DISTINCT FROM OLD.responsable_id THEN
    PERFORM limites_ajenos_exigir(v_quien);
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER cuentas_responsable_ajeno BEFORE INSERT OR UPDATE OF responsable_id ON cuentas FOR EACH ROW
  EXECUTE FUNCTION cuentas_controlar();

-- A new account is where money goes from then on: another person says yes to it whole, from the house's first operation
-- on. At the end of the transaction, so that what is wrong with it is told before a yes is asked for.
CREATE OR REPLACE FUNCTION cuentas_nueva_controlar()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
BEGIN
  IF v_quien IS NULL OR NOT casa_opera() OR control_cubierto() THEN RETURN NULL; END IF;
  PERFORM control_exigir(v_quien, jsonb_build_object('clave', 'limite', 'origen', 'cuentas',
    'que', to_jsonb(NEW) - 'id', 'implicados', jsonb_build_array(NEW.responsable_id),
    'titulo', concat_ws(', ', 'crear la cuenta ' || citado(NEW.nombre), 'número ' || dicho(NEW.numero),
      'a cargo de ' || (SELECT usuarios_corto(u) FROM usuarios u WHERE id = NEW.responsable_id),
      'en ' || (SELECT iso FROM monedas WHERE id = NEW.moneda_id), 'titular ' || dicho(NEW.titular),
      control_aflojado('cuentas', NULL, to_jsonb(NEW) - '{numero,responsable_id}'::text[])->>'frase')));
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS cuentas_nueva_controlar ON cuentas;
CREATE CONSTRAINT TRIGGER cuentas_nueva_controlar AFTER INSERT ON cuentas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION cuentas_nueva_controlar();
CREATE OR REPLACE TRIGGER cuentas_vigila_control BEFORE UPDATE ON cuentas FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('limite');
