-- The current price of a currency's unit in the functional currency: by our own pair at home, otherwise through the two
-- dollar pairs, otherwise by what it buys where dollars buy the same (Zelle and dollars buy bolívares), at the worst
-- of such prices. One row; its columns are null without a price.
CREATE OR REPLACE FUNCTION precio_actual(p_moneda integer)
  RETURNS TABLE (precio numeric, origen text) LANGUAGE sql STABLE AS $$
  SELECT coalesce(propio.compra, cruce.precio), CASE WHEN propio.compra IS NOT NULL THEN 'par'
              WHEN cruce.precio IS NOT NULL THEN 'cruce' END
  FROM monedas f JOIN monedas usd ON usd.iso = 'USD'
  LEFT JOIN paises hogar ON hogar.id = pais_de_la_casa()
  LEFT JOIN pares_divisas propio ON propio.pais = hogar.id AND propio.base_id = p_moneda
    AND propio.cotizacion_id = f.id AND propio.estatus
  LEFT JOIN LATERAL (SELECT CASE WHEN usd.id = f.id THEN 1 ELSE (SELECT d.compra FROM pares_divisas d
    WHERE d.pais = hogar.id AND d.base_id = usd.id AND d.cotizacion_id = f.id AND d.estatus) END AS compra) casa ON true
  LEFT JOIN pares_divisas fuera ON fuera.pais = 'usd' AND fuera.base_id = usd.id
    AND fuera.cotizacion_id = p_moneda AND fuera.estatus
  CROSS JOIN LATERAL (SELECT coalesce(casa.compra / nullif(fuera.venta, 0), (
    SELECT min(suyo.compra * casa.compra / dolar.venta) FROM pares_divisas suyo
    JOIN pares_divisas dolar ON dolar.pais = suyo.pais AND dolar.base_id = usd.id
      AND dolar.cotizacion_id = suyo.cotizacion_id AND dolar.estatus
    WHERE suyo.pais = 'usd' AND suyo.base_id = p_moneda AND suyo.estatus)) AS precio) cruce
  WHERE f.funcional
$$;

-- The value of an amount in the functional currency at that price; null without a price.
CREATE OR REPLACE FUNCTION valor_actual(p_moneda integer, p_monto numeric) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_moneda = moneda_funcional() THEN p_monto
              ELSE round(p_monto * (SELECT precio FROM precio_actual(p_moneda)), 2) END
$$;

-- What left each currency's position on a day, whatever it left for; what was annulled came back.
CREATE OR REPLACE FUNCTION dia_salidas(p_fecha date)
  RETURNS TABLE (moneda_id integer, cantidad numeric) LANGUAGE sql STABLE ROWS 12 AS $$
  SELECT s.moneda_id, sum(p.importe) FROM asientos a
  JOIN apuntes p ON p.asiento_id = a.id JOIN posiciones s ON s.posicion_id = p.cuenta_id
  WHERE a.fecha_negocio = p_fecha AND (a.anula_a IS NULL) = (p.importe > 0) GROUP BY s.moneda_id
$$;

-- Days since one whose stored sums are good: the day's last entry is the one that it had (R-212).
CREATE OR REPLACE FUNCTION dias_resumidos(p_desde date) RETURNS SETOF dias_resumen LANGUAGE sql STABLE ROWS 30 AS $$
  SELECT r.* FROM dias_resumen r
  WHERE r.fecha >= p_desde
    AND r.asiento_id IS NOT DISTINCT FROM (SELECT a.id FROM asientos a WHERE a.fecha_negocio = r.fecha
                                           ORDER BY a.fecha_negocio DESC, a.id DESC LIMIT 1)
$$;

-- The other past days since it: those that are not stored yet, and those that another entry made void.
CREATE OR REPLACE FUNCTION dias_sin_resumir(p_desde date) RETURNS SETOF date LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT d::date FROM generate_series(
    (SELECT greatest(p_desde, fecha_negocio) FROM asientos ORDER BY fecha_negocio LIMIT 1),
    fecha_negocio(ahora()) - 1, interval '1 day') d
  EXCEPT SELECT fecha FROM dias_resumidos(p_desde)
$$;

-- What each past day since one earned, and what left each position on them.
CREATE OR REPLACE FUNCTION dias_resultados(p_desde date)
  RETURNS TABLE (fecha date, ganancia numeric, margen numeric, operaciones integer, ordenes integer) LANGUAGE sql STABLE
  ROWS 30 AS $$
  SELECT fecha, ganancia, margen, operaciones, ordenes FROM dias_resumidos(p_desde)
  UNION ALL SELECT d, r.* FROM dias_sin_resumir(p_desde) d CROSS JOIN LATERAL dia_resultado(d) r
$$;
CREATE OR REPLACE FUNCTION dias_salieron(p_desde date)
  RETURNS TABLE (moneda_id integer, cantidad numeric) LANGUAGE sql STABLE ROWS 12 AS $$
  SELECT x.moneda_id, sum(x.cantidad) FROM (
    SELECT s.moneda_id, s.cantidad FROM dias_resumidos(p_desde) d JOIN dias_salidas s ON s.fecha = d.fecha
    UNION ALL SELECT s.* FROM dias_sin_resumir(p_desde) d CROSS JOIN LATERAL dia_salidas(d) s) x
  GROUP BY x.moneda_id
$$;

-- Stores the sums of the last days that have none yet, the oldest first, at most so many, all of one snapshot. A day is
-- over a quarter of an hour after its midnight: no transaction lasts that long, so none can still commit with its date.
-- One that another server stored first is left. Returns how many were added.
CREATE OR REPLACE FUNCTION dias_resumir(p_dias integer, p_cuantos integer)
  RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH d AS (
    INSERT INTO dias_resumen (fecha, ganancia, margen, operaciones, ordenes, asiento_id)
      SELECT f, r.*, (SELECT max(a.id) FROM asientos a WHERE a.fecha_negocio = f)
      FROM (
        SELECT f
        FROM (SELECT fecha_negocio(ahora() - interval '15 minutes') - n AS f FROM generate_series(1, p_dias) n) d
        WHERE f >= (SELECT min(fecha_negocio) FROM asientos)
          AND NOT EXISTS (SELECT FROM dias_resumen k WHERE k.fecha = f) ORDER BY f LIMIT p_cuantos) x
      CROSS JOIN LATERAL dia_resultado(f) r ON CONFLICT DO NOTHING RETURNING fecha),
  salidas AS (INSERT INTO dias_salidas SELECT d.fecha, s.* FROM d CROSS JOIN LATERAL dia_salidas(d.fecha) s)
  SELECT count(*)::int FROM d;
$$;
