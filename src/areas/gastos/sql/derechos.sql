GRANT INSERT, UPDATE ON gastos_categorias TO cambista_app;
