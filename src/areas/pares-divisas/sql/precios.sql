-- Purchase price of one unit of a currency in the functional one: its own pair, else across a currency that has a pair,
-- else our average cost. Null when none is known.
CREATE OR REPLACE FUNCTION precio_funcional(p_pais text, p_moneda integer) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_moneda = moneda_funcional() THEN 1 ELSE coalesce(
    (SELECT compra FROM pares_divisas WHERE base_id = p_moneda AND cotizacion_id = moneda_funcional() AND estatus
     ORDER BY pais <> p_pais, id LIMIT 1),
    (SELECT u.compra / c.venta FROM pares_divisas c
     JOIN pares_divisas u ON u.base_id = c.base_id AND u.cotizacion_id = moneda_funcional() AND u.estatus
     WHERE c.cotizacion_id = p_moneda AND c.estatus ORDER BY c.pais <> p_pais, c.id, u.id LIMIT 1),
    (SELECT nullif(k.saldo, 0) / nullif(-q.saldo, 0) FROM posiciones p JOIN cuentas_contables q ON q.id = p.posicion_id
     JOIN cuentas_contables k ON k.id = p.contravalor_id WHERE p.moneda_id = p_moneda)) END;
$$;

-- Purchase price of a unit in the functional currency, in the home market; null without a pair.
CREATE OR REPLACE FUNCTION precio_funcional(p_moneda integer) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT d.compra FROM pares_divisas d JOIN paises h ON h.id = d.pais AND h.moneda_id = moneda_funcional()
          WHERE d.base_id = p_moneda AND d.cotizacion_id = moneda_funcional() AND d.estatus ORDER BY d.id LIMIT 1);

-- The amount in dollars, for comparison with limits: `p_valor` is its value in the functional currency. The dollar's
-- price is the market's, else any market's, active or not, else our average cost, so that a missing price does not
-- exempt an amount from limits. Null only when none of them exists.
CREATE OR REPLACE FUNCTION en_dolares(p_pais text, p_moneda integer, p_monto numeric, p_valor numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN usd.id = p_moneda THEN p_monto ELSE round(p_valor / coalesce(
           (SELECT compra FROM pares_divisas WHERE base_id = usd.id AND cotizacion_id = moneda_funcional()
            ORDER BY pais <> p_pais, NOT estatus, id LIMIT 1),
           (SELECT nullif(k.saldo, 0) / nullif(-q.saldo, 0) FROM posiciones p
            JOIN cuentas_contables q ON q.id = p.posicion_id JOIN cuentas_contables k ON k.id = p.contravalor_id
            WHERE p.moneda_id = usd.id)), 2) END
  FROM (SELECT 1) uno LEFT JOIN monedas usd ON usd.iso = 'USD';
$$;

-- The same at an instant of the past, by the prices that stood then or seconds around it: whoever registered read one
-- of them. Empty where no price is known.
CREATE OR REPLACE FUNCTION en_dolares_al(p_instante timestamptz, p_pais text, p_moneda integer, p_monto numeric,
    p_valor numeric)
  RETURNS numeric[] LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN usd.id = p_moneda THEN ARRAY[p_monto] ELSE ARRAY(
    SELECT round(p_valor / h.compra, 2) FROM pares_divisas_historico h
    WHERE h.par_id = (SELECT d.id FROM pares_divisas d WHERE d.base_id = usd.id AND d.cotizacion_id = moneda_funcional()
                      ORDER BY d.pais <> p_pais, NOT d.estatus, d.id LIMIT 1)
      AND h.vigencia && tstzrange(p_instante - interval '10 s', p_instante + interval '10 s')) END
  FROM monedas usd WHERE usd.iso = 'USD';
$$;

-- Our purchase price of a currency in a market at an instant of the past; `en_dolares_al` says which.
CREATE OR REPLACE FUNCTION precio_funcional_al(p_instante timestamptz, p_pais text, p_moneda integer) RETURNS numeric[]
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN CASE WHEN p_moneda = moneda_funcional() THEN ARRAY[1::numeric] ELSE ARRAY(
    SELECT h.compra FROM pares_divisas d JOIN pares_divisas_historico h ON h.par_id = d.id
    WHERE d.base_id = p_moneda AND d.cotizacion_id = moneda_funcional()
      AND h.vigencia && tstzrange(p_instante - interval '10 s', p_instante + interval '10 s')) END;
