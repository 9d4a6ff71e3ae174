import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { REGLAS_CAJAS } from './cajas.ts'
import { REGLAS_REFERENCIAS } from './referencias.ts'
import { REGLAS_REPORTES } from './reportes.ts'

export interface Diferencia {
  /** What is wrong, in Spanish. */
  regla: string
  detalle: string
}

export interface Verificacion {
  /** Rows of the audit's chain. */
  selladas: number
  asientos: number
  apuntes: number
  diferencia: Diferencia | null
}

/** Every rule of the books as a query that finds what breaks it; nothing is read from a cache but to compare it. */
export const REGLAS: readonly (readonly [regla: string, consulta: string])[] = [
  [
    'Cada asiento suma cero en cada moneda',
    `SELECT format('asiento %s, moneda %s: %s', asiento_id, moneda_id, sum(importe)) AS detalle
     FROM apuntes GROUP BY asiento_id, moneda_id HAVING sum(importe) <> 0 ORDER BY asiento_id`,
  ],
  [
    'Cada asiento suma cero en valor',
    `SELECT format('asiento %s: %s', asiento_id, sum(valor)) AS detalle
     FROM apuntes GROUP BY asiento_id HAVING sum(valor) <> 0 ORDER BY asiento_id`,
  ],
  [
    'Cada asiento tiene dos apuntes o más',
    `SELECT format('asiento %s', a.id) AS detalle FROM asientos a
     LEFT JOIN apuntes p ON p.asiento_id = a.id GROUP BY a.id HAVING count(p.id) < 2 ORDER BY a.id`,
  ],
  [
    'El saldo de cada cuenta es la suma de sus apuntes',
    `SELECT format('%s: saldo %s, apuntes %s', c.codigo, c.saldo, coalesce(sum(p.importe), 0)) AS detalle
     FROM cuentas_contables c LEFT JOIN apuntes p ON p.cuenta_id = c.id
     GROUP BY c.id HAVING c.saldo <> coalesce(sum(p.importe), 0) ORDER BY c.id`,
  ],
  [
    'El saldo que dejó cada apunte sigue al anterior',
    `SELECT format('apunte %s: dejó %s y debía dejar %s', id, saldo_despues, corrido) AS detalle
     FROM (SELECT id, saldo_despues, sum(importe) OVER (PARTITION BY cuenta_id ORDER BY id) AS corrido FROM apuntes) t
     WHERE saldo_despues <> corrido ORDER BY id`,
  ],
  [
    'Ninguna cuenta está fuera de sus límites',
    `SELECT format('%s: %s', codigo, saldo) AS detalle FROM cuentas_contables
     WHERE saldo < minimo OR saldo > maximo ORDER BY id`,
  ],
  [
    'La cantidad de cada divisa es la de sus cuentas, y sin cantidad no hay costo',
    `SELECT format('moneda %s: posición %s, cuentas %s, costo %s', t.moneda_id, t.q, t.en_cuentas, t.k) AS detalle
     FROM (SELECT s.moneda_id, -q.saldo AS q, k.saldo AS k,
             (SELECT coalesce(sum(c.saldo), 0) FROM cuentas_contables c
              WHERE c.moneda_id = s.moneda_id AND c.id <> q.id) AS en_cuentas
           FROM posiciones s JOIN cuentas_contables q ON q.id = s.posicion_id
           JOIN cuentas_contables k ON k.id = s.contravalor_id) t
     WHERE t.q <> t.en_cuentas OR t.q = 0 AND t.k <> 0 ORDER BY t.moneda_id`,
  ],
  [
    'Cada compra-venta tiene su asiento y sus pagos suman lo acordado',
    `SELECT o.numero AS detalle FROM compras_ventas o JOIN monedas d ON d.id = o.divisa_id
     LEFT JOIN asientos a ON a.id = o.asiento_id AND a.origen = 'compras-ventas' AND a.origen_id = o.id
     WHERE a.id IS NULL OR o.monto <> (
       SELECT coalesce(sum(g.monto), 0) FROM compras_ventas_pagos g JOIN cuentas n ON n.id = g.cuenta_id
       WHERE g.compra_venta_id = o.id AND n.moneda_id = o.divisa_id
         AND g.lado = CASE o.tipo WHEN 'venta' THEN 'entregamos' ELSE 'recibimos' END)
     ORDER BY o.id`,
  ],
  [
    'Lo anulado no deja nada en los libros',
    `SELECT format('%s: %s en la cuenta %s', o.numero, sum(p.importe), p.cuenta_id) AS detalle
     FROM compras_ventas o JOIN asientos a ON a.origen = 'compras-ventas' AND a.origen_id = o.id
     JOIN apuntes p ON p.asiento_id = a.id WHERE o.estado = 'anulada'
     GROUP BY o.numero, p.cuenta_id HAVING sum(p.importe) <> 0 ORDER BY 1`,
  ],
  [
    'Cada día resumido es el de los libros',
    `SELECT format('%s: %s y los libros dicen %s', d.fecha, d.ganancia, r.ganancia) AS detalle
     FROM dias_resumen d CROSS JOIN LATERAL dia_resultado(d.fecha) r
     WHERE (d.ganancia, d.margen, d.operaciones, d.ordenes) IS DISTINCT FROM (r.ganancia, r.margen, r.operaciones, r.ordenes) ORDER BY d.fecha`,
  ],
  [
    'Cada ajuste aplicado está en los libros por su importe, y los demás no están',
    `SELECT a.numero AS detalle FROM ajustes_saldo a
     WHERE a.estado = 'aplicado' AND a.importe IS DISTINCT FROM (
             SELECT sum(p.importe) FROM apuntes p WHERE p.asiento_id = a.asiento_id AND p.cuenta_id = a.cuenta_id)
        OR a.estado <> 'aplicado' AND EXISTS (SELECT FROM asientos s WHERE s.origen = 'ajustes-saldo' AND s.origen_id = a.id)
     ORDER BY 1`,
  ],
  [
    'Lo revertido no deja nada en los libros',
    `SELECT format('%s: %s en la cuenta %s', a.numero, sum(p.importe), p.cuenta_id) AS detalle
     FROM ajustes_saldo r JOIN ajustes_saldo a ON a.id = r.revierte_id
     JOIN apuntes p ON p.asiento_id IN (a.asiento_id, r.asiento_id) WHERE r.estado = 'aplicado'
     GROUP BY a.numero, p.cuenta_id HAVING sum(p.importe) <> 0 ORDER BY 1`,
  ],
  [
    'Cada gasto pagado salió de su cuenta, el anulado no deja nada, y los demás no están en los libros',
    `SELECT g.numero AS detalle FROM gastos g
     CROSS JOIN LATERAL (SELECT coalesce(sum(p.importe) FILTER (WHERE p.cuenta_id = g.cuenta_id), 0) AS neto,
         coalesce(sum(abs(p.valor)) FILTER (WHERE s.anula_a IS NULL AND p.cuenta_id = g.cuenta_id), 0) AS valor
       FROM asientos s JOIN apuntes p ON p.asiento_id = s.id WHERE s.origen = 'gastos' AND s.origen_id = g.id) t
     WHERE t.neto <> CASE g.estado WHEN 'pagado' THEN -g.monto ELSE 0 END
        OR g.estado IN ('pagado', 'anulado') AND t.valor <> g.valor ORDER BY 1`,
  ],
  [
    'Cada tasa autorizada que se usó es de su cajero y de su operación',
    `SELECT format('autorización %s', x.id) AS detalle FROM autorizaciones_tasa x
     JOIN compras_ventas o ON o.id = x.compra_venta_id
     WHERE o.usuario_id <> x.solicitado_por OR o.tipo <> x.tipo OR o.divisa_id <> x.divisa_id OR o.monto > x.monto ORDER BY x.id`,
  ],
  [
    'Los números no tienen saltos',
    `SELECT format('serie %s-%s: %s documentos y el último es %s', s.serie, s.anio, count(o.origen_id), s.ultimo) AS detalle
     FROM series s LEFT JOIN documentos o ON o.numero LIKE s.serie || '-' || s.anio || '-%'
     GROUP BY s.serie, s.anio, s.ultimo HAVING count(o.origen_id) <> s.ultimo`,
  ],
  [
    'Lo que se debe por órdenes es lo de las que están abiertas',
    `SELECT format('en los libros %s, en las órdenes %s', c.saldo, -s.debe) AS detalle
     FROM (SELECT coalesce(sum(o.valor - coalesce((SELECT sum(g.valor) FROM ordenes_pagos g
             WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0)), 0) AS debe
           FROM ordenes o WHERE o.estado <> 'anulada') s
     CROSS JOIN cuentas_contables c WHERE c.codigo = 'ordenes-por-pagar' AND c.saldo <> -s.debe`,
  ],
  [
    'Cada orden movió en los libros lo que dicen sus cobros y sus pagos',
    `SELECT o.numero AS detalle FROM ordenes o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(p.importe) FILTER (WHERE c.codigo = 'ordenes-por-pagar'), 0) AS deuda,
              coalesce(sum(p.importe) FILTER (WHERE n.id IS NOT NULL AND n.moneda_id = o.envia_moneda_id), 0) AS entro,
              coalesce(-sum(p.importe) FILTER (WHERE n.id IS NOT NULL AND n.moneda_id = o.recibe_moneda_id), 0) AS salio
       FROM asientos a JOIN apuntes p ON p.asiento_id = a.id JOIN cuentas_contables c ON c.id = p.cuenta_id
       LEFT JOIN cuentas n ON n.id = p.cuenta_id WHERE a.origen = 'ordenes' AND a.origen_id = o.id) l
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(monto), 0) AS monto FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'verificado') c
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(monto + comision), 0) AS monto, coalesce(sum(valor), 0) AS valor, coalesce(sum(costo), 0) AS costo,
              coalesce(sum(gasto), 0) AS gasto FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado') g
     WHERE l.entro <> c.monto OR l.salio <> g.monto OR l.deuda <> CASE o.estado WHEN 'anulada' THEN 0 ELSE g.valor - o.valor END
        OR (o.costo, o.gastos, o.ganancia) <> (g.costo, g.gasto, g.valor - g.costo)
     ORDER BY o.id`,
  ],
  [
    'Los cobros y los pagos de cada orden caben en su estado, y sus pasos llevan a él',
    `SELECT format('%s (%s)', o.numero, o.estado) AS detalle FROM ordenes o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(monto), 0) AS monto FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'verificado') c
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(monto), 0) AS monto FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado') g
     WHERE o.estado IS DISTINCT FROM (SELECT a FROM ordenes_pasos WHERE orden_id = o.id ORDER BY id DESC LIMIT 1)
        OR (o.estado IN ('pagada', 'en_proceso', 'completada')) <> (o.estado <> 'anulada' AND c.monto + o.redondeo = o.envia)
        OR (o.estado = 'completada') <> (g.monto = o.recibe) OR g.monto > o.recibe
        OR g.monto > 0 AND o.estado NOT IN ('en_proceso', 'completada')
     ORDER BY o.id`,
  ],
  [
    'Los fondos en tránsito son los de las transferencias por recibir',
    `SELECT format('%s: en tránsito %s, por recibir %s', c.codigo, c.saldo, coalesce(sum(t.monto), 0)) AS detalle
     FROM cuentas_contables c LEFT JOIN transferencias t ON t.moneda_id = c.moneda_id AND t.estado = 'enviada'
     WHERE c.codigo LIKE 'transito:%' GROUP BY c.id HAVING c.saldo <> coalesce(sum(t.monto), 0) ORDER BY c.id`,
  ],
  [
    'Cada transferencia movió en sus cuentas lo que dice',
    `SELECT t.numero AS detalle FROM transferencias t
     LEFT JOIN asientos a ON a.id = t.asiento_id AND a.origen = 'transferencias' AND a.origen_id = t.id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(p.importe) FILTER (WHERE p.cuenta_id = t.origen_id), 0) AS origen,
              coalesce(sum(p.importe) FILTER (WHERE p.cuenta_id = t.destino_id), 0) AS destino
       FROM asientos b JOIN apuntes p ON p.asiento_id = b.id WHERE b.origen = 'transferencias' AND b.origen_id = t.id) m
     WHERE a.id IS NULL
        OR m.origen <> CASE t.estado WHEN 'anulada' THEN 0 WHEN 'rechazada' THEN -t.comision_origen ELSE -t.monto - t.comision_origen END
        OR m.destino <> CASE WHEN t.estado IN ('recibida', 'completada')
                        THEN coalesce(t.contado, t.recibido, 0) - t.comision_destino ELSE 0 END
     ORDER BY t.id`,
  ],
  [
    'Una sola tasa une los dos lados de cada conversión',
    // Half a unit of the last decimal of either amount, and of the rate's.
    `SELECT t.numero AS detalle FROM transferencias t
     JOIN monedas o ON o.id = t.moneda_id JOIN monedas d ON d.id = t.moneda_destino_id
     WHERE t.tipo = 'conversion' AND abs(t.recibido - CASE t.metodo_calculo WHEN 'm' THEN t.monto * t.tasa ELSE t.monto / t.tasa END)
       > power(10::numeric, -d.decimales) + power(10::numeric, -o.decimales) * t.recibido / t.monto
         + t.recibido * 0.0000000001 / t.tasa
     ORDER BY t.id`,
  ],
  [
    'Lo anulado de una transferencia no deja nada en los libros',
    `SELECT format('%s: %s en la cuenta %s', t.numero, sum(p.importe), p.cuenta_id) AS detalle
     FROM transferencias t JOIN asientos a ON a.origen = 'transferencias' AND a.origen_id = t.id
     JOIN apuntes p ON p.asiento_id = a.id WHERE t.estado = 'anulada'
     GROUP BY t.numero, p.cuenta_id HAVING sum(p.importe) <> 0 ORDER BY 1`,
  ],
  [
    'Lo que se debe por comisiones, y lo que falta recuperar, es lo de las que esperan pago',
    `SELECT format('%s: saldo %s, comisiones %s', q.codigo, q.saldo, s.suma) AS detalle
     FROM (SELECT 'comisiones-por-pagar' AS codigo, -coalesce(sum(comision) FILTER (WHERE comision > 0), 0) AS suma
             FROM comisiones WHERE estado IN ('devengada', 'liquidada')
           UNION ALL
           SELECT 'comisiones-por-recuperar', -coalesce(sum(comision) FILTER (WHERE comision < 0), 0)
             FROM comisiones WHERE estado IN ('devengada', 'liquidada')) s
     JOIN cuentas_contables q ON q.codigo = s.codigo WHERE q.saldo <> s.suma ORDER BY q.id`,
  ],
  [
    'Cada comisión está en los libros por su importe, y la anulada no',
    `SELECT format('comisión %s de %s: %s', c.id, c.numero, c.comision) AS detalle FROM comisiones c
     WHERE CASE c.estado WHEN 'anulada' THEN 0 ELSE -c.comision END <> (
       SELECT coalesce(sum(p.importe), 0) FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
       JOIN cuentas_contables q ON q.id = p.cuenta_id
       WHERE a.origen = 'comisiones' AND a.origen_id = c.id AND q.codigo LIKE 'comisiones-por-%') ORDER BY c.id`,
  ],
  [
    'Cada liquidación suma sus comisiones, que están como ella',
    `SELECT l.numero AS detalle FROM comisiones_liquidaciones l LEFT JOIN comisiones c ON c.liquidacion_id = l.id
     WHERE l.estado <> 'anulada' GROUP BY l.id
     HAVING l.total <> coalesce(sum(c.comision), 0) OR l.filas <> count(c.id)
       OR NOT bool_and(c.estado = l.estado AND c.beneficiario = l.beneficiario) ORDER BY l.id`,
  ],
  ...REGLAS_CAJAS,
  ...REGLAS_REFERENCIAS,
  ...REGLAS_REPORTES,
  [
    'Cada registro de la auditoría está encadenado al anterior, sin huecos ni cambios',
    `SELECT format('fila %s de la cadena', n) AS detalle
     FROM (SELECT row_number() OVER (ORDER BY c.pos) AS n, c.pos, c.hash, a,
             lag(c.hash, 1, auditoria_origen()) OVER (ORDER BY c.pos) AS previo
           FROM auditoria_cadena c LEFT JOIN auditoria a ON a.id = c.auditoria_id) t
     WHERE pos <> n OR (a).id IS NULL OR hash IS DISTINCT FROM auditoria_huella(pos, a, previo) ORDER BY n`,
  ],
  [
    'Cada registro de la auditoría está en la cadena o espera para entrar',
    `SELECT format('registro %s', a.id) AS detalle FROM auditoria a
     WHERE NOT EXISTS (SELECT FROM auditoria_cadena c WHERE c.auditoria_id = a.id)
       AND NOT EXISTS (SELECT FROM auditoria_por_sellar s WHERE s.auditoria_id = a.id) ORDER BY a.id`,
  ],
  [
    'Cada tasa tiene una sola fila vigente y su historia no tiene huecos',
    `SELECT format('tipo de cambio %s, fila %s', tipo_cambio_id, id) AS detalle
     FROM (SELECT id, tipo_cambio_id, vigencia,
             lead(lower(vigencia)) OVER (PARTITION BY tipo_cambio_id ORDER BY id) AS sigue FROM tipos_cambios_historico) t
     WHERE upper(vigencia) IS DISTINCT FROM sigue ORDER BY id`,
  ],
]

/**
 * Recomputes the books from the apuntes in one snapshot and answers the first difference. Reads only;
 * a million legs take some seconds.
 */
export async function verificar(db: Db): Promise<Verificacion> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx)
      // Everything is read, once.
      await sql`SET LOCAL enable_seqscan = on`.execute(tx)
      const { rows } = await sql<{ asientos: number; apuntes: number; selladas: number }>`
        SELECT (SELECT count(*) FROM asientos)::int AS asientos, (SELECT count(*) FROM apuntes)::int AS apuntes,
               (SELECT count(*) FROM auditoria_cadena)::int AS selladas`.execute(tx)
      const size = rows[0] ?? { asientos: 0, apuntes: 0, selladas: 0 }
      for (const [regla, consulta] of REGLAS) {
        const broken = await sql<{ detalle: string }>`${sql.raw(consulta)} LIMIT 1`.execute(tx)
        const first = broken.rows[0]
        if (first) return { ...size, diferencia: { regla, detalle: first.detalle } }
      }
      return { ...size, diferencia: null }
    })
}
