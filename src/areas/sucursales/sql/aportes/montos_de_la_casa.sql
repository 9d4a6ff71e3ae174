SELECT 'límites de sucursales' FROM sucursales
WHERE num_nonnulls(gasto_aprobacion_funcional, gasto_sin_papel_funcional, ajuste_aprobacion_funcional,
  turno_nota_funcional) > 0
