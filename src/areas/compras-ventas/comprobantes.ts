import { type RawBuilder, sql } from 'kysely'
import type { DeclaracionJurada } from '../../core/documento/declaracion.ts'
import type { Db } from '../../server/db/db.ts'

/** The vouchers of payment `g` of operation `o`, each with the other operations that use the same file. */
export const comprobantesJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'nombre', a.nombre, 'tipo', a.tipo, 'tamano', a.tamano,
           'fecha', instante_texto(u.fecha),
           'usuario', usuarios_corto(w),
           'repetidos', (
             SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', z.id, 'numero', z.numero)), '[]')
             FROM adjuntos b JOIN adjuntos_usos v ON v.adjunto_id = b.id AND v.origen = 'compras-ventas'
             JOIN compras_ventas z ON z.id = v.origen_id WHERE b.sha256 = a.sha256 AND z.id <> g.compra_venta_id))
         ORDER BY a.id), '[]')
  FROM adjuntos_usos u JOIN adjuntos a ON a.id = u.adjunto_id JOIN usuarios w ON w.id = u.usuario_id
  WHERE u.origen = 'compras-ventas' AND u.origen_id = g.compra_venta_id AND u.detalle_id = g.id)`

/** The last operation that used the same file as voucher; null without one. */
export async function repetido(
  db: Db,
  sha256: string,
): Promise<{ id: number; numero: string } | null> {
  const { rows } = await sql<{ id: number; numero: string }>`
    SELECT o.id, o.numero FROM adjuntos a
    JOIN adjuntos_usos u ON u.adjunto_id = a.id AND u.origen = 'compras-ventas'
    JOIN compras_ventas o ON o.id = u.origen_id
    WHERE a.sha256 = decode(${sha256}, 'hex') ORDER BY o.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

const importe = (monto: RawBuilder<unknown>, moneda_id: RawBuilder<unknown>) => sql`(
  SELECT jsonb_build_object('monto', round(${monto}, decimales)::text, 'simbolo', simbolo, 'decimales', decimales) AS importe
  FROM monedas WHERE id = ${moneda_id})`

/** The sworn declaration of an operation; null when it has none. */
export async function declaracion(
  db: Db,
  id: number,
): Promise<Omit<DeclaracionJurada, 'codigo'> | null> {
  const { rows } = await sql<Omit<DeclaracionJurada, 'codigo'>>`
    SELECT o.id, o.numero, o.fecha,
           CASE o.tipo WHEN 'venta' THEN k.importe ELSE d.importe END AS entrega,
           CASE o.tipo WHEN 'venta' THEN d.importe ELSE k.importe END AS recibe,
           o.declaracion->>'monto_usd' AS monto_usd, o.declaracion->>'origen' AS origen,
           o.declaracion->>'destino' AS destino, o.declaracion->'cliente' AS cliente, ajuste('empresa') AS empresa,
           usuarios_corto(u) AS cajero,
           o.estado = 'anulada' AS anulada,
           o.impresiones_declaracion AS impresiones
    FROM compras_ventas o JOIN usuarios u ON u.id = o.usuario_id
    CROSS JOIN LATERAL ${importe(sql`o.monto`, sql`o.divisa_id`)} d
    CROSS JOIN LATERAL ${importe(sql`o.contravalor`, sql`o.contramoneda_id`)} k
    WHERE o.id = ${id} AND o.declaracion IS NOT NULL`.execute(db)
  return rows[0] ?? null
}
