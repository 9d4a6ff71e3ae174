import { sql } from 'kysely'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import type { Db } from '../../../server/db/db.ts'
import type { PapelLeido } from '../../../server/papel.ts'
import { ESTADOS, type Estado } from '../rules.ts'

interface Signo {
  simbolo: string
  decimales: number
}

interface Leida {
  numero: string
  fecha: string
  estado: Estado
  envia: string
  recibe: string
  redondeo: string
  sale: Signo
  llega: Signo
}

const signo = (alias: string) =>
  sql`jsonb_build_object('simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)})`

/** What the papers of an order say, and its state; null when there is none. */
export async function leerPapel(
  db: Db,
  cual: { id: number } | { numero: string },
): Promise<PapelLeido | null> {
  const { rows } = await sql<Leida>`
    SELECT o.numero, o.fecha, o.estado, round(o.envia, e.decimales)::text AS envia,
           round(o.recibe, r.decimales)::text AS recibe, round(o.redondeo, e.decimales)::text AS redondeo,
           ${signo('e')} AS sale, ${signo('r')} AS llega
    FROM ordenes o JOIN monedas e ON e.id = o.envia_moneda_id JOIN monedas r ON r.id = o.recibe_moneda_id
    WHERE ${'id' in cual ? sql`o.id = ${cual.id}` : sql`o.numero = ${cual.numero}`}`.execute(db)
  const [o] = rows
  if (!o) return null
  const rounded = decimal(o.redondeo)
  const entrega = texto(decimal(o.envia).minus(rounded), o.sale.decimales)
  const aparte = { nombre: 'Redondeo a su favor', monto: o.redondeo, ...o.sale }
  return {
    numero: o.numero,
    documento: 'Orden de envío de dinero',
    fecha: o.fecha,
    entrega: [{ monto: entrega, ...o.sale }],
    recibe: [{ monto: o.recibe, ...o.llega }],
    aparte: rounded.eq(0) ? [] : [aparte],
    estado: ESTADOS[o.estado],
    anulada: o.estado === 'anulada',
  }
}
