import { sql } from 'kysely'
import type { DeclaracionJurada } from '../../../core/documento/declaracion.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'

const importe = (monto: string, moneda: string) => sql`jsonb_build_object(
  'monto', round(${sql.ref(monto)}, ${sql.ref(`${moneda}.decimales`)})::text, 'simbolo', ${sql.ref(`${moneda}.simbolo`)},
  'decimales', ${sql.ref(`${moneda}.decimales`)})`

/** The sworn declaration of an order; null when it has none. */
export async function declaration(
  db: Db,
  id: number,
): Promise<Omit<DeclaracionJurada, 'codigo'> | null> {
  const { rows } = await sql<Omit<DeclaracionJurada, 'codigo'>>`
    SELECT o.id, o.numero, o.fecha, ${importe('o.envia', 'e')} AS entrega, ${importe('o.recibe', 'r')} AS recibe,
           o.declaracion->>'monto_usd' AS monto_usd, o.declaracion->>'origen' AS origen,
           o.declaracion->>'destino' AS destino, o.declaracion->'cliente' AS cliente, ajuste('empresa') AS empresa,
           ${displayName('u')} AS cajero,
           o.estado = 'anulada' AS anulada, o.impresiones_declaracion AS impresiones
    FROM ordenes o JOIN monedas e ON e.id = o.envia_moneda_id JOIN monedas r ON r.id = o.recibe_moneda_id
    JOIN usuarios u ON u.id = o.usuario_id WHERE o.id = ${id} AND o.declaracion IS NOT NULL`.execute(
    db,
  )
  return rows[0] ?? null
}
