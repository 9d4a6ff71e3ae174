GRANT UPDATE (impresiones) ON transferencias TO cambista_app;
-- Both sides' branches see a transfer. If one side has no branch, only the other side's branch sees it.
SELECT sucursales_filtrar('transferencias', format('num_nonnulls(sucursal_id, sucursal_destino_id) = 0 OR %s OR %s',
  sucursal_suya('sucursal_id'), sucursal_suya('sucursal_destino_id')));
