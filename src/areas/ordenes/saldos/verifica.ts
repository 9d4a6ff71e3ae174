import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books about what clients paid too much. */
export const verificaSaldos: readonly Regla[] = [
  [
    'Cada saldo a favor es lo que sobró de un cobro verificado, menos lo que se devolvió de él',
    `SELECT format('%s, cobro %s: quedan %s y sus documentos dicen %s', o.numero, x.cobro_id, trim_scale(x.saldo),
              trim_scale(x.dicen)) AS detalle
     FROM (SELECT coalesce(s.cobro_id, g.id) AS cobro_id, coalesce(g.orden_id, s.orden_id) AS orden_id, s.saldo,
             CASE WHEN g.estado = 'verificado' THEN g.a_favor - (SELECT coalesce(sum(v.monto), 0) FROM ordenes_devoluciones v
               WHERE v.cobro_id = g.id AND v.estado = 'hecha') - (SELECT coalesce(sum(c.monto), 0) FROM ordenes_cobros c
               WHERE c.saldo_id = g.id AND c.estado = 'verificado') ELSE 0 END AS dicen,
             (s.orden_id, s.moneda_id, s.monto) IS DISTINCT FROM (g.orden_id, g.moneda_id, g.a_favor) AS otro, s.cliente_id, s.anulado
           FROM ordenes_saldos s FULL JOIN (SELECT * FROM ordenes_cobros WHERE a_favor > 0 AND asiento_id IS NOT NULL) g
             ON g.id = s.cobro_id) x
     LEFT JOIN ordenes o ON o.id = x.orden_id
     WHERE x.otro OR x.saldo IS DISTINCT FROM x.dicen OR x.cliente_id IS DISTINCT FROM o.cliente_id
       OR NOT x.anulado AND o.estado IN ('pendiente', 'vencida') ORDER BY x.cobro_id`,
  ],
  [
    'Lo que se debe por saldos a favor es lo que les queda a los clientes, por moneda',
    `SELECT format('%s: en los libros %s, de los clientes %s', k.nombre, trim_scale(-k.saldo), trim_scale(c.suma)) AS detalle
     FROM cuentas_contables k JOIN monedas m ON k.codigo = 'saldos-favor:' || m.iso
     CROSS JOIN LATERAL (SELECT coalesce(sum(x.saldo), 0) AS suma FROM (
       SELECT o.cliente_id, sum(g.a_favor) - coalesce((SELECT sum(v.monto) FROM ordenes_devoluciones v
         JOIN ordenes w ON w.id = v.orden_id WHERE w.cliente_id = o.cliente_id AND v.moneda_id = m.id AND v.estado = 'hecha'), 0)
         - coalesce((SELECT sum(c.monto) FROM ordenes_cobros c JOIN ordenes w ON w.id = c.orden_id WHERE w.cliente_id = o.cliente_id
           AND c.moneda_id = m.id AND c.saldo_id IS NOT NULL AND c.estado = 'verificado'), 0) AS saldo
       FROM ordenes_cobros g JOIN ordenes o ON o.id = g.orden_id
       WHERE g.moneda_id = m.id AND g.estado = 'verificado' AND g.a_favor > 0 GROUP BY o.cliente_id) x) c
     WHERE k.saldo <> -c.suma ORDER BY k.id`,
  ],
  [
    'Cada devolución de saldo a favor la hizo y la anuló quien la auditoría dice',
    `SELECT format('%s, devolución %s', o.numero, v.id) AS detalle FROM ordenes_devoluciones v JOIN ordenes o ON o.id = v.orden_id
     WHERE NOT EXISTS (SELECT FROM auditoria u WHERE u.entidad = 'ordenes' AND u.entidad_id = o.id::text AND u.accion = 'devolver'
         AND (u.despues->>'cobro_id')::bigint = v.cobro_id
         AND (u.despues->>'monto')::numeric = v.monto AND (u.despues->>'cuenta_id')::bigint = v.cuenta_id AND (u.usuario_id, u.fecha) = (v.usuario_id, v.fecha))
       OR (v.estado = 'anulada') <> EXISTS (SELECT FROM auditoria u WHERE u.entidad = 'ordenes' AND u.entidad_id = o.id::text
         AND u.accion = 'anular-devolucion' AND (u.despues->>'devolucion_id')::bigint = v.id
         AND (u.usuario_id, u.fecha) = (v.anulada_por, v.anulada_en))
     ORDER BY v.id`,
  ],
  [
    'Cada saldo a favor usado pagó una orden de su cliente, en su moneda, y lo usó quien la auditoría dice',
    `SELECT format('%s, cobro %s', o.numero, c.id) AS detalle FROM ordenes_cobros c JOIN ordenes o ON o.id = c.orden_id
     LEFT JOIN ordenes_saldos s ON s.cobro_id = c.saldo_id
     WHERE c.saldo_id IS NOT NULL AND ((s.cliente_id, s.moneda_id) IS DISTINCT FROM (o.cliente_id, c.moneda_id)
       OR NOT EXISTS (SELECT FROM auditoria u WHERE u.entidad = 'ordenes' AND u.entidad_id = o.id::text AND u.accion = 'usar-saldo'
         AND ((u.despues->>'cobro_id')::bigint, (u.despues->>'monto')::numeric) = (c.saldo_id, c.monto)
         AND (u.usuario_id, u.fecha) = (c.usuario_id, c.fecha))) ORDER BY c.id`,
  ],
]
