import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books about batches of payouts. */
export const verifica: readonly Regla[] = [
  [
    'Cada lote tiene las órdenes, el total y el archivo que dice, y su estado es el de sus líneas',
    `SELECT format('%s: %s órdenes por %s', k.numero, l.n, trim_scale(l.total)) AS detalle FROM ordenes_lotes k
     CROSS JOIN LATERAL (SELECT count(*)::int AS n, sum(monto) AS total,
         count(*) FILTER (WHERE estado = 'pendiente') AS esperan, count(*) FILTER (WHERE estado = 'pagada') AS pagadas
       FROM ordenes_lotes_lineas WHERE lote_id = k.id) l
     WHERE :nuevas(ordenes_lotes, k.id) AND ((k.ordenes, k.total) IS DISTINCT FROM (l.n, l.total)
       OR k.huella IS DISTINCT FROM encode(sha256(k.archivo), 'hex')
       OR k.estado <> CASE WHEN l.esperan > 0 THEN 'abierto' WHEN l.pagadas > 0 THEN 'cerrado' ELSE 'anulado' END)
     ORDER BY k.id`,
  ],
  [
    'Lo que un lote pagó es un pago de su orden, de su cuenta, por su monto y a su beneficiario',
    `SELECT format('%s, línea %s', k.numero, l.n) AS detalle
     FROM ordenes_lotes_lineas l JOIN ordenes_lotes k ON k.id = l.lote_id LEFT JOIN ordenes_pagos g ON g.id = l.pago_id
     WHERE :nuevas(ordenes_lotes_lineas, l.id) AND l.estado = 'pagada'
       AND (g.orden_id, g.cuenta_id, g.monto, g.beneficiario, g.usuario_id)
         IS DISTINCT FROM (l.orden_id, k.cuenta_id, l.monto, l.beneficiario, l.resuelta_por)
     ORDER BY l.id`,
  ],
]
