SELECT 'ajustes-saldo', id, numero FROM ajustes_saldo
