SELECT r.* FROM ordenes_cobros g
CROSS JOIN LATERAL referencias_usadas_de('ordenes_cobros', 'ordenes', g.orden_id, false, to_jsonb(g)) r
WHERE g.referencia IS NOT NULL
UNION ALL
SELECT r.* FROM ordenes_pagos g
CROSS JOIN LATERAL referencias_usadas_de('ordenes_pagos', 'ordenes', g.orden_id, true, to_jsonb(g)) r
UNION ALL
SELECT r.* FROM ordenes_devoluciones g
CROSS JOIN LATERAL referencias_usadas_de('ordenes_devoluciones', 'ordenes', g.orden_id, true, to_jsonb(g)) r
