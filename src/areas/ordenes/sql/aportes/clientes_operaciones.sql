SELECT cliente_id, 'ordenes', id, fecha_negocio, monto_usd FROM ordenes
WHERE estado IN ('pagada', 'en_proceso', 'completada') OR estado = 'pendiente' AND vence_en > ahora()
