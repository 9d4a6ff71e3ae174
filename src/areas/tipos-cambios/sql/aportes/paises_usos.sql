SELECT pais, 'tipos de cambio' FROM tipos_cambios WHERE estatus
