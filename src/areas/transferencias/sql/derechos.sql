GRANT UPDATE (impresiones) ON transferencias TO cambista_app;
