-- Profit and volume of one business day, as rows that can be added up.
CREATE OR REPLACE FUNCTION reportes_resumen_de(p_fecha date)
  RETURNS SETOF reportes_resumen LANGUAGE sql STABLE ROWS 300 AS $$
  SELECT p_fecha, f.tipo, f.moneda_id, f.de_id, f.a_id, f.segmento, f.usuario_id, f.hora,
         sum(f.n)::int, sum(f.monto), sum(f.contravalor), sum(f.usd), sum(f.sin_usd)::int,
         coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'ganancia'), 0),
             coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'servicio'), 0),
         coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'redondeo'), 0),
             coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'bancarios'), 0),
         coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'comisiones'), 0),
         coalesce(sum(f.importe) FILTER (WHERE f.concepto = 'anulaciones'), 0), f.sucursal_id
  FROM (
    SELECT d.tipo, d.moneda_id, d.de_id, d.a_id, d.segmento, d.usuario_id,
           extract(hour FROM d.fecha AT TIME ZONE zona_horaria())::int AS hora, 1 AS n, d.monto, d.contravalor,
           coalesce(d.monto_usd, 0) AS usd, (d.monto_usd IS NULL)::int AS sin_usd, NULL AS concepto, 0 AS importe,
           d.sucursal_id
    FROM reportes_documentos d WHERE d.fecha_negocio = p_fecha
    UNION ALL
    SELECT m.tipo, m.moneda_id, m.de_id, m.a_id, x.segmento, m.usuario_id, m.hora, 0, 0, 0, 0, 0, m.concepto, m.importe,
           m.sucursal_id
    FROM reportes_movimientos m
    LEFT JOIN tipos_cambios_historico h ON h.id = m.historico_id LEFT JOIN tipos_cambios x ON x.id = h.tipo_cambio_id
    WHERE m.fecha_negocio = p_fecha) f
  GROUP BY 2, 3, 4, 5, 6, 7, 8, f.sucursal_id
$$;

-- Position of each currency on one business day, in its units, and the movement of its cost in the functional currency.
-- An annulment is subtracted from the column of its operation.
CREATE OR REPLACE FUNCTION reportes_posicion_de(p_fecha date)
  RETURNS SETOF reportes_posicion LANGUAGE sql STABLE ROWS 12 AS $$
  SELECT p_fecha, q.moneda_id,
         coalesce(sum(q.x) FILTER (WHERE q.origen = 'compras-ventas' AND (q.x > 0) <> q.reversa), 0),
         coalesce(-sum(q.x) FILTER (WHERE q.origen = 'compras-ventas' AND (q.x > 0) = q.reversa), 0),
         coalesce(sum(q.x) FILTER (WHERE q.origen = 'ordenes'), 0),
         coalesce(sum(q.x) FILTER (WHERE q.origen = 'transferencias'), 0),
         coalesce(sum(q.x) FILTER (WHERE q.origen NOT IN ('compras-ventas', 'ordenes', 'transferencias')), 0),
         sum(q.k)
  FROM (
    SELECT s.moneda_id, a.origen, a.anula_a IS NOT NULL AS reversa,
           CASE WHEN p.cuenta_id = s.posicion_id THEN -p.importe ELSE 0 END AS x,
           CASE WHEN p.cuenta_id = s.contravalor_id THEN p.importe ELSE 0 END AS k
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
    JOIN posiciones s ON p.cuenta_id IN (s.posicion_id, s.contravalor_id)
    WHERE a.fecha_negocio = p_fecha) q
  GROUP BY q.moneda_id
$$;

-- What is stored of the days of a range, added up over their hours.
CREATE OR REPLACE FUNCTION reportes_sin_horas(p_desde date, p_hasta date)
  RETURNS SETOF reportes_diario LANGUAGE sql STABLE AS $$
  SELECT fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id, sum(operaciones)::int, sum(monto), sum(contravalor),
         sum(usd), sum(sin_usd)::int, sum(ganancia), sum(servicio), sum(redondeo), sum(bancarios), sum(comisiones),
         sum(anulaciones), sucursal_id
  FROM reportes_resumen WHERE fecha BETWEEN p_desde AND p_hasta GROUP BY 1, 2, 3, 4, 5, 6, 7, sucursal_id
$$;

-- Stores the summaries of past days that are missing, the latest first, since those are asked for. A day is past a
-- quarter of an hour after its midnight, as in dias_resumir: no entry of that day can be committed any more. Answers
-- how many were stored.
CREATE OR REPLACE FUNCTION reportes_resumir(p_cuantos integer DEFAULT 31)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_hoy date := fecha_negocio(ahora() - interval '15 minutes');
  v_fecha date;
  v_hechos integer := 0;
