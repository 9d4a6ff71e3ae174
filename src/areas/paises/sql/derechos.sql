GRANT INSERT, UPDATE ON paises TO cambista_app;
