-- What the fee of a client's payment for an order is in the functional currency, which is the income; null where the
-- payment is in it, and the fee with it. A way of paying of a foreign currency has its fee in the functional one (R-298):
-- at the counter it stays that (`compras_ventas_pagos.tarifa` of a foreign line, no part of its `monto`), and in an order
-- it is turned into the currency of the payment.
ALTER TABLE ordenes_cobros ADD COLUMN tarifa_valor numeric(38,8) CHECK (tarifa_valor > 0 AND tarifa_valor < 1e29);
