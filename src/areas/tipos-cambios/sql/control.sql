CREATE OR REPLACE TRIGGER tipos_cambios_controla BEFORE UPDATE ON tipos_cambios FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control', 'un tipo de cambio');
