-- The notes and coins by which the opening balance of a till was counted: its first turn begins with them.
ALTER TABLE cuentas_aperturas ADD COLUMN denominaciones jsonb,
  ADD CONSTRAINT cuentas_aperturas_piezas CHECK (denominaciones IS NULL
    OR coalesce(denominaciones_suma(denominaciones), 0) = saldo);
