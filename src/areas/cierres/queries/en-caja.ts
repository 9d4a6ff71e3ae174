import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../server/db/db.ts'
import type { contratoEnCaja } from '../contract/en-caja.ts'

/** What no cash moved for: differences that were accepted, and corrections of the books. */
const SIN_EFECTIVO = sql`('turnos', 'ajustes-saldo')`

/**
 * The last count of an account in this user's last turn, and the cash that moved since. While he counts he is told no
 * sum. Only the legs since the day of that count are read.
 */
export async function enCaja(
  db: Db,
  usuario_id: number,
  cuenta_id: number,
): Promise<z.infer<typeof contratoEnCaja.enCaja.response>> {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof enCaja>>>>`
    SELECT n.momento, instante_texto(n.fecha) AS fecha, round(n.contado, m.decimales)::text AS contado, n.denominaciones,
           t.apertura, CASE WHEN t.estado = 'abierto' AND x.abierta THEN (
             SELECT jsonb_build_object('entra', round(coalesce(sum(p.importe) FILTER (WHERE p.importe > 0), 0), m.decimales)::text,
               'sale', round(coalesce(-sum(p.importe) FILTER (WHERE p.importe < 0), 0), m.decimales)::text,
               'veces', count(*))
             FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
             WHERE p.cuenta_id = n.cuenta_id AND a.fecha > n.fecha AND a.origen NOT IN ${SIN_EFECTIVO}
               -- Less a margin for the ids that concurrent postings may have taken out of order.
               AND p.id >= (SELECT min(q.id) - 1000 FROM apuntes q WHERE q.asiento_id = (
                 SELECT b.id FROM asientos b WHERE b.fecha_negocio >= n.fecha_negocio
                 ORDER BY b.fecha_negocio, b.id LIMIT 1))) END AS movido
    FROM turnos t JOIN turnos_cuentas x ON x.turno_id = t.id AND x.cuenta_id = ${cuenta_id}
    JOIN conteos n ON n.turno_id = t.id AND n.cuenta_id = x.cuenta_id JOIN monedas m ON m.id = n.moneda_id
    WHERE t.usuario_id = ${usuario_id} ORDER BY t.id DESC, n.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
