-- A person's own way to read his files: kept, changed, and forgotten with the oldest.
GRANT INSERT, DELETE, UPDATE (encabezado, claves, usado_en) ON importar_mapas TO cambista_app;
-- The cells of a row are never changed, nor whose file it is.
GRANT INSERT, UPDATE (estado, quien, acabada_en, vista_en, motivo, hechas, nueva, igual, distinta, rechazada, debe,
  dado) ON importaciones TO cambista_app;
GRANT INSERT, UPDATE (estado, nombre, registro_id, motivos) ON importaciones_filas TO cambista_app;
