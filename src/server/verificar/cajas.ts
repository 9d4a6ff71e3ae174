/** What must hold of tills and of closed days: a query each that finds what breaks it. */
export const REGLAS_CAJAS: readonly (readonly [regla: string, consulta: string])[] = [
  [
    'Cada diferencia de caja aprobada tiene su asiento, y ninguna otra',
    `SELECT format('%s, cuenta %s', t.numero, x.cuenta_id) AS detalle
     FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id LEFT JOIN conteos c ON c.id = x.conteo_id
     LEFT JOIN asientos a ON a.id = x.asiento_id AND a.origen = 'turnos' AND a.origen_id = t.id
     WHERE (t.estado = 'aprobado' AND c.diferencia <> 0) <> (a.id IS NOT NULL) OR (x.asiento_id IS NULL) <> (a.id IS NULL)
       OR a.id IS NOT NULL AND c.diferencia IS DISTINCT FROM
         (SELECT sum(p.importe) FROM apuntes p WHERE p.asiento_id = a.id AND p.cuenta_id = x.cuenta_id) ORDER BY t.id`,
  ],
  [
    'Una caja que se cuenta no recibe movimientos',
    `SELECT format('%s, cuenta %s', t.numero, x.cuenta_id) AS detalle
     FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id JOIN cuentas_contables k ON k.id = x.cuenta_id
     WHERE x.abierta <> (t.estado IN ('abierto', 'en_conteo')) OR t.estado = 'en_conteo' AND k.bloqueo IS DISTINCT FROM 'conteo'
     ORDER BY t.id`,
  ],
  [
    'Lo guardado de cada día cerrado es lo que dicen los libros',
    `WITH d AS (SELECT p.cuenta_id, a.fecha_negocio AS f, sum(p.importe) AS s FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
                GROUP BY 1, 2),
     c AS (SELECT cuenta_id, f, sum(s) OVER w AS saldo, lead(f) OVER w AS sigue FROM d
           WINDOW w AS (PARTITION BY cuenta_id ORDER BY f))
     SELECT format('día %s, cuenta %s: se guardó %s y es %s', v.fecha, c.cuenta_id,
                   coalesce(v.resumen->'libro'->>c.cuenta_id::text, '0'), trim_scale(c.saldo)) AS detalle
     FROM cierres_versiones v JOIN c ON c.f <= v.fecha AND (c.sigue > v.fecha OR c.sigue IS NULL)
     WHERE v.reabierto_en IS NULL AND c.saldo <> coalesce((v.resumen->'libro'->>c.cuenta_id::text)::numeric, 0) ORDER BY v.fecha`,
  ],
  [
    'Un día cerrado sigue cerrado',
    `SELECT format('día %s', v.fecha) AS detalle FROM cierres_versiones v
     WHERE v.reabierto_en IS NULL AND NOT EXISTS (SELECT FROM cierres c WHERE c.fecha = v.fecha) ORDER BY v.fecha`,
  ],
]
