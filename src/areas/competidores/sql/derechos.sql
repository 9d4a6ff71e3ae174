GRANT INSERT, UPDATE ON competidores TO cambista_app;
