-- Checks the limits of a way of paying per day and month, on each side, including these payments and clients' payments
-- for orders but no annulled ones. Locks the ways that have such a limit and no other, so that concurrent operations
-- cannot both use the rest of it; what calls it twice with payments of its own locks these ways before (tickets_tomar).
CREATE OR REPLACE FUNCTION tipos_pagos_topes(pagos pago_leido[], p_fecha date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(pagos) x JOIN tipos_pagos t ON t.id = x.tipo_pago_id
                 WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(10, tipo_pago_id)
    FROM (SELECT DISTINCT tipo_pago_id FROM unnest(pagos) JOIN tipos_pagos t ON t.id = tipo_pago_id
          WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL ORDER BY tipo_pago_id) x;
  PERFORM topes_exigir(t.nombre, x.monto + coalesce(u.dia, 0), t.tope_dia, x.monto + coalesce(u.mes, 0), t.tope_mes,
      m.simbolo, m.decimales)
    FROM (SELECT tipo_pago_id, moneda_id, lado, sum(monto) AS monto FROM unnest(pagos) GROUP BY 1, 2, 3) x
    JOIN tipos_pagos t ON t.id = x.tipo_pago_id JOIN monedas m ON m.id = x.moneda_id
    CROSS JOIN LATERAL (
      SELECT sum(g.monto) AS mes, sum(g.monto) FILTER (WHERE g.fecha_negocio = p_fecha) AS dia FROM tipos_pagos_usos g
      WHERE g.tipo_pago_id = x.tipo_pago_id AND g.moneda_id = x.moneda_id AND g.lado = x.lado
        AND g.fecha_negocio BETWEEN date_trunc('month', p_fecha)::date AND p_fecha) u
    WHERE t.tope_dia IS NOT NULL OR t.tope_mes IS NOT NULL;
END $$;
