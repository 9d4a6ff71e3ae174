import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books that recompute commissions (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Cada asiento es de un documento o de una comisión',
    `SELECT format('asiento %s: %s %s', a.id, a.origen, a.origen_id) AS detalle FROM asientos a
     WHERE :nuevas(asientos, a.id) AND a.origen NOT IN (SELECT DISTINCT origen FROM documentos) AND NOT EXISTS (
       SELECT FROM comisiones c WHERE a.origen = 'comisiones' AND c.id = a.origen_id
         AND coalesce(a.anula_a, a.id) = c.asiento_id)
       -- Until 0.2.0 an account's opening balance was an entry of the account.
       AND NOT EXISTS (SELECT FROM cuentas c WHERE a.origen = 'cuentas' AND c.id = a.origen_id) ORDER BY a.id`,
  ],
  [
    'Cada comisión es lo que su regla da sobre su operación',
    `SELECT format('comisión %s de %s: %s, y su regla da %s sobre %s', c.id, c.numero, trim_scale(c.comision), trim_scale(x.importe),
              coalesce(trim_scale(x.base)::text, 'nada')) AS detalle
     FROM comisiones c LEFT JOIN comisiones_reglas r ON r.id = c.regla_id
     LEFT JOIN compras_ventas v ON c.origen = 'compras-ventas' AND v.id = c.origen_id
     LEFT JOIN ordenes o ON c.origen = 'ordenes' AND o.id = c.origen_id
     CROSS JOIN LATERAL (SELECT CASE c.base WHEN 'margen' THEN coalesce(v.margen, o.margen)
         WHEN 'ganancia' THEN coalesce(v.ganancia - v.redondeo, o.ganancia - o.gastos - o.redondeo)
         WHEN 'monto' THEN coalesce(CASE v.tipo WHEN 'canje' THEN v.costo + v.ganancia ELSE v.contravalor END, o.valor) END AS base) b
     CROSS JOIN LATERAL (SELECT b.base, CASE WHEN c.contra_de IS NULL THEN 1 ELSE -1 END * comisiones_importe(r.base, r.valor, r.minimo, r.maximo, c.importe_base) AS importe) x
     WHERE :nuevas(comisiones, c.id) AND (r.id IS NULL OR coalesce(v.id, o.id) IS NULL OR c.base <> r.base OR c.rol <> r.rol
       OR c.numero <> coalesce(v.numero, o.numero) OR c.monto <> coalesce(v.monto, o.envia) OR c.tasa <> coalesce(v.tasa, o.tasa)
       OR c.tipo <> coalesce(v.tipo, 'orden') OR c.cliente_id IS DISTINCT FROM coalesce(v.cliente_id, o.cliente_id)
       OR c.precision <> coalesce(v.precision, o.precision)
       OR (c.regla->>'valor')::numeric <> r.valor OR (c.regla->>'edicion')::int <> r.edicion OR (c.regla->>'serie_id')::bigint <> r.serie_id
       OR NOT c.revertida AND c.contra_de IS NULL AND c.importe_base IS DISTINCT FROM b.base
       OR c.arrastre = 0 AND c.comision <> x.importe AND NOT ajuste('comisiones_arrastre')::boolean
       OR NOT r.vigencia @> c.fecha_negocio) ORDER BY c.id`,
  ],
  [
    'Cada comisión devuelta tiene la que se devuelve',
    `SELECT format('comisión %s de %s', c.id, c.numero) AS detalle FROM comisiones c LEFT JOIN comisiones d ON d.id = c.contra_de
     WHERE c.contra_de IS NOT NULL AND (d.id IS NULL OR NOT d.revertida OR d.comision <> -c.comision OR d.beneficiario <> c.beneficiario)
       OR c.estado = 'anulada' AND NOT c.revertida ORDER BY c.id`,
  ],
  [
    'Cada liquidación pagada salió de su cuenta por su total',
    `SELECT format('%s: %s', l.numero, trim_scale(l.total)) AS detalle FROM comisiones_liquidaciones l
     LEFT JOIN asientos a ON a.id = l.asiento_id AND a.origen = 'comisiones-liquidaciones' AND a.origen_id = l.id
     WHERE l.estado = 'pagada' AND (a.id IS NULL OR -l.total IS DISTINCT FROM (
         SELECT sum(p.importe) FROM apuntes p WHERE p.asiento_id = a.id AND p.cuenta_id = l.cuenta_id))
       OR l.estado <> 'pagada' AND EXISTS (SELECT FROM asientos x WHERE x.origen = 'comisiones-liquidaciones' AND x.origen_id = l.id)
     ORDER BY l.id`,
  ],
]
