GRANT UPDATE (impresiones) ON transferencias TO cambista_app;
-- A transfer is of both its sides; a side of no branch makes it nobody else's.
SELECT sucursales_filtrar('transferencias', format('num_nonnulls(sucursal_id, sucursal_destino_id) = 0 OR %s OR %s',
  sucursal_suya('sucursal_id'), sucursal_suya('sucursal_destino_id')));
