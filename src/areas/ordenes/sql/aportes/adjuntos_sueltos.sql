SELECT 'ordenes-cobros', orden_id, id FROM ordenes_cobros WHERE estado IN ('rechazado', 'devuelto')
UNION ALL
SELECT 'ordenes-pagos', orden_id, id FROM ordenes_pagos WHERE estado = 'rebotado'
