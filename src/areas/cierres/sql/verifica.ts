import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books that recompute counts (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Lo esperado de cada conteo es lo que los libros decían en su instante',
    `SELECT format('conteo %s, %s: esperaba %s y los libros decían %s', c.id, n.nombre, trim_scale(c.esperado), trim_scale(l.saldo)) AS detalle
     FROM conteos c JOIN cuentas n ON n.id = c.cuenta_id
     CROSS JOIN LATERAL (
       SELECT coalesce((SELECT p.saldo_despues FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
                        WHERE p.cuenta_id = c.cuenta_id AND a.fecha <= c.fecha ORDER BY p.id DESC LIMIT 1), 0)
         + coalesce((SELECT sum(x.diferencia) FROM turnos t JOIN turnos_cuentas u ON u.turno_id = t.id JOIN conteos x ON x.id = u.conteo_id
                     WHERE u.cuenta_id = c.cuenta_id AND t.cerrado_en < c.fecha AND coalesce(t.aprobado_en > c.fecha, true)), 0) AS saldo) l
     -- What was posted in the same instant may stand before or after the count; a turn that was given back is not judged.
     WHERE c.esperado <> l.saldo AND NOT EXISTS (
         SELECT FROM apuntes p JOIN asientos a ON a.id = p.asiento_id WHERE p.cuenta_id = c.cuenta_id AND a.fecha = c.fecha)
       AND NOT EXISTS (SELECT FROM auditoria a WHERE a.entidad = 'turnos' AND a.accion = 'devolver') ORDER BY c.id`,
  ],
  [
    'Cada turno lo aprobó otra persona, con el último conteo de cada cuenta',
    `SELECT format('%s: aprobado por %s', t.numero, t.aprobado_por) AS detalle FROM turnos t
     WHERE (t.aprobado_por = t.usuario_id OR t.aprobado_en < t.cerrado_en OR t.cerrado_en < t.abierto_en
       OR t.estado IN ('cerrado', 'aprobado') AND EXISTS (
         SELECT FROM turnos_cuentas x LEFT JOIN conteos c ON c.id = x.conteo_id WHERE x.turno_id = t.id
           AND (c.id IS NULL OR (c.turno_id, c.cuenta_id) <> (x.turno_id, x.cuenta_id) OR c.momento <> 'cierre' OR EXISTS (
             SELECT FROM conteos d WHERE d.turno_id = t.id AND d.cuenta_id = x.cuenta_id AND d.momento = 'cierre' AND d.vuelta > c.vuelta)))
       ) ORDER BY t.id`,
  ],
]
