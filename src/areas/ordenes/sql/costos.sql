-- What the bank takes of a client's payment, in its currency (R-243).
CREATE OR REPLACE FUNCTION ordenes_costo(p_tipo integer, p_moneda integer, p_monto numeric)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT tipos_pagos_costo(t, p_monto, m.decimales) FROM tipos_pagos t, monedas m
  WHERE t.id = p_tipo AND m.id = p_moneda;
$$;

-- The entry of that cost, once the payment is confirmed; none for what costs nothing. It is no part of what the order
-- is worth: annulling the order returns the client's money, and the bank keeps what it took.
CREATE OR REPLACE FUNCTION ordenes_costo_entradas(quien jsonb, d ordenes, x pago_leido)
  RETURNS libro_entrada[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN costo <> 0 THEN ARRAY[pagos_costo_entrada('ordenes', d.id, concat_ws(' ', 'Costo de cobro de orden',
      d.numero), (quien->>'usuario_id')::int, x.cuenta_id, x.moneda_id, costo, x.referencia)]
    ELSE '{}'::libro_entrada[] END
  FROM (SELECT ordenes_costo(x.tipo_pago_id, x.moneda_id, x.monto) AS costo) c;
$$;

-- What the ledger answered for a payment, with the expense that its cost was posted as; null while it waits.
CREATE OR REPLACE FUNCTION ordenes_con_gasto(x pago_leido, p_libro jsonb, p_costo jsonb)
  RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT p_libro || CASE WHEN p_costo IS NULL THEN '{}' ELSE jsonb_build_object('gasto', pagos_gasto(x.moneda_id,
    ordenes_costo(x.tipo_pago_id, x.moneda_id, x.monto), p_costo)) END;
$$;
