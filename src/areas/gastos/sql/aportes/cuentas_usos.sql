SELECT cuenta_id, false FROM gastos
UNION ALL SELECT cuenta_id, false FROM gastos_recurrentes
