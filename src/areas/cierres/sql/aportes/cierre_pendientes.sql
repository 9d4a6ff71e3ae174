SELECT 'turnos', true, fecha_negocio FROM turnos WHERE estado IN ('abierto', 'en_conteo')
UNION ALL SELECT 'aprobar', false, fecha_negocio FROM turnos WHERE estado = 'cerrado'
