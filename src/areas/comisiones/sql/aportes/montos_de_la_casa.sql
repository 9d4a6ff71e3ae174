SELECT 'reglas de comisiones' FROM comisiones_reglas
WHERE NOT retirada AND (base = 'fijo' OR num_nonnulls(minimo, maximo) > 0)
