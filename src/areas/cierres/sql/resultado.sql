-- What counts for the margin of a business day, each with its moment: an order when its client has paid; an annulment
-- on its own day, so that the result of a past day never changes.
CREATE OR REPLACE FUNCTION dia_margenes(p_fecha date)
  RETURNS TABLE (margen numeric, operaciones integer, ordenes integer, usuario_id integer, sucursal_id integer,
    cuando timestamptz) LANGUAGE sql STABLE AS $$
  SELECT margen, 1 AS operaciones, 0 AS ordenes, usuario_id, sucursal_id, fecha AS cuando
  FROM compras_ventas WHERE fecha_negocio = p_fecha
  UNION ALL SELECT -margen, -(fecha_negocio = p_fecha)::int, 0, usuario_id, sucursal_id, anulada_en
  FROM compras_ventas WHERE estado = 'anulada' AND fecha_negocio(anulada_en) = p_fecha
  UNION ALL SELECT margen, 0, 1, usuario_id, sucursal_id, pagada_en
  FROM ordenes WHERE pagada_en IS NOT NULL AND fecha_negocio(pagada_en) = p_fecha
  UNION ALL SELECT -margen, 0, -(fecha_negocio(pagada_en) = p_fecha)::int, usuario_id, sucursal_id, anulada_en
  FROM ordenes WHERE estado = 'anulada' AND fecha_negocio(anulada_en) = p_fecha AND pagada_en IS NOT NULL
$$;

-- What a business day earned until an instant of it, for one user or all: realized profit from the ledger, margin of
-- the rates, and counter operations.
CREATE OR REPLACE FUNCTION dia_resultado(p_fecha date, p_hasta timestamptz DEFAULT 'infinity',
    p_usuario integer DEFAULT NULL)
  RETURNS TABLE (ganancia numeric, margen numeric, operaciones integer, ordenes integer) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(-sum(p.importe), 0) FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
          WHERE a.fecha_negocio = p_fecha AND a.fecha <= p_hasta AND (p_usuario IS NULL OR a.usuario_id = p_usuario)
            AND p.cuenta_id = ANY (ARRAY(SELECT ganancia_id FROM posiciones))),
         coalesce(sum(x.margen), 0), coalesce(sum(x.operaciones), 0)::int, coalesce(sum(x.ordenes), 0)::int
  FROM dia_margenes(p_fecha) x
  WHERE x.cuando <= p_hasta AND (p_usuario IS NULL OR x.usuario_id = p_usuario)
$$;
