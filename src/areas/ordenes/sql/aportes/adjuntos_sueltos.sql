SELECT 'ordenes-cobros', orden_id, id FROM ordenes_cobros WHERE estado IN ('rechazado', 'devuelto')
UNION ALL
SELECT 'ordenes-pagos', orden_id, id FROM ordenes_pagos WHERE estado = 'rebotado'
UNION ALL
SELECT 'ordenes-devoluciones', orden_id, id FROM ordenes_devoluciones WHERE estado = 'anulada'
