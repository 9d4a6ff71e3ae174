import { sql } from 'kysely'
import type { Db } from '../../../server/db/db.ts'
import type { SaldoDeCliente } from '../contract/saldos.ts'

/** What a client has in his favour, a row for each credit, the oldest first. */
export async function creditos(db: Db, cliente_id: number): Promise<SaldoDeCliente[]> {
  const { rows } = await sql<SaldoDeCliente>`
    SELECT z.id AS orden_id, s.cobro_id, z.numero, instante_texto(s.fecha) AS fecha,
           round(s.saldo, m.decimales)::text AS saldo, s.moneda_id
    FROM ordenes_saldos s JOIN ordenes z ON z.id = s.orden_id JOIN monedas m ON m.id = s.moneda_id
    WHERE s.cliente_id = ${cliente_id} AND s.saldo > 0 ORDER BY s.cobro_id`.execute(db)
  return rows
}
