GRANT UPDATE (impresiones, impresiones_declaracion) ON compras_ventas TO cambista_app;
GRANT UPDATE (impresiones) ON compras_ventas_tickets TO cambista_app;
-- What whoever sees some branches alone reads (R-260); the same in every area.
SELECT sucursales_filtrar('compras_ventas'), sucursales_filtrar('compras_ventas_tickets'),
  sucursales_filtrar('compras_ventas_dias'),
  sucursales_filtrar('compras_ventas_pagos', 'EXISTS (SELECT FROM compras_ventas d WHERE d.id = compra_venta_id)'),
  sucursales_filtrar('autorizaciones_tasa', sucursales_de('solicitado_por')
    || ' AND (compra_venta_id IS NULL OR EXISTS (SELECT FROM compras_ventas d WHERE d.id = compra_venta_id))');
