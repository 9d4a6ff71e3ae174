SELECT pais, 'pares de divisas' FROM pares_divisas WHERE estatus
