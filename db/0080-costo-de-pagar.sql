-- What the bank charges the house for paying a beneficiary by a way of paying: a percentage of the payout, and an amount
-- in the currency of the way. Neither said: what the account of the payout says; zero: nothing. What a payment that comes
-- in costs is another matter (`costo_pct`): a wallet may charge for one and not for the other. Cash has neither.
ALTER TABLE tipos_pagos
  ADD COLUMN costo_pago_pct numeric(6,3) CHECK (costo_pago_pct >= 0 AND costo_pago_pct <= 20),
  ADD COLUMN costo_pago_fijo numeric(38,8) CHECK (costo_pago_fijo >= 0 AND costo_pago_fijo < 1e29),
  ADD CONSTRAINT tipos_pagos_costo_pago_efectivo CHECK (NOT efectivo OR num_nonnulls(costo_pago_pct, costo_pago_fijo) = 0),
  ADD CONSTRAINT tipos_pagos_costo_pago_sale CHECK (sentido <> 'entra' OR num_nonnulls(costo_pago_pct, costo_pago_fijo) = 0),
  ADD CONSTRAINT tipos_pagos_costo_pago_moneda CHECK (moneda_id IS NOT NULL OR costo_pago_fijo IS NULL);

-- It bounds what a payer may say that the bank took, as the charge of an account does: a control (R-187).
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('tipos_pagos', 'costo_pago_pct', 'cambia', false, 'Costo por pago, %'),
  ('tipos_pagos', 'costo_pago_fijo', 'cambia', false, 'Costo fijo por pago');
