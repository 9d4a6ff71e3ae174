/** What must hold of the operation numbers in use (ADR 0028): a query each that finds what breaks it. */
export const REGLAS_REFERENCIAS: readonly (readonly [regla: string, consulta: string])[] = [
  [
    'Cada referencia en uso es la de un pago que está en pie, y cada pago en pie tiene la suya',
    `WITH l AS (
       SELECT 'compras_ventas_pagos' AS linea, to_jsonb(g) AS j FROM compras_ventas_pagos g WHERE g.referencia IS NOT NULL
       UNION ALL SELECT 'ordenes_cobros', to_jsonb(g) FROM ordenes_cobros g WHERE g.referencia IS NOT NULL
       UNION ALL SELECT 'ordenes_pagos', to_jsonb(g) FROM ordenes_pagos g),
     d AS (SELECT r.* FROM l CROSS JOIN LATERAL referencias_usadas_de(l.linea, l.j) r)
     SELECT format('%s %s: %s', coalesce(u.linea, d.linea), coalesce(u.linea_id, d.linea_id), coalesce(u.referencia, d.referencia)) AS detalle
     FROM referencias_usadas u FULL JOIN d USING (linea, linea_id)
     -- One that was used twice before this rule has its place with the first.
     WHERE u IS DISTINCT FROM d AND NOT (u.linea IS NULL AND EXISTS (
       SELECT FROM referencias_usadas x WHERE (x.cuenta_id, x.sale, x.referencia) = (d.cuenta_id, d.sale, d.referencia)
         AND x.tipo_pago_id IS NOT DISTINCT FROM d.tipo_pago_id))
     ORDER BY 1`,
  ],
]
