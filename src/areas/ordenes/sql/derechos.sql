GRANT UPDATE (impresiones, impresiones_declaracion) ON ordenes TO cambista_app;
