GRANT INSERT, UPDATE ON entidades_financieras TO cambista_app;
