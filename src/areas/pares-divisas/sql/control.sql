CREATE OR REPLACE TRIGGER pares_divisas_controla BEFORE UPDATE OF alerta_pct ON pares_divisas FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control');
CREATE OR REPLACE TRIGGER pares_fuentes_controla BEFORE UPDATE ON pares_fuentes FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control');
