SELECT 'transferencias', false, fecha_negocio FROM transferencias WHERE estado = 'enviada'
UNION ALL
SELECT 'diferencias-transito', false, fecha_negocio(resuelta_en) FROM transferencias
WHERE estado = 'recibida' AND diferencia_valor IS NOT NULL AND cargo IS NULL
