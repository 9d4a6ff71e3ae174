-- Paid by the client, and not paid out whole to his beneficiary.
SELECT o.cliente_id, 'ordenes', o.id, o.numero, o.fecha, 'pagar', o.recibe_moneda_id,
       coalesce((SELECT sum(g.monto) FROM ordenes_pagos g WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0)
         - o.recibe
FROM ordenes o WHERE o.estado IN ('pagada', 'en_proceso')
UNION ALL
-- What he paid of an order that is not paid whole: the house has it.
SELECT o.cliente_id, 'ordenes', o.id, o.numero, o.fecha, 'a-cuenta', o.envia_moneda_id, -sum(c.monto)
FROM ordenes o JOIN ordenes_cobros c ON c.orden_id = o.id AND c.estado = 'verificado'
WHERE o.estado IN ('pendiente', 'vencida') GROUP BY o.id
UNION ALL
-- What he paid above it, and has not had back (R-277).
SELECT s.cliente_id, 'ordenes', o.id, o.numero, s.fecha, 'a-favor', s.moneda_id, -s.saldo
FROM ordenes_saldos s JOIN ordenes o ON o.id = s.orden_id WHERE s.saldo > 0
