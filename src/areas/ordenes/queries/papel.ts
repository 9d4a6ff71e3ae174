import { type RawBuilder, sql } from 'kysely'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { TARIFA } from '../../../core/dinero/pagos.ts'
import { formatMonto } from '../../../core/formato.ts'
import type { Db } from '../../../server/db/db.ts'
import type { Anterior, PapelLeido } from '../../../server/papel.ts'
import { caminoDe, sigue } from '../rules/camino.ts'
import { avisoDeCobro, COBRO } from '../rules/cobrado.ts'
import { ESTADOS_CLIENTE, type Estado } from '../rules.ts'

interface Signo {
  iso: string
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
  /** Of the client's payments: verified ones, those that wait for it, and those that were given back. */
  recibido: string
  por_confirmar: string
  devuelto: string
  sale: Signo
  llega: Signo
}

/** A step of an order; the amounts are those that it changed. */
interface Paso {
  de: Estado | null
  a: Estado
  fecha: string
  antes_envia: string | null
  antes_recibe: string | null
}

const signo = (alias: string) =>
  sql`jsonb_build_object('iso', ${sql.ref(`${alias}.iso`)}, 'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)})`

const leida = (cual: RawBuilder<unknown>) => sql<Leida>`
  SELECT y.numero, y.fecha, y.estado, round(y.envia, e.decimales)::text AS envia,
         round(y.recibe, r.decimales)::text AS recibe, round(y.redondeo, e.decimales)::text AS redondeo,
         round(g.tarifa, e.decimales)::text AS tarifa, round(g.recibido, e.decimales)::text AS recibido,
         round(g.por_confirmar, e.decimales)::text AS por_confirmar, round(g.devuelto, e.decimales)::text AS devuelto,
         ${signo('e')} AS sale, ${signo('r')} AS llega
  FROM ordenes y JOIN monedas e ON e.id = y.envia_moneda_id JOIN monedas r ON r.id = y.recibe_moneda_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(tarifa) FILTER (WHERE estado IN ('verificado', 'devuelto')), 0) AS tarifa,
           coalesce(sum(monto) FILTER (WHERE estado = 'verificado'), 0) AS recibido,
           coalesce(sum(monto) FILTER (WHERE estado = 'por_verificar'), 0) AS por_confirmar,
           coalesce(sum(monto) FILTER (WHERE estado = 'devuelto'), 0) AS devuelto
    FROM ordenes_cobros WHERE orden_id = y.id) g
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
  const { rows: pasos } = await sql<Paso>`
    SELECT g.de, g.a, g.fecha, round(g.antes_envia, e.decimales)::text AS antes_envia,
           round(g.antes_recibe, r.decimales)::text AS antes_recibe
    FROM ordenes_pasos g JOIN ordenes y ON y.id = g.orden_id
    JOIN monedas e ON e.id = y.envia_moneda_id JOIN monedas r ON r.id = y.recibe_moneda_id
    WHERE ${which} ORDER BY g.id`.execute(db)
  return {
    ...armar(row),
    pasos: caminoDe(pasos),
    sigue: sigue(row.estado),
    anteriores: anterioresDe(row, pasos),
  }
}

/**
 * What its earlier papers say (R-330), the last ones first: its amount before it was rounded to the coins that there
 * are, and the amounts of each quote before the present one.
 */
function anterioresDe(o: Leida, pasos: readonly Paso[]): Anterior[] {
  const figuras = (envia: string, recibe: string) => ({
    entrega: [{ monto: envia, ...o.sale }],
    recibe: [{ monto: recibe, ...o.llega }],
  })
  const pagada = pasos.find(({ de, a }) => de === 'pendiente' && a === 'pagada')
  const quotes = pasos.flatMap(({ antes_envia, antes_recibe, fecha }) =>
    antes_envia && antes_recibe
      ? [{ ...figuras(antes_envia, antes_recibe), cambio: 'Recotizada', en: fecha }]
      : [],
  )
  return [
    ...(pagada && !decimal(o.redondeo).eq(0)
      ? [{ ...figuras(o.envia, o.recibe), cambio: 'Redondeada a su favor', en: pagada.fecha }]
      : []),
    ...quotes.reverse(),
  ]
}

export function armar(o: Leida): PapelLeido {
  const rounded = decimal(o.redondeo)
  const entrega = texto(decimal(o.envia).minus(rounded), o.sale.decimales)
  const aparte = [
    { nombre: TARIFA, monto: o.tarifa, ...o.sale },
    { nombre: 'Redondeo a su favor', monto: o.redondeo, ...o.sale },
  ]
  const some = ({ monto }: { monto: string }) => !decimal(monto).eq(0)
  return {
    numero: o.numero,
    documento: 'Orden de envío de dinero',
    fecha: o.fecha,
    entrega: [{ monto: entrega, ...o.sale }],
    recibe: [{ monto: o.recibe, ...o.llega }],
    aparte: aparte.filter(some),
    estado: ESTADOS_CLIENTE[o.estado],
    anulada: o.estado === 'anulada',
    cobro: COBRO[o.estado],
    aviso: avisoDeCobro(o.estado, formatMonto(o.envia, o.sale), {
      recibido: some({ monto: o.recibido }) ? formatMonto(o.recibido, o.sale) : null,
      por_confirmar: some({ monto: o.por_confirmar }) ? formatMonto(o.por_confirmar, o.sale) : null,
    }),
    cuenta: cuentaDe(o).filter(some),
  }
}

/** What came of what the client owes, and what lacks; of an annulled order, what was given back. */
function cuentaDe(o: Leida): PapelLeido['cuenta'] {
  if (o.estado === 'anulada')
    return [{ nombre: 'Devuelto al cliente', monto: o.devuelto, ...o.sale }]
  if (COBRO[o.estado] === 'recibido' || decimal(o.recibido).plus(decimal(o.por_confirmar)).eq(0))
    return []
  const falta = texto(
    decimal(o.envia).minus(decimal(o.recibido)).minus(decimal(o.por_confirmar)),
    o.sale.decimales,
  )
  return [
    { nombre: 'La casa recibió', monto: o.recibido, ...o.sale },
    { nombre: 'Por confirmar', monto: o.por_confirmar, ...o.sale },
    { nombre: 'Falta', monto: falta, ...o.sale },
  ]
}
