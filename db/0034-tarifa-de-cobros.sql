-- The fee of a client's payment for an order, on top of `monto`, which is his payment's part of what he sends; of the
-- order, those of its confirmed payments.
ALTER TABLE ordenes_cobros ADD COLUMN tarifa numeric(38,8) NOT NULL DEFAULT 0 CHECK (tarifa >= 0 AND tarifa < 1e29);
ALTER TABLE ordenes ADD COLUMN tarifa numeric(38,8) NOT NULL DEFAULT 0 CHECK (tarifa >= 0 AND tarifa < 1e29);
