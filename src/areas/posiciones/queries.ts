import { sql } from 'kysely'
import type { Db } from '../../server/db/db.ts'
import type { PosicionFila } from './contract.ts'

/**
 * Every currency that is held, was held or has an account. One statement, so that all rows come from one snapshot of
 * the books. Cost and profit only with `ganancia`.
 */
export async function list(db: Db, ganancia: boolean): Promise<PosicionFila[]> {
  const money = sql`,
    round(k.saldo, 2)::text AS costo,
    round(k.saldo / nullif(-q.saldo, 0), 6)::text AS promedio,
    (round(-q.saldo * x.precio, 2) - round(k.saldo, 2))::text AS no_realizada,
    round(-g.saldo, 2)::text AS ganancia_total,
    round(coalesce(h.ganancia, 0), 2)::text AS ganancia_hoy`
  const hoy = sql`LEFT JOIN (
    SELECT p.cuenta_id, -sum(p.importe) AS ganancia FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
    WHERE a.fecha_negocio = fecha_negocio(ahora()) AND p.cuenta_id = ANY (ARRAY(SELECT ganancia_id FROM posiciones))
    GROUP BY p.cuenta_id) h ON h.cuenta_id = g.id`
  const { rows } = await sql<PosicionFila>`
    SELECT jsonb_build_object('id', m.id, 'iso', m.iso, 'nombre', m.nombre, 'simbolo', m.simbolo,
                              'decimales', m.decimales, 'imagen', m.imagen) AS moneda,
           round(-q.saldo, m.decimales)::text AS cantidad,
           round(d.debe, m.decimales)::text AS debe, round(-q.saldo - d.debe, m.decimales)::text AS neta,
           trim_scale(round(x.precio, 8))::text AS precio, x.origen AS precio_origen,
           round(-q.saldo * x.precio, 2)::text AS valor
           ${ganancia ? money : sql``}
    FROM posiciones s JOIN monedas m ON m.id = s.moneda_id
    JOIN cuentas_contables q ON q.id = s.posicion_id
    JOIN cuentas_contables k ON k.id = s.contravalor_id
    JOIN cuentas_contables g ON g.id = s.ganancia_id
    LEFT JOIN LATERAL precio_actual(m.id) x ON true
    CROSS JOIN LATERAL (SELECT coalesce(sum(debe), 0) AS debe FROM monedas_debidas WHERE moneda_id = m.id) d
    ${ganancia ? hoy : sql``}
    WHERE q.saldo <> 0 OR k.saldo <> 0 OR g.saldo <> 0 OR d.debe <> 0
       OR EXISTS (SELECT FROM cuentas c WHERE c.moneda_id = m.id AND c.estatus)
    ORDER BY m.id`.execute(db)
  return rows
}
