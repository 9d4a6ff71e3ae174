-- A client's credit pays a later order of his (R-279): a payment without account and way of paying, out of `saldo_id`.
ALTER TABLE ordenes_cobros
  ADD COLUMN saldo_id bigint REFERENCES ordenes_saldos,
  ALTER COLUMN tipo_pago_id DROP NOT NULL,
  ALTER COLUMN cuenta_id DROP NOT NULL,
  DROP CONSTRAINT ordenes_cobros_check3,
  ADD CONSTRAINT ordenes_cobros_check3
    CHECK ((estado = 'devuelto' AND saldo_id IS NULL) = (devuelto_de IS NOT NULL)),
  ADD CONSTRAINT ordenes_cobros_forma_check
    CHECK (num_nonnulls(tipo_pago_id, cuenta_id) = CASE WHEN saldo_id IS NULL THEN 2 ELSE 0 END),
  -- It is money that the house has already: verified, with nothing on top of it, and of no bank.
  ADD CONSTRAINT ordenes_cobros_saldo_check CHECK (saldo_id IS NULL OR estado IN ('verificado', 'devuelto')
    AND num_nonnulls(referencia, denominaciones, gasto) = 0 AND tarifa = 0 AND costo = 0 AND a_favor = 0);
CREATE INDEX ordenes_cobros_saldo ON ordenes_cobros (saldo_id) WHERE saldo_id IS NOT NULL;
