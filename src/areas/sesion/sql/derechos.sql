GRANT INSERT, UPDATE ON sesiones TO cambista_app;
GRANT INSERT ON sesiones_tokens TO cambista_app;
GRANT INSERT, UPDATE, DELETE ON intentos_ingreso TO cambista_app;
