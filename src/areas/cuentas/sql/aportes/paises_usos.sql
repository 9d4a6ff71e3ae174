SELECT pais, 'cuentas' FROM cuentas WHERE estatus
