GRANT UPDATE (impresiones, impresiones_declaracion) ON compras_ventas TO cambista_app;
