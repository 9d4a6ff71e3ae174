-- What a unit of a currency cost us, on average; null where we have none.
CREATE OR REPLACE FUNCTION costo_medio(p_moneda integer) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT nullif(k.saldo, 0) / nullif(-q.saldo, 0) FROM posiciones p
    JOIN cuentas_contables q ON q.id = p.posicion_id JOIN cuentas_contables k ON k.id = p.contravalor_id
    WHERE p.moneda_id = p_moneda);

-- Purchase price of one unit of a currency in the functional one: its own pair, else across a currency that has a pair,
-- else our average cost. Null when none is known.
CREATE OR REPLACE FUNCTION precio_funcional(p_pais text, p_moneda integer) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_moneda = moneda_funcional() THEN 1 ELSE coalesce(
    (SELECT compra FROM pares_divisas WHERE base_id = p_moneda AND cotizacion_id = moneda_funcional() AND estatus
     ORDER BY pais <> p_pais, id LIMIT 1),
    (SELECT u.compra / c.venta FROM pares_divisas c
     JOIN pares_divisas u ON u.base_id = c.base_id AND u.cotizacion_id = moneda_funcional() AND u.estatus
     WHERE c.cotizacion_id = p_moneda AND c.estatus ORDER BY c.pais <> p_pais, c.id, u.id LIMIT 1),
    costo_medio(p_moneda)) END;
$$;

-- Purchase price of a unit in the functional currency, in the home market; null without a pair.
CREATE OR REPLACE FUNCTION precio_funcional(p_moneda integer) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT d.compra FROM pares_divisas d
          WHERE d.pais = pais_de_la_casa() AND d.base_id = p_moneda AND d.cotizacion_id = moneda_funcional()
            AND d.estatus ORDER BY d.id LIMIT 1);

-- The amount in dollars, for comparison with limits: `p_valor` is its value in the functional currency. The dollar's
-- price is the market's, else any market's, active or not, else our average cost, so that a missing price does not
-- exempt an amount from limits. Null only when none of them exists.
CREATE OR REPLACE FUNCTION en_dolares(p_pais text, p_moneda integer, p_monto numeric, p_valor numeric)
  RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_usd integer := (SELECT id FROM monedas WHERE iso = 'USD');
BEGIN
  IF v_usd = p_moneda THEN RETURN p_monto; END IF;
  IF v_usd = moneda_funcional() THEN RETURN round(p_valor, 2); END IF;
  RETURN round(p_valor / coalesce((SELECT compra FROM pares_divisas WHERE base_id = v_usd
    AND cotizacion_id = moneda_funcional() ORDER BY pais <> p_pais, NOT estatus, id LIMIT 1), costo_medio(v_usd)), 2);
END $$;

-- The prices that a pair had at an instant of the past, or seconds around it: whoever registered read one of them. The
-- market of the house's own first. Whether a pair was active then is in the audit.
CREATE OR REPLACE FUNCTION pares_precios_al(p_instante timestamptz, p_base integer, p_cotizacion integer)
  RETURNS TABLE (par_id integer, pais text, activo boolean, compra numeric, venta numeric) LANGUAGE sql STABLE AS $$
  SELECT d.id, d.pais, coalesce((SELECT (a.antes->>'estatus')::boolean FROM auditoria a
      WHERE a.entidad = 'pares-divisas' AND a.entidad_id = d.id::text AND a.accion = 'estatus' AND a.fecha > p_instante
      ORDER BY a.id LIMIT 1), d.estatus), h.compra, h.venta
  FROM pares_divisas d JOIN pares_divisas_historico h ON h.par_id = d.id
    AND h.vigencia && tstzrange(p_instante - interval '10 s', p_instante + interval '10 s')
  WHERE d.cotizacion_id = p_cotizacion AND (p_base IS NULL OR d.base_id = p_base);
$$;

-- `en_dolares` at an instant of the past. Empty where no price is known.
CREATE OR REPLACE FUNCTION en_dolares_al(p_instante timestamptz, p_pais text, p_moneda integer, p_monto numeric,
    p_valor numeric) RETURNS numeric[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN usd.id = p_moneda THEN ARRAY[p_monto] WHEN usd.funcional THEN ARRAY[round(p_valor, 2)] ELSE ARRAY(
    SELECT round(p_valor / h.compra, 2)
    FROM (SELECT x.*, rank() OVER (ORDER BY x.pais <> p_pais, NOT x.activo, x.par_id) AS r
          FROM pares_precios_al(p_instante, usd.id, moneda_funcional()) x) h WHERE h.r = 1) END
  FROM monedas usd WHERE usd.iso = 'USD';
$$;

-- `precio_funcional` at an instant of the past: of the currency's own pairs, else across another currency. Empty where
-- neither was known; our average cost then is not computed again.
CREATE OR REPLACE FUNCTION precio_funcional_al(p_instante timestamptz, p_pais text, p_moneda integer)
  RETURNS numeric[] LANGUAGE sql STABLE AS $$
  WITH suyos AS (
    SELECT compra FROM pares_precios_al(p_instante, p_moneda, moneda_funcional()) WHERE activo)
  SELECT CASE WHEN p_moneda = moneda_funcional() THEN ARRAY[1::numeric]
    WHEN EXISTS (SELECT FROM suyos) THEN ARRAY(SELECT compra FROM suyos)
    ELSE ARRAY(
      SELECT u.compra / c.venta FROM pares_precios_al(p_instante, NULL, p_moneda) c
      JOIN pares_divisas d ON d.id = c.par_id
      CROSS JOIN LATERAL pares_precios_al(p_instante, d.base_id, moneda_funcional()) u WHERE c.activo AND u.activo) END;
$$;
