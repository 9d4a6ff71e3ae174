CREATE OR REPLACE TRIGGER tipos_pagos_controla BEFORE INSERT OR UPDATE ON tipos_pagos FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control');
