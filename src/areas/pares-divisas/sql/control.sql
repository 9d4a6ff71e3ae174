CREATE OR REPLACE TRIGGER pares_divisas_controla BEFORE UPDATE OF alerta_pct ON pares_divisas FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control');
CREATE OR REPLACE TRIGGER pares_fuentes_controla BEFORE UPDATE ON pares_fuentes FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control');
-- What a source only proposes a person publishes. After: the source of a pair is written whole each time it is saved.
CREATE OR REPLACE TRIGGER pares_fuentes_nueva_controla AFTER INSERT ON pares_fuentes FOR EACH ROW
  WHEN (NEW.modo = 'publica') EXECUTE FUNCTION control_vigilar('control');
