SELECT o.cliente_id, 'ordenes', o.id, o.fecha_negocio, (o.monto_usd + coalesce(ordenes_sobra(o), 0))::numeric(38,8)
FROM ordenes o
WHERE o.estado IN ('pagada', 'en_proceso', 'completada') OR o.estado = 'pendiente' AND o.vence_en > ahora()
