-- A count that waits for approval stands in the way like an open till (R-251): its difference is posted by the
-- approval, on the day of that, and a closed day would refuse it.
SELECT 'turnos', true, fecha_negocio FROM turnos WHERE estado IN ('abierto', 'en_conteo')
UNION ALL SELECT 'aprobar', true, fecha_negocio FROM turnos WHERE estado = 'cerrado'
