SELECT r.* FROM compras_ventas_pagos g
CROSS JOIN LATERAL referencias_usadas_de('compras_ventas_pagos', 'compras-ventas', g.compra_venta_id,
    g.lado = 'entregamos', to_jsonb(g)) r
WHERE g.referencia IS NOT NULL
