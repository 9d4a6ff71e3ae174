GRANT INSERT, UPDATE ON clientes TO cambista_app;
