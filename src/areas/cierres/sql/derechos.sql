GRANT UPDATE (impresiones) ON turnos TO cambista_app;
SELECT sucursales_filtrar('turnos'), sucursales_filtrar('conteos'),
  sucursales_filtrar('cierres_sucursales', sucursal_suya('sucursal_id')),
  sucursales_filtrar('turnos_cuentas', 'EXISTS (SELECT FROM turnos d WHERE d.id = turno_id)');
