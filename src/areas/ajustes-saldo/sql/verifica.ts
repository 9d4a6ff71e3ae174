import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books that recompute adjustments (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Cada ajuste aplicado fue contra la cuenta de su motivo, por su valor, y lo aprobó otra persona',
    `SELECT format('%s: valor %s, y los libros dicen %s', j.numero, trim_scale(j.valor), trim_scale(x.valor)) AS detalle
     FROM ajustes_saldo j LEFT JOIN ajustes_saldo o ON o.id = j.revierte_id
     LEFT JOIN ajustes_saldo_motivos m ON m.motivo = coalesce(o.motivo, j.motivo)
     LEFT JOIN asientos a ON a.id = j.asiento_id AND (a.origen_id = j.id AND a.anula_a IS NULL OR a.anula_a = o.asiento_id)
     CROSS JOIN LATERAL (SELECT sum(p.valor) FILTER (WHERE p.cuenta_id = j.cuenta_id) AS valor, count(*) FILTER (WHERE k.codigo =
         CASE WHEN coalesce(o.cargo_usuario_id, j.cargo_usuario_id) IS NULL THEN m.contra ELSE 'por-cobrar-personal' END) AS contra
       FROM apuntes p JOIN cuentas_contables k ON k.id = p.cuenta_id WHERE p.asiento_id = a.id) x
     WHERE :nuevas(ajustes_saldo, j.id) AND (m.motivo IS NULL OR j.estado <> 'rechazado' AND j.resuelto_por = j.solicitado_por
       OR j.contado - j.saldo_visto <> j.importe OR j.resuelto_en < j.fecha
       OR j.estado = 'aplicado' AND (a.id IS NULL OR x.contra = 0 AND x.valor <> 0 OR abs(x.valor) <> abs(j.valor)
         OR j.moneda_id <> (SELECT moneda_id FROM cuentas WHERE id = j.cuenta_id))) ORDER BY j.id`,
  ],
]
