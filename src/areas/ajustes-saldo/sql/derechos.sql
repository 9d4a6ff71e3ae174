REVOKE EXECUTE ON FUNCTION ajustes_saldo_contabilizar FROM cambista_app;
