SELECT 'ajustes-saldo', id, numero, NULL, NULL FROM ajustes_saldo
