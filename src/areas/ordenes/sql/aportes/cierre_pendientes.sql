-- Paid by the client and not paid out within the house's term.
SELECT 'ordenes', false, fecha_negocio(pagada_en), ARRAY[sucursal_id] FROM ordenes
WHERE estado IN ('pagada', 'en_proceso') AND pagada_en < ahora() -
    make_interval(mins => ajuste('orden_sla_minutos')::int)
