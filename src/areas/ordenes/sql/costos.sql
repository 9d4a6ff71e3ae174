-- The entry of what the bank takes of a client's payment, `p_costo` in its currency (R-243), once the payment is
-- confirmed; none for what costs nothing. It is no part of what the order is worth: annulling returns the client's
-- money, and the bank keeps what it took.
CREATE OR REPLACE FUNCTION ordenes_costo_entradas(quien jsonb, d ordenes, p_costo numeric, x pago_leido)
  RETURNS libro_entrada[] LANGUAGE sql STABLE
  RETURN CASE WHEN p_costo <> 0 THEN ARRAY[pagos_costo_entrada('ordenes', d.id, concat_ws(' ',
      'Costo de cobro de orden', d.numero), (quien->>'usuario_id')::int, x.cuenta_id, x.moneda_id, p_costo,
      x.referencia)]
    ELSE '{}'::libro_entrada[] END;

-- What the ledger answered for a payment, with the expense that its cost (`p_costo`, in the payment's currency) was
-- posted as, by what the ledger answered for that (`p_gasto`); null while the payment waits.
CREATE OR REPLACE FUNCTION ordenes_con_gasto(p_moneda integer, p_costo numeric, p_libro jsonb, p_gasto jsonb)
  RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN p_libro || CASE WHEN p_gasto IS NULL THEN '{}' ELSE
    jsonb_build_object('gasto', pagos_gasto(p_moneda, p_costo, p_gasto)) END;

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
