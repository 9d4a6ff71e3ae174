-- What a business day earned until an instant of it, for one user or all: realized profit from the ledger, margin of
-- the rates, and counter operations. An order's margin counts when its client has paid. An annulment counts on its own
-- day, so the result of a past day never changes.
CREATE OR REPLACE FUNCTION dia_resultado(p_fecha date, p_hasta timestamptz DEFAULT 'infinity',
    p_usuario integer DEFAULT NULL)
  RETURNS TABLE (ganancia numeric, margen numeric, operaciones integer, ordenes integer) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(-sum(p.importe), 0) FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
          WHERE a.fecha_negocio = p_fecha AND a.fecha <= p_hasta AND (p_usuario IS NULL OR a.usuario_id = p_usuario)
            AND p.cuenta_id = ANY (ARRAY(SELECT ganancia_id FROM posiciones))),
         coalesce(n.margen, 0) - coalesce(x.margen, 0) + coalesce(r.margen, 0) - coalesce(d.margen, 0),
         (n.operaciones - x.operaciones)::int, (r.ordenes - d.ordenes)::int
  FROM (SELECT sum(o.margen) AS margen, count(*) AS operaciones FROM compras_ventas o
        WHERE o.fecha_negocio = p_fecha AND o.fecha <= p_hasta AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) n,
       (SELECT sum(o.margen) AS margen, count(*) FILTER (WHERE o.fecha_negocio = p_fecha) AS operaciones
        FROM compras_ventas o
        WHERE o.estado = 'anulada' AND fecha_negocio(o.anulada_en) = p_fecha AND o.anulada_en <= p_hasta
          AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) x,
       (SELECT sum(o.margen) AS margen, count(*) AS ordenes FROM ordenes o
        WHERE o.pagada_en IS NOT NULL AND fecha_negocio(o.pagada_en) = p_fecha AND o.pagada_en <= p_hasta
          AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) r,
       (SELECT sum(o.margen) AS margen, count(*) FILTER (WHERE fecha_negocio(o.pagada_en) = p_fecha) AS ordenes
           FROM ordenes o
        WHERE o.estado = 'anulada' AND fecha_negocio(o.anulada_en) = p_fecha AND o.anulada_en <= p_hasta
          AND o.pagada_en IS NOT NULL AND (p_usuario IS NULL OR o.usuario_id = p_usuario)) d
$$;
