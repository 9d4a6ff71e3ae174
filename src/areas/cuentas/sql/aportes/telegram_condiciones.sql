-- Condition of the alert: the balance is below its minimum.
SELECT 'saldo_bajo', c.id, jsonb_build_object('id', c.id, 'saldo', k.saldo::text, 'minimo', c.saldo_min::text)
FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE c.estatus AND k.saldo < c.saldo_min
