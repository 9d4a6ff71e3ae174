-- What the bank takes of a client's payment, in its currency (R-243).
CREATE OR REPLACE FUNCTION ordenes_costo(p_tipo integer, p_moneda integer, p_monto numeric)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT tipos_pagos_costo(t, p_monto, m.decimales) FROM tipos_pagos t, monedas m
  WHERE t.id = p_tipo AND m.id = p_moneda;
$$;

-- What the client pays for using that way, on top of his payment (R-242).
CREATE OR REPLACE FUNCTION ordenes_tarifa(x pago_leido) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT tipos_pagos_tarifa(t, x.monto, m.decimales) FROM tipos_pagos t, monedas m
  WHERE t.id = x.tipo_pago_id AND m.id = x.moneda_id;
$$;

-- The entry of that cost, once the payment is confirmed; none for what costs nothing. `p_tarifa`: the fee that came
-- with it. It is no part of what the order is worth: annulling returns the client's money, and the bank keeps what it
-- took.
CREATE OR REPLACE FUNCTION ordenes_costo_entradas(quien jsonb, d ordenes, x pago_leido, p_tarifa numeric)
  RETURNS libro_entrada[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN costo <> 0 THEN ARRAY[pagos_costo_entrada('ordenes', d.id, concat_ws(' ', 'Costo de cobro de orden',
      d.numero), (quien->>'usuario_id')::int, x.cuenta_id, x.moneda_id, costo, x.referencia)]
    ELSE '{}'::libro_entrada[] END
  FROM (SELECT ordenes_costo(x.tipo_pago_id, x.moneda_id, x.monto + p_tarifa) AS costo) c;
$$;

-- What the ledger answered for a payment, with the expense that its cost was posted as; null while it waits.
CREATE OR REPLACE FUNCTION ordenes_con_gasto(x pago_leido, p_tarifa numeric, p_libro jsonb, p_costo jsonb)
  RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT p_libro || CASE WHEN p_costo IS NULL THEN '{}' ELSE jsonb_build_object('gasto', pagos_gasto(x.moneda_id,
    ordenes_costo(x.tipo_pago_id, x.moneda_id, x.monto + p_tarifa), p_costo)) END;
$$;
