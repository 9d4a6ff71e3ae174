GRANT UPDATE (impresiones) ON turnos TO cambista_app;
SELECT sucursales_filtrar('turnos', sucursal_en('sucursal_id')
    || ' OR id = ANY ((SELECT turnos_compartidos())::bigint[])'),
  sucursales_filtrar('conteos'),
  sucursales_filtrar('cierres_sucursales', sucursal_suya('sucursal_id')),
  sucursales_filtrar('turnos_cuentas', 'EXISTS (SELECT FROM turnos d WHERE d.id = turno_id)');
