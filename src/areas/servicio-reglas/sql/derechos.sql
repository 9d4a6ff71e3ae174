GRANT INSERT, UPDATE ON servicio_reglas TO cambista_app;
