-- What is not finished when a day closes, one row each: from its day on it counts. What blocks must be done first, the
-- rest is shown and confirmed. An area adds what it leaves pending.
CREATE OR REPLACE VIEW cierre_pendientes AS
  SELECT 'turnos'::text AS clave, true AS bloquea, fecha_negocio AS fecha FROM turnos WHERE estado IN ('abierto', 'en_conteo')
  UNION ALL SELECT 'aprobar', false, fecha_negocio FROM turnos WHERE estado = 'cerrado'
  UNION ALL SELECT 'pagos', false, fecha_negocio FROM compras_ventas WHERE estado = 'pendiente'
  UNION ALL SELECT 'ajustes', false, fecha_negocio(fecha) FROM ajustes_saldo WHERE estado = 'pendiente'
  UNION ALL SELECT 'gastos', false, fecha FROM gastos WHERE estado = 'pendiente'
  UNION ALL SELECT 'transferencias', false, fecha_negocio FROM transferencias WHERE estado = 'enviada'
  -- Paid by the client and not paid out within the term that the house gives itself.
  UNION ALL SELECT 'ordenes', false, fecha_negocio(pagada_en) FROM ordenes
    WHERE estado IN ('pagada', 'en_proceso') AND pagada_en < ahora() - make_interval(mins => ajuste('orden_sla_minutos')::int);
