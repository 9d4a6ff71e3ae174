-- A view stays its owner's and of its list; it is changed by him and removed.
GRANT INSERT, DELETE, UPDATE (nombre, compartida, filtros, columnas, version) ON vistas TO cambista_app;
GRANT INSERT, DELETE, UPDATE (vista_id) ON vistas_inicio TO cambista_app;
