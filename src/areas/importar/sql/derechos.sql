-- A person's own way to read his files: kept, changed, and forgotten with the oldest.
GRANT INSERT, DELETE, UPDATE (encabezado, claves, usado_en) ON importar_mapas TO cambista_app;
