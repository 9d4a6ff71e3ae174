SELECT pais, 'entidades financieras' FROM entidades_financieras WHERE estatus
