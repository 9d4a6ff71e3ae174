SELECT cuenta_id, false FROM ajustes_saldo