BEGIN
  FOR v_fecha IN
    SELECT d::date FROM generate_series((SELECT min(fecha_negocio) FROM asientos), v_hoy - 1, interval '1 day') d
    WHERE NOT EXISTS (SELECT FROM reportes_dias r WHERE r.fecha = d::date)
    ORDER BY d DESC LIMIT p_cuantos
  LOOP
    -- Its last entry before its sums: what another one adds to them meanwhile makes them void, not wrong.
    INSERT INTO reportes_dias SELECT v_fecha, max(a.id) FROM asientos a WHERE a.fecha_negocio = v_fecha
      ON CONFLICT DO NOTHING;
    -- Another server process stored it first.
    CONTINUE WHEN NOT FOUND;
    INSERT INTO reportes_resumen SELECT * FROM reportes_resumen_de(v_fecha);
    INSERT INTO reportes_diario SELECT * FROM reportes_sin_horas(v_fecha, v_fecha);
    INSERT INTO reportes_posicion SELECT * FROM reportes_posicion_de(v_fecha);
    v_hechos := v_hechos + 1;
  END LOOP;
  RETURN v_hechos;
END $$;

-- Stored days of a range whose last entry is the one that they had, so that one dated into a day later, by a clock that
-- was set back, is not missed (R-205).
CREATE OR REPLACE FUNCTION reportes_buenos(p_desde date, p_hasta date)
  RETURNS SETOF date LANGUAGE sql STABLE ROWS 300 AS $$
  SELECT r.fecha FROM reportes_dias r
  WHERE r.fecha BETWEEN p_desde AND p_hasta
    AND r.asiento_id IS NOT DISTINCT FROM (SELECT a.id FROM asientos a WHERE a.fecha_negocio = r.fecha
                                           ORDER BY a.fecha_negocio DESC, a.id DESC LIMIT 1)
$$;

-- The other days of a range: today, days that have not been stored yet, and those that another entry made void.
CREATE OR REPLACE FUNCTION reportes_faltan(p_desde date, p_hasta date)
  RETURNS SETOF date LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT d::date FROM generate_series(greatest(p_desde, (SELECT min(fecha_negocio) FROM asientos)),
                                      least(p_hasta, fecha_negocio(ahora())), interval '1 day') d
  EXCEPT SELECT reportes_buenos(p_desde, p_hasta)
$$;

-- Profit and volume of a range of days. Without `p_horas` stored days have no hours, and a tenth of the rows.
CREATE OR REPLACE FUNCTION reportes_rango(p_desde date, p_hasta date, p_horas boolean DEFAULT true)
  RETURNS SETOF reportes_resumen LANGUAGE sql STABLE AS $$
  SELECT r.* FROM reportes_resumen r
  WHERE p_horas AND r.fecha BETWEEN p_desde AND p_hasta AND r.fecha IN (SELECT reportes_buenos(p_desde, p_hasta))
  UNION ALL
  SELECT fecha, tipo, moneda_id, de_id, a_id, segmento, usuario_id, NULL::int, operaciones, monto, contravalor, usd,
         sin_usd, ganancia, servicio, redondeo, bancarios, comisiones, anulaciones, sucursal_id
  FROM reportes_diario r
  WHERE NOT p_horas AND r.fecha BETWEEN p_desde AND p_hasta AND r.fecha IN (SELECT reportes_buenos(p_desde, p_hasta))
  UNION ALL
  SELECT r.* FROM reportes_faltan(p_desde, p_hasta) d CROSS JOIN LATERAL reportes_resumen_de(d) r
$$;

CREATE OR REPLACE FUNCTION reportes_posicion_rango(p_desde date, p_hasta date)
  RETURNS SETOF reportes_posicion LANGUAGE sql STABLE AS $$
  SELECT * FROM reportes_posicion r
  WHERE r.fecha BETWEEN p_desde AND p_hasta AND r.fecha IN (SELECT reportes_buenos(p_desde, p_hasta))
  UNION ALL
  SELECT r.* FROM reportes_faltan(p_desde, p_hasta) d CROSS JOIN LATERAL reportes_posicion_de(d) r
$$;

-- A stored summary is never rewritten.
SELECT prohibir('UPDATE OR DELETE',
  '{reportes_dias_fijos,reportes_resumen_fijos,reportes_posicion_fijos,reportes_diario_fijos}');
