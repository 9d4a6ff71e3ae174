-- What the client handed over where it was more than his payment (R-286): the rest is his change, given at once, so that
-- what enters the till is the payment.
ALTER TABLE ordenes_cobros
  ADD COLUMN recibido numeric(38,8),
  ADD CONSTRAINT ordenes_cobros_recibido_check CHECK (recibido IS NULL
    OR recibido > monto AND recibido < 1e29 AND tarifa = 0 AND a_favor = 0 AND saldo_id IS NULL),
  DROP CONSTRAINT ordenes_cobros_check,
  ADD CONSTRAINT ordenes_cobros_check CHECK (denominaciones IS NULL
    OR coalesce(denominaciones_suma(denominaciones), 0) = coalesce(recibido, monto + a_favor));

ALTER TABLE compras_ventas_pagos
  ADD COLUMN recibido numeric(38,8),
  ADD CONSTRAINT compras_ventas_pagos_recibido_check CHECK (recibido IS NULL
    OR recibido > monto AND recibido < 1e29 AND tarifa = 0 AND lado = 'recibimos'),
  DROP CONSTRAINT compras_ventas_pagos_check,
  ADD CONSTRAINT compras_ventas_pagos_check CHECK (denominaciones IS NULL
    OR coalesce(denominaciones_suma(denominaciones), 0) = coalesce(recibido, monto));
