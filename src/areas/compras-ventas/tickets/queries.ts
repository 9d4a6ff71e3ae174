import { sql } from 'kysely'
import type { Quien } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import { sucursalDe } from '../../../server/sucursales.ts'
import { documentoCorto, ficha } from '../../clientes/queries.ts'
import type { Ticket } from '../contract/tickets.ts'

const signo = (m: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${m}.id`)}, 'iso', ${sql.ref(`${m}.iso`)}, 'simbolo', ${sql.ref(`${m}.simbolo`)},
    'decimales', ${sql.ref(`${m}.decimales`)})`

const operacionesJson = sql`(
  SELECT jsonb_agg(jsonb_build_object('id', y.id, 'numero', y.numero, 'estado', y.estado, 'tipo', y.tipo,
           'divisa', ${signo('d')}, 'contramoneda', ${signo('k')}, 'monto', round(y.monto, d.decimales)::text,
           'contravalor', round(y.contravalor, k.decimales)::text,
           'tasa', round(y.tasa, greatest(y.precision, scale(trim_scale(y.tasa))))::text, 'precision', y.precision,
           'servicio', round(y.servicio, 2)::text, 'tarifa', round(y.tarifa, 2)::text,
           'redondeo', round(y.redondeo, 2)::text, 'efectivo', EXISTS (
             SELECT FROM compras_ventas_pagos g JOIN tipos_pagos p ON p.id = g.tipo_pago_id
             WHERE g.compra_venta_id = y.id AND p.efectivo AND g.estado NOT IN ('sustituido', 'perdido'))) ORDER BY y.id)
  FROM compras_ventas y JOIN monedas d ON d.id = y.divisa_id JOIN monedas k ON k.id = y.contramoneda_id
  WHERE y.ticket_id = t.id)`

/** One ticket, in one round trip; null when it does not exist. */
export async function leerTicket(
  db: Db,
  id: number,
  quien: Quien,
): Promise<Omit<Ticket, 'codigo'> | null> {
  const { rows } = await sql<Omit<Ticket, 'codigo'>>`
    SELECT t.id, t.numero, t.fecha, t.cliente_id, f.nombre AS cliente, ${documentoCorto('f')} AS cliente_documento,
           usuarios_corto(u) AS cajero ${sucursalDe(quien, 't.sucursal_id')}, t.impresiones,
           CASE WHEN (SELECT bool_and(y.estado = 'anulada') FROM compras_ventas y WHERE y.ticket_id = t.id) THEN 'anulada'
             WHEN EXISTS (SELECT FROM compras_ventas y WHERE y.ticket_id = t.id AND y.estado = 'pendiente')
             THEN 'pendiente' ELSE 'completada' END AS estado,
           ${operacionesJson} AS operaciones, tickets_totales(t.id) AS totales, ajuste('empresa') AS empresa
    FROM compras_ventas_tickets t JOIN usuarios u ON u.id = t.usuario_id
    JOIN LATERAL (SELECT * FROM compras_ventas y WHERE y.ticket_id = t.id ORDER BY y.id LIMIT 1) o ON true ${ficha('o')}
    WHERE t.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The ticket of operation `o` and its other operations, for the statement that reads it. */
export const ticketJson = sql`(
  SELECT jsonb_build_object('id', t.id, 'numero', t.numero, 'otras', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'numero', y.numero) ORDER BY y.id), '[]')
    FROM compras_ventas y WHERE y.ticket_id = t.id AND y.id <> o.id))
  FROM compras_ventas_tickets t WHERE t.id = o.ticket_id)`
