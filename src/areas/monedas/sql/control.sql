-- Which coins exist is what cash can be (R-51).
CREATE OR REPLACE TRIGGER monedas_controla BEFORE UPDATE ON monedas FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control');
