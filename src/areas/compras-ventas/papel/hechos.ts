import { type RawBuilder, sql } from 'kysely'
import { decimal } from '../../../core/dinero/decimal.ts'
import { TARIFA } from '../../../core/dinero/pagos.ts'
import type { Db } from '../../../server/db/db.ts'
import type { PapelLeido } from '../../../server/papel.ts'
import { TIPOS, type Tipo } from '../contract/opciones.ts'
import { ESTADOS, type Estado, type LADOS } from '../contract.ts'
import { enMano, type Parte } from '../rules.ts'

type Lado = keyof typeof LADOS

interface Signo {
  iso: string
  simbolo: string
  decimales: number
}

export interface Leida extends Record<Parte, Signo> {
  numero: string
  fecha: string
  tipo: Tipo
  estado: Estado
  monto: string
  contravalor: string
  servicio: string
  tarifa: string
  redondeo: string
  /** Its payments that have not come as they were registered. */
  sin_hacer: ({ lado: Lado; estado: 'por_verificar' | 'perdido'; monto: string } & Signo)[]
}

const signo = (alias: string) =>
  sql`jsonb_build_object('iso', ${sql.ref(`${alias}.iso`)}, 'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)})`

const leida = (cual: RawBuilder<unknown>) => sql<Leida>`
  SELECT y.numero, y.fecha, y.tipo, y.estado, round(y.monto, d.decimales)::text AS monto,
         round(y.contravalor, k.decimales)::text AS contravalor, round(y.servicio, 2)::text AS servicio,
         round(y.tarifa, 2)::text AS tarifa,
         round(y.redondeo, 2)::text AS redondeo, ${signo('d')} AS divisa, ${signo('k')} AS contramoneda,
         ${signo('f')} AS funcional,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('lado', g.lado, 'estado', g.estado,
            'monto', round(g.monto, m.decimales)::text, 'iso', m.iso, 'simbolo', m.simbolo, 'decimales', m.decimales) ORDER BY g.id), '[]')
          FROM compras_ventas_pagos g JOIN monedas m ON m.id = g.moneda_id WHERE g.compra_venta_id = y.id
            AND (g.estado = 'por_verificar' OR g.estado = 'perdido' AND g.cargo <> 'redondeo')) AS sin_hacer
  FROM compras_ventas y JOIN monedas d ON d.id = y.divisa_id JOIN monedas k ON k.id = y.contramoneda_id
  JOIN monedas f ON f.funcional WHERE ${cual}`

/** The paper of operation `o`, for the statement that reads it whole. */
export const papelJson = sql`(SELECT to_json(p) FROM (${leida(sql`y.id = o.id`)}) p)`

/** What the papers of an operation say, and its state; null when there is none. */
export async function leerPapel(
  db: Db,
  cual: { id: number } | { numero: string },
): Promise<PapelLeido | null> {
  const which = 'id' in cual ? sql`y.id = ${cual.id}` : sql`y.numero = ${cual.numero}`
  const [row] = (await leida(which).execute(db)).rows
  return row ? armar(row) : null
}

/**
 * What the papers of a ticket say: what its operations said when it was registered, one after the other; null when there
 * is none.
 */
export async function leerPapelDeTicket(
  db: Db,
  cual: { id: number } | { numero: string },
): Promise<PapelLeido | null> {
  const ticket = await db
    .selectFrom('compras_ventas_tickets')
    .select(['id', 'numero', 'fecha'])
    .where((e) => ('id' in cual ? e('id', '=', cual.id) : e('numero', '=', cual.numero)))
    .executeTakeFirst()
  if (!ticket) return null
  const suyas = sql`y.ticket_id = ${ticket.id} ORDER BY y.id`
  const each = (await leida(suyas).execute(db)).rows.map(armar)
  const anuladas = each.filter((one) => one.anulada).length
  return {
    numero: ticket.numero,
    documento: `Ticket de ${each.length} operaciones`,
    fecha: String(ticket.fecha),
    entrega: each.flatMap((one) => one.entrega),
    recibe: each.flatMap((one) => one.recibe),
    aparte: each.flatMap((one) => one.aparte),
    estado:
      anuladas === 0
        ? 'Registrado'
        : anuladas === each.length
          ? 'Anulado'
          : `Con ${anuladas} de ${each.length} operaciones anuladas`,
    anulada: anuladas === each.length,
    ...deVarias(each),
  }
}

/** How the client's part of several operations stands: as that of the worst of those that hold. */
function deVarias(each: readonly PapelLeido[]): Pick<PapelLeido, 'cobro' | 'aviso' | 'cuenta'> {
  const worst = (['espera', 'falto', 'recibido'] as const).find((cobro) =>
    each.some((one) => one.cobro === cobro),
  )
  const avisos = each.flatMap(({ numero, aviso }) => (aviso ? [`${numero}: ${aviso}`] : []))
  return {
    cobro: worst ?? 'anulado',
    aviso: avisos.join(' ') || null,
    cuenta: each.flatMap(({ cuenta }) => cuenta),
  }
}

export function armar(o: Leida): PapelLeido {
  const hands = enMano(o.tipo, o, o)
  const side = (lado: 'recibimos' | 'entregamos') =>
    hands
      .filter((one) => one.lado === lado)
      .map(({ parte, total }) => ({ monto: total, ...o[parte] }))
  const aparte = [
    { nombre: 'Servicio', monto: o.servicio },
    { nombre: TARIFA, monto: o.tarifa },
    { nombre: 'Redondeo a su favor', monto: o.redondeo },
  ]
  return {
    numero: o.numero,
    documento: `${TIPOS[o.tipo]} de moneda extranjera`,
    fecha: o.fecha,
    entrega: side('recibimos'),
    recibe: side('entregamos'),
    aparte: aparte
      .filter(({ monto }) => !decimal(monto).eq(0))
      .map((one) => ({ ...one, ...o.funcional })),
    estado: ESTADOS[o.estado],
    anulada: o.estado === 'anulada',
    ...cobroDe(o),
  }
}

/** Whether the house has what the client hands over (R-331), and what is not there yet. */
function cobroDe({ estado, sin_hacer }: Leida): Pick<PapelLeido, 'cobro' | 'aviso' | 'cuenta'> {
  if (estado === 'anulada') return { cobro: 'anulado', aviso: null, cuenta: [] }
  const waits = (lado: Lado) =>
    sin_hacer.filter((one) => one.estado === 'por_verificar' && one.lado === lado)
  const lost = sin_hacer.filter((one) => one.estado === 'perdido' && one.lado === 'recibimos')
  const named = (nombre: string, all: Leida['sin_hacer']) =>
    all.map(({ lado: _, estado: __, ...one }) => ({ nombre, ...one }))
  const [pays, gets] = [waits('recibimos'), waits('entregamos')]
  return {
    cobro: pays.length > 0 ? 'espera' : lost.length > 0 ? 'falto' : 'recibido',
    aviso: AVISOS.find((_, at) => [pays, lost, gets][at]?.length) ?? null,
    cuenta: [
      ...named('Por confirmar', pays),
      ...named('No se recibió', lost),
      ...named('Por entregar al cliente', gets),
    ],
  }
}

/** Of the client's payments that wait, of those that never came, and of the house's that wait. */
const AVISOS = [
  'Pendiente de pago: la casa aún no confirmó que el dinero llegó.',
  'La casa no recibió todo este dinero.',
  'Pendiente: la casa aún no confirmó que entregó el dinero.',
]
