-- Decimals of an amount that is paid out, where fewer than the currency has: nobody in Colombia pays centavos.
ALTER TABLE monedas ADD COLUMN decimales_pago integer CHECK (decimales_pago BETWEEN 0 AND decimales);
UPDATE monedas SET decimales_pago = 0 WHERE iso = 'COP';
