VALUES ('trabajos_fallas', NULL, 'qué trabajo del programa falla ahora; se borra cuando vuelve a andar')
