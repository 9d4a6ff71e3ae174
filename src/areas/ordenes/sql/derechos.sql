GRANT UPDATE (impresiones, impresiones_declaracion) ON ordenes TO cambista_app;
SELECT sucursales_filtrar('ordenes'),
  sucursales_filtrar('ordenes_cobros', 'EXISTS (SELECT FROM ordenes d WHERE d.id = orden_id)'),
  sucursales_filtrar('ordenes_pagos', 'EXISTS (SELECT FROM ordenes d WHERE d.id = orden_id)'),
  sucursales_filtrar('ordenes_saldos', 'EXISTS (SELECT FROM ordenes d WHERE d.id = orden_id)'),
  sucursales_filtrar('ordenes_devoluciones', 'EXISTS (SELECT FROM ordenes d WHERE d.id = orden_id)'),
  sucursales_filtrar('ordenes_pasos', 'EXISTS (SELECT FROM ordenes d WHERE d.id = orden_id)'),
  sucursales_filtrar('ordenes_lotes_lineas', 'EXISTS (SELECT FROM ordenes d WHERE d.id = orden_id)'),
  sucursales_filtrar('ordenes_lotes', cuenta_en('cuenta_id')
    -- Its file and its total are of all its orders.
    || ' AND (SELECT count(*) FROM ordenes_lotes_lineas l WHERE l.lote_id = ordenes_lotes.id) = ordenes_lotes.ordenes');
