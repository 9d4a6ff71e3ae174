GRANT INSERT, UPDATE ON monedas TO cambista_app;
