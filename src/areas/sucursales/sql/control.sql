-- What is loosened of a branch's limits takes another administrator's yes (R-265). A new one begins with the house's.
CREATE OR REPLACE TRIGGER sucursales_controla BEFORE UPDATE ON sucursales FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('limite');
