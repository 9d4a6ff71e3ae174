import { type RawBuilder, sql } from 'kysely'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { TARIFA } from '../../../core/dinero/pagos.ts'
import type { Db } from '../../../server/db/db.ts'
import type { PapelLeido } from '../../../server/papel.ts'
import { caminoDe, sigue } from '../rules/camino.ts'
import { ESTADOS_CLIENTE, type Estado } from '../rules.ts'

interface Signo {
  simbolo: string
  decimales: number
}

export interface Leida {
  numero: string
  fecha: string
  estado: Estado
  envia: string
  recibe: string
  redondeo: string
  tarifa: string
  sale: Signo
  llega: Signo
}

const signo = (alias: string) =>
  sql`jsonb_build_object('simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)})`

const leida = (cual: RawBuilder<unknown>) => sql<Leida>`
  SELECT y.numero, y.fecha, y.estado, round(y.envia, e.decimales)::text AS envia,
         round(y.recibe, r.decimales)::text AS recibe, round(y.redondeo, e.decimales)::text AS redondeo,
         round((SELECT coalesce(sum(g.tarifa), 0) FROM ordenes_cobros g
           WHERE g.orden_id = y.id AND g.estado IN ('verificado', 'devuelto')), e.decimales)::text AS tarifa,
         ${signo('e')} AS sale, ${signo('r')} AS llega
  FROM ordenes y JOIN monedas e ON e.id = y.envia_moneda_id JOIN monedas r ON r.id = y.recibe_moneda_id
  WHERE ${cual}`

/** The paper of order `o`, for the statement that reads it whole. */
export const papelJson = sql`(SELECT to_json(p) FROM (${leida(sql`y.id = o.id`)}) p)`

/** What the papers of an order say, and its state; null when there is none. */
export async function leerPapel(
  db: Db,
  cual: { id: number } | { numero: string },
): Promise<PapelLeido | null> {
  const which = 'id' in cual ? sql`y.id = ${cual.id}` : sql`y.numero = ${cual.numero}`
  const [row] = (await leida(which).execute(db)).rows
  if (!row) return null
  const { rows: pasos } = await sql<{ de: Estado | null; a: Estado; fecha: string }>`
    SELECT g.de, g.a, g.fecha FROM ordenes_pasos g JOIN ordenes y ON y.id = g.orden_id WHERE ${which} ORDER BY g.id`.execute(
    db,
  )
  return { ...armar(row), pasos: caminoDe(pasos), sigue: sigue(row.estado) }
}

export function armar(o: Leida): PapelLeido {
  const rounded = decimal(o.redondeo)
  const entrega = texto(decimal(o.envia).minus(rounded), o.sale.decimales)
  const aparte = [
    { nombre: TARIFA, monto: o.tarifa, ...o.sale },
    { nombre: 'Redondeo a su favor', monto: o.redondeo, ...o.sale },
  ]
  return {
    numero: o.numero,
    documento: 'Orden de envío de dinero',
    fecha: o.fecha,
    entrega: [{ monto: entrega, ...o.sale }],
    recibe: [{ monto: o.recibe, ...o.llega }],
    aparte: aparte.filter(({ monto }) => !decimal(monto).eq(0)),
    estado: ESTADOS_CLIENTE[o.estado],
    anulada: o.estado === 'anulada',
  }
}
