-- A count that waits for approval stands in the way like an open till (R-251): its difference is posted by the
-- approval, on the day of that, and a closed day would refuse it. A cashier may have tills at several branches.
SELECT CASE estado WHEN 'cerrado' THEN 'aprobar' ELSE 'turnos' END, true, fecha_negocio,
       sucursal_id || ARRAY(SELECT c.sucursal_id FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id
                            WHERE x.turno_id = turnos.id)
FROM turnos WHERE estado IN ('abierto', 'en_conteo', 'cerrado')
