CREATE OR REPLACE TRIGGER tipos_pagos_pais_activo BEFORE INSERT OR UPDATE OF pais, estatus ON tipos_pagos
  FOR EACH ROW WHEN (NEW.estatus) EXECUTE FUNCTION pais_activo();
