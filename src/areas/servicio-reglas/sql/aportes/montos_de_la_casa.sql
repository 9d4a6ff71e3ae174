SELECT 'reglas de servicio' FROM servicio_reglas
WHERE num_nonnulls(fija, min, max) > 0 OR divisa_id IS NULL AND num_nonnulls(desde, hasta) > 0
