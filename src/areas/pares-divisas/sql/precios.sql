-- What one unit of a currency is worth in the functional one, as we buy it: its own price, else through a currency that
-- has one, else what ours cost. Null where nothing says it.
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

-- What a unit is worth in the functional currency at home today; null without a price.
CREATE OR REPLACE FUNCTION precio_funcional(p_moneda integer) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp
  RETURN (SELECT d.compra FROM pares_divisas d JOIN paises h ON h.id = d.pais AND h.moneda_id = moneda_funcional()
          WHERE d.base_id = p_moneda AND d.cotizacion_id = moneda_funcional() AND d.estatus ORDER BY d.id LIMIT 1);

-- What an amount is worth in dollars, to judge it by: `p_valor` is its worth in the functional currency. A dollar's
-- price is the market's, else any market's, switched off or not, else what ours cost: a missing price must not let an
-- amount pass unseen. Null only where there is none of them.
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
