SELECT 'ajustes-saldo', id, numero, NULL, NULL, sucursal_id FROM ajustes_saldo
