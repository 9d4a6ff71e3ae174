-- What a way of paying costs: the fee that the client pays, and what the bank takes from the house.
-- Percentages of the payment; amounts in the currency of the way. Cash has neither.
ALTER TABLE tipos_pagos
  ADD COLUMN tarifa_pct numeric(6,3) CHECK (tarifa_pct > 0 AND tarifa_pct <= 20),
  ADD COLUMN tarifa_fija numeric(38,8) CHECK (tarifa_fija > 0 AND tarifa_fija < 1e29),
  ADD COLUMN tarifa_min numeric(38,8) CHECK (tarifa_min > 0 AND tarifa_min < 1e29),
  ADD COLUMN tarifa_max numeric(38,8) CHECK (tarifa_max > 0 AND tarifa_max < 1e29),
  ADD COLUMN costo_pct numeric(6,3) CHECK (costo_pct > 0 AND costo_pct <= 20),
  ADD COLUMN costo_fijo numeric(38,8) CHECK (costo_fijo > 0 AND costo_fijo < 1e29),
  ADD CONSTRAINT tipos_pagos_tarifa_efectivo CHECK (NOT efectivo
    OR num_nonnulls(tarifa_pct, tarifa_fija, tarifa_min, tarifa_max, costo_pct, costo_fijo) = 0),
  ADD CONSTRAINT tipos_pagos_tarifa_rango CHECK (tarifa_min <= tarifa_max),
  ADD CONSTRAINT tipos_pagos_tarifa_pct_rango CHECK (tarifa_pct IS NOT NULL OR num_nonnulls(tarifa_min, tarifa_max) = 0),
  ADD CONSTRAINT tipos_pagos_tarifa_moneda CHECK (moneda_id IS NOT NULL
    OR num_nonnulls(tarifa_pct, tarifa_fija, costo_fijo) = 0);

-- Whoever sets a fee could charge it and keep it, and a cost that is too high hides what is taken: both are controls.
INSERT INTO controles (tabla, columna, afloja, cero, nombre) VALUES
  ('tipos_pagos', 'tarifa_pct', 'cambia', false, 'Tarifa al cliente, %'),
  ('tipos_pagos', 'tarifa_fija', 'cambia', false, 'Tarifa fija al cliente'),
  ('tipos_pagos', 'tarifa_min', 'cambia', false, 'Tarifa mínima'),
  ('tipos_pagos', 'tarifa_max', 'cambia', false, 'Tarifa máxima'),
  ('tipos_pagos', 'costo_pct', 'cambia', false, 'Costo para la casa, %'),
  ('tipos_pagos', 'costo_fijo', 'cambia', false, 'Costo fijo para la casa');

INSERT INTO cuentas_contables (codigo, nombre, clase, moneda_id)
  SELECT 'tarifas', 'Ingresos por formas de pago', 'ingreso', id FROM monedas WHERE funcional;

-- Fees of the client's payments, and what they cost the house, in the functional currency.
ALTER TABLE compras_ventas
  ADD COLUMN tarifa numeric(38,8) NOT NULL DEFAULT 0 CHECK (tarifa >= 0 AND tarifa < 1e29),
  ADD COLUMN gastos numeric(38,8) NOT NULL DEFAULT 0 CHECK (gastos >= 0 AND gastos < 1e29);

-- `tarifa`: the part of `monto` that is the fee (received) or was kept of it (delivered). `costo`: what the bank takes,
-- in the line's currency; `gasto`: at what it was posted, null until the payment is verified.
ALTER TABLE compras_ventas_pagos
  ADD COLUMN tarifa numeric(38,8) NOT NULL DEFAULT 0 CHECK (tarifa >= 0 AND tarifa < 1e29),
  ADD COLUMN costo numeric(38,8) NOT NULL DEFAULT 0 CHECK (costo >= 0 AND costo < 1e29),
  ADD COLUMN gasto numeric(38,8) CHECK (gasto >= 0 AND gasto < 1e29);

-- The same three of an operation on its way, one of each payment.
ALTER TYPE compra_venta_caso ADD ATTRIBUTE tarifas numeric[], ADD ATTRIBUTE costos numeric[],
  ADD ATTRIBUTE gastos numeric[];
