import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books that recompute expenses (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Cada gasto pagado está en la cuenta de su categoría por su valor, y lo aprobó otra persona',
    `SELECT format('%s: valor %s, y la cuenta de %s dice %s', g.numero, trim_scale(g.valor), c.nombre, trim_scale(x.valor)) AS detalle
     FROM gastos g LEFT JOIN gastos_categorias c ON c.id = g.categoria_id
     LEFT JOIN asientos a ON a.id = g.asiento_id AND a.origen = 'gastos' AND a.origen_id = g.id
     CROSS JOIN LATERAL (SELECT coalesce(sum(p.valor), 0) AS valor FROM apuntes p JOIN cuentas_contables k ON k.id = p.cuenta_id
       WHERE p.asiento_id = a.id AND k.codigo = CASE c.codigo WHEN 'bancarios' THEN 'gastos-bancarios' ELSE 'gasto:' || c.codigo END) x
     WHERE :nuevas(gastos, g.id) AND (c.id IS NULL OR g.estado <> 'rechazado' AND g.resuelto_por = g.solicitado_por
       OR g.resuelto_en < g.registrado_en OR g.anulado_en < g.pagado_en
       OR g.estado IN ('pagado', 'anulado') AND (a.id IS NULL OR x.valor <> g.valor OR a.fecha <> g.pagado_en)
       OR g.moneda_id IS DISTINCT FROM (SELECT moneda_id FROM cuentas WHERE id = g.cuenta_id)) ORDER BY g.id`,
  ],
]
