-- Sources that used up half of what they may move a price by themselves (R-165).
SELECT 'fuente_lejos', p.id, jsonb_build_object('id', p.id)
FROM pares_fuentes f JOIN pares_divisas p ON p.id = f.par_id
WHERE f.activa AND p.estatus AND p.actualizado_por IS NULL AND pares_fuente_uso(p.id, p.compra, p.venta) >= 0.5
