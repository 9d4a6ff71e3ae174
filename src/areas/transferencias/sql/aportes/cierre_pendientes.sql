SELECT 'transferencias', false, fecha_negocio, ARRAY[sucursal_id, sucursal_destino_id]
FROM transferencias WHERE estado = 'enviada'
UNION ALL
SELECT 'diferencias-transito', false, fecha_negocio(resuelta_en), ARRAY[sucursal_id, sucursal_destino_id]
FROM transferencias
WHERE estado = 'recibida' AND diferencia_valor IS NOT NULL AND cargo IS NULL
