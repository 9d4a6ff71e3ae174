import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books that recompute transfers (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'El costo, el gasto y la ganancia de cada transferencia son los de sus asientos',
    `SELECT format('%s: costo %s, gasto %s, ganancia %s; los libros dicen %s, %s y %s', t.numero, trim_scale(t.costo), trim_scale(t.gasto),
              trim_scale(t.ganancia), trim_scale(m.costo), trim_scale(m.gasto), trim_scale(m.ganancia)) AS detalle
     FROM transferencias t
     CROSS JOIN LATERAL (
       SELECT coalesce(-sum(p.valor) FILTER (WHERE a.id = t.asiento_id AND p.cuenta_id = t.origen_id), 0) AS costo,
              coalesce(sum(p.importe) FILTER (WHERE k.codigo = 'gastos-bancarios'), 0) AS gasto,
              coalesce(-sum(p.importe) FILTER (WHERE a.id = t.asiento_id AND k.clase = 'ingreso'), 0) AS ganancia
       FROM asientos a JOIN apuntes p ON p.asiento_id = a.id JOIN cuentas_contables k ON k.id = p.cuenta_id
       WHERE a.origen = 'transferencias' AND a.origen_id = t.id AND (a.anula_a IS NULL OR t.estado <> 'anulada')) m
     WHERE :nuevas(transferencias, t.id) AND (t.costo, t.gasto, t.ganancia) <> (m.costo, m.gasto, m.ganancia) ORDER BY t.id`,
  ],
  [
    'Nadie recibe ni resuelve lo que él mismo envió',
    `SELECT t.numero AS detalle FROM transferencias t
     WHERE t.diferencia_resuelta_por IN (t.usuario_id, t.resuelta_por) AND NOT t.diferencia_solo
        OR t.resuelta_en < t.fecha OR t.anulada_en < t.fecha OR t.diferencia_resuelta_en < t.resuelta_en
        OR t.estado IN ('recibida', 'rechazada') AND t.resuelta_por IS NULL ORDER BY t.id`,
  ],
]
