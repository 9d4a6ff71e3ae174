-- The currency of a way of paying stays one in which the open orders that are paid out by it can be paid (R-289).
CREATE OR REPLACE FUNCTION tipos_pagos_con_ordenes()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rechazar_campo('moneda_id', reparo('FORMA_CON_ORDENES', jsonb_build_object('tipo', NEW.nombre,
      'ordenes', nombres_algunos(array_agg(o.numero ORDER BY o.id)))))
    FROM ordenes o WHERE o.estado NOT IN ('completada', 'anulada') AND o.beneficiario->>'metodo' = NEW.codigo
      AND o.recibe_moneda_id <> NEW.moneda_id HAVING count(*) > 0;
  RETURN NEW;
END $$;
-- By its name before the trigger that asks for a second person: nobody says yes to what cannot be.
CREATE OR REPLACE TRIGGER tipos_pagos_con_ordenes BEFORE UPDATE OF moneda_id ON tipos_pagos FOR EACH ROW
  WHEN (NEW.moneda_id IS DISTINCT FROM OLD.moneda_id) EXECUTE FUNCTION tipos_pagos_con_ordenes();
