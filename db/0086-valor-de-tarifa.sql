-- What a fee is worth in the books exists only where there is a fee. That it does of every fee of a foreign payment is
-- the rule of the books (R-301): a CHECK does not see which currency is theirs.
ALTER TABLE ordenes_cobros
  ADD CONSTRAINT ordenes_cobros_tarifa_valor_de CHECK (tarifa_valor IS NULL OR tarifa > 0);
