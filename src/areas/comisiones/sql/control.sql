-- What somebody earns (R-187): whom it is about does not say yes to it.
CREATE OR REPLACE TRIGGER comisiones_reglas_controla BEFORE INSERT OR UPDATE ON comisiones_reglas FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control', 'una regla de comisión');
