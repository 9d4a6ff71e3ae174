VALUES ('trabajos', NULL, 'cómo anda cada trabajo del programa; se escribe en cada falla y cada hora')
