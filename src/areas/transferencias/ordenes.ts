import { sql } from 'kysely'
import type { z } from 'zod'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import type { ordenes, PagoOrden } from './contract/ordenes.ts'
import type { Key } from './queries.ts'

type Consulta = z.output<typeof ordenes.pagosOrdenes.query>

/** Payouts of orders, newest first; one row more than the page. Days are business days. */
export function payouts(f: Consulta, limite: number, key: Key | null): Filas<PagoOrden> {
  const like = f.buscar && likeOf(f.buscar)
  const all = [
    sql`true`,
    ...(key ? [sql`g.id < ${key[0]}`] : []),
    ...(f.desde ? [sql`fecha_negocio(g.fecha) >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`fecha_negocio(g.fecha) <= ${f.hasta}::date`] : []),
    ...(like
      ? [
          sql`(lower(o.numero) LIKE ${like} OR normalizar(c.nombre) LIKE ${like} OR normalizar(g.referencia) LIKE ${like})`,
        ]
      : []),
  ]
  return sql<PagoOrden>`
    SELECT g.id, g.orden_id, o.numero, g.fecha, c.nombre AS origen,
           concat_ws(' · ', o.beneficiario->>'metodo_nombre', p.nombre) AS destino, g.moneda_id,
           round(g.monto, m.decimales)::text AS monto, round(g.comision, m.decimales)::text AS comision,
           g.referencia, g.estado, usuarios_corto(u) AS usuario
    FROM ordenes_pagos g JOIN ordenes o ON o.id = g.orden_id JOIN cuentas c ON c.id = g.cuenta_id
    JOIN monedas m ON m.id = g.moneda_id JOIN usuarios u ON u.id = g.usuario_id JOIN paises p ON p.id = o.pais_destino
    WHERE ${sql.join(all, sql` AND `)} ORDER BY g.id DESC LIMIT ${limite + 1}`
}
