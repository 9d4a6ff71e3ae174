REVOKE EXECUTE ON FUNCTION gastos_contabilizar FROM cambista_app;
GRANT INSERT, UPDATE ON gastos_categorias TO cambista_app;
