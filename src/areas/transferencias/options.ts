import { sql } from 'kysely'
import { auditOf, type Quien } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import type { Opciones } from './contract/opciones.ts'
import { piezasJson } from './queries.ts'

/** All active accounts with balance, limits and fees, the user's own first; one round trip. */
export async function options(db: Db, quien: Quien): Promise<Opciones> {
  const { rows } = await sql<Opciones>`
    SELECT trim_scale(ajuste('transferencia_desvio_pct')::numeric)::text AS desvio_pct,
           ${piezasJson(sql`q.id`)} AS piezas,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'nombre', ${displayName('u')}) ORDER BY ${displayName('u')}), '[]')
            FROM usuarios u WHERE u.estatus) AS personas,
           coalesce((SELECT jsonb_agg(to_jsonb(x) - 'mia' ORDER BY x.mia DESC, x.nombre) FROM (
             SELECT c.id, c.nombre, c.tipo, c.tipo IN ('caja', 'boveda') AS efectivo,
                    jsonb_build_object('id', m.id, 'iso', m.iso, 'simbolo', m.simbolo, 'decimales', m.decimales,
                                       'nombre', m.nombre, 'imagen', m.imagen) AS moneda,
                    round(k.saldo, m.decimales)::text AS saldo,
                    round(k.saldo - coalesce(k.minimo, 0), m.decimales)::text AS disponible,
                    CASE WHEN k.id IS NOT NULL THEN trim_scale(c.saldo_min)::text END AS saldo_min,
                    CASE WHEN k.id IS NOT NULL THEN trim_scale(c.saldo_max)::text END AS saldo_max,
                    trim_scale(c.limite_op)::text AS limite_op,
                    trim_scale(c.comision_salida_pct)::text AS comision_salida_pct,
                    trim_scale(c.comision_salida_fija)::text AS comision_salida_fija,
                    c.responsable_id, c.sucursal_id,
                    usuarios_corto(u) AS responsable,
                    CASE WHEN c.responsable_id <> ${quien.usuario_id} THEN usuarios_corto(u) END AS de,
                    coalesce(c.responsable_id = ${quien.usuario_id}, false) AS mia,
                    k.id IS NOT NULL AND (cuentas_por_otros(${auditOf(quien)}::jsonb, c.sucursal_id)
                      OR coalesce(c.responsable_id = ${quien.usuario_id}, false)) AS origen
             FROM cuentas c LEFT JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
             LEFT JOIN usuarios u ON u.id = c.responsable_id
             -- Whoever sees some branches alone (R-260) reads no ledger account of another.
             -- An account under count cannot transfer, and its balance is hidden, so that the count is blind.
             WHERE c.estatus AND k.bloqueo IS DISTINCT FROM 'conteo') x), '[]') AS cuentas`.execute(
    db,
  )
  return rows[0] as Opciones
}

/** Purchase and sale price of one unit of `de` in `a`; null where the house has no price. */
export async function market(db: Db, de: number, a: number) {
  const { rows } = await sql<{ compra: string | null; venta: string | null }>`
    SELECT trim_scale(round(compra, 10))::text AS compra, trim_scale(round(venta, 10))::text AS venta
    FROM transferencias_mercado(${de}, ${a})`.execute(db)
  return rows[0] ?? { compra: null, venta: null }
}
