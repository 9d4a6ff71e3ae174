GRANT UPDATE (impresiones) ON turnos TO cambista_app;
