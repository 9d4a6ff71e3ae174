VALUES ('importar_mapas', NULL, 'cómo lee una persona los títulos de sus archivos; ninguna celda'),
  ('importaciones', NULL, 'un archivo y cuánto va de él; lo creado está en su área y en la auditoría'),
  ('importaciones_filas', NULL, 'filas que esperan o esperaron; lo creado está en su área y en la auditoría'),
  ('vistos_filas', NULL, 'filas de un archivo por aprobar, que se olvidan; su huella está en el visto bueno')
