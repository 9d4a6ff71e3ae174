SELECT 'ajustes-saldo', id, NULL FROM ajustes_saldo WHERE estado = 'rechazado'
