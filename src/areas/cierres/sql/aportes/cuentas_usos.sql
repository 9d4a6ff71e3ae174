-- A difference that waits for approval will still be posted on its account.
SELECT x.cuenta_id, coalesce(t.estado = 'cerrado' AND c.diferencia <> 0, false)
FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id LEFT JOIN conteos c ON c.id = x.conteo_id
UNION ALL SELECT cuenta_id, false FROM conteos
