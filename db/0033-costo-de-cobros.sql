-- What the bank takes of a client's payment for an order: in the payment's currency, and at what it was posted.
ALTER TABLE ordenes_cobros
  ADD COLUMN costo numeric(38,8) NOT NULL DEFAULT 0 CHECK (costo >= 0 AND costo < 1e29),
  ADD COLUMN gasto numeric(38,8) CHECK (gasto >= 0 AND gasto < 1e29);
