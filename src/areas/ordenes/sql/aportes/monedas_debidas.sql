SELECT o.recibe_moneda_id, o.recibe - coalesce((SELECT sum(g.monto) FROM ordenes_pagos g
  WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0)
FROM ordenes o WHERE o.estado IN ('pagada', 'en_proceso')
