import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { auditOf, tiene } from '../../../server/acceso/sesion.ts'
import type { Context } from '../../../server/area.ts'
import { callSql } from '../../../server/db/db.ts'
import type { Cotizacion, cotizaciones } from '../contract/cotizaciones.ts'

/** Whoever may register the operation may promise its price. @throws DomainError SIN_PERMISO */
export async function cotizar({ db, body, quien }: Context<typeof cotizaciones.cotizar>) {
  const permiso = body.tipo === 'orden' ? 'ordenes:crear' : 'compras-ventas:crear'
  if (!tiene(quien, permiso)) throw new DomainError('SIN_PERMISO', { permiso })
  return callSql<{ id: number; message: string }>(
    db,
    sql`cotizaciones_guardar(${auditOf(quien)}::jsonb, ${JSON.stringify(body)}::jsonb)`,
  )
}

const moneda = (
  alias: string,
) => sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'iso', ${sql.ref(`${alias}.iso`)},
  'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)})`

/** The user's own quotes that can still be taken up, the latest first. */
export async function abiertas({ db, quien }: Context<typeof cotizaciones.cotizaciones>) {
  const { rows } = await sql<Cotizacion>`
    SELECT c.id, c.tipo, c.historico_id, t.pais, c.cliente_id, coalesce(k.nombre, c.nota) AS cliente,
           round(c.tasa, h.precision)::text AS tasa, h.precision, ${moneda('m')} AS moneda,
           round(c.monto, m.decimales)::text AS monto, ${moneda('n')} AS contramoneda,
           round(c.contravalor, n.decimales)::text AS contravalor, c.vence_en
    FROM tipos_cambios_cotizaciones c JOIN tipos_cambios_historico h ON h.id = c.historico_id
    JOIN tipos_cambios t ON t.id = h.tipo_cambio_id
    JOIN monedas m ON m.id = c.moneda_id JOIN monedas n ON n.id = c.contramoneda_id
    LEFT JOIN clientes k ON k.id = c.cliente_id
    WHERE c.usuario_id = ${quien.usuario_id} AND c.usada_en IS NULL AND c.vence_en > ahora()
    ORDER BY c.id DESC LIMIT 20`.execute(db)
  return rows
}
