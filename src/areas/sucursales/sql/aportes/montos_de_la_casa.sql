SELECT 'límites de sucursales' FROM sucursales
WHERE num_nonnulls(gasto_aprobacion_pen, gasto_sin_papel_pen, ajuste_aprobacion_pen, turno_nota_pen) > 0
