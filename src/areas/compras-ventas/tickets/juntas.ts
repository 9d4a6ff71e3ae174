import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto, formatTasa } from '../../../core/formato.ts'
import { TIPOS } from '../contract/opciones.ts'
import type { TicketPedido } from '../contract/tickets.ts'
import { LINEAS } from '../contract/tickets.ts'
import type { Registro } from '../contract.ts'
import { cubre, fueraDeRango, type Permiso } from '../mostrador/calculo/autorizacion.ts'
import { calcular, conTasa, partesDe, registroDe } from '../mostrador/calculo/calculo.ts'
import { identificacionDe, limiteDe } from '../mostrador/calculo/problema.ts'
import type { Borrador, Calculo, Opciones, TasaMostrador } from '../mostrador/calculo/tipos.ts'
import type { Manos } from '../papel/manos.ts'

/** One operation of a ticket that is being typed. */
export interface LineaTicket {
  borrador: Borrador
  calculo: Calculo
  /** Its rate is one that changed since and that the user keeps. */
  mantenida?: boolean
}

/** The quoted rates that the user keeps, by the place of their operation in the ticket, from 0. */
export type Mantenidas = Readonly<Record<number, Pick<TasaMostrador, 'historico_id' | 'tasa'>>>

/** Its payments without change: notes are set off among the operations of a ticket. */
const sinVuelto = (calculo: Calculo): Calculo => ({
  ...calculo,
  lineas: calculo.lineas.map((linea) => ({ ...linea, recibido: null })),
})

/** What waits in the ticket, as operations of the draft's client. */
const otrasDe = ({ otras = [], cliente, busqueda }: Borrador): Borrador[] =>
  otras.map((one) => ({ ...one, cliente, busqueda, otras: [] }))

/**
 * All operations of the ticket: what waits, and what is typed where an amount is; each at its own kept rate, if any, and
 * with the service fee that it has among all of them.
 */
export function lineasDe(
  opciones: Opciones,
  borrador: Borrador,
  mantenidas: Mantenidas = {},
): LineaTicket[] {
  const todas = [...otrasDe(borrador), ...(borrador.valor === null ? [] : [borrador])]
  const casas = todas.map((one, n) => {
    const vieja = mantenidas[n]
    return vieja ? conTasa(opciones, { tipo: one.tipo, ...vieja }, one) : opciones
  })
  const casaDe = (n: number) => casas[n] ?? opciones
  const partes = todas.map((one, n) => partesDe(casaDe(n), one))
  return todas.map((one, n) => {
    const alrededor = { antes: partes.slice(0, n).flat(), despues: partes.slice(n + 1).flat() }
    const calculo = calcular(casaDe(n), { ...one, alrededor })
    const { cotizada } = one
    const mantenida =
      mantenidas[n] ?? (cotizada?.mantenida && calculo.tasa?.historico_id === cotizada.historico_id)
    return { borrador: one, calculo, ...(mantenida && { mantenida: true }) }
  })
}

/**
 * The draft once the user takes the new rate of line `n`, from 0: the rates that he keeps of other lines stay with them,
 * as long as their amounts stay.
 */
export function conTasaNueva(
  borrador: Borrador,
  n: number,
  mantenidas: Mantenidas,
): Pick<Borrador, 'cotizada' | 'otras'> {
  const { otras = [] } = borrador
  const cotizadaDe = (one: Borrador, place: number): Borrador['cotizada'] => {
    const vieja = mantenidas[place]
    if (place === n) return null
    if (!vieja || one.valor === null) return one.cotizada
    return { ...vieja, valor: one.valor, mantenida: true }
  }
  return {
    cotizada: cotizadaDe(borrador, otras.length),
    otras: otras.map((one, place) => ({ ...one, cotizada: cotizadaDe(one, place) })),
  }
}

/** Whether an operation is registered by its permission: its rate is outside the cashier's range, and that covers it. */
export function usaPermiso(opciones: Opciones, borrador: Borrador, permiso: Permiso): boolean {
  const { tasa, valor_tasa, montos } = calcular(opciones, { ...borrador, permiso: null })
  return Boolean(
    tasa &&
      montos &&
      fueraDeRango(opciones, tasa, valor_tasa) &&
      cubre(permiso, borrador, tasa.tasa, valor_tasa, montos.monto),
  )
}

/**
 * The permission that the typed operation uses: the one that it came back to the counter with, or the last one that was
 * given; never one that another line uses. `vigente`: the last one, null when it was refused, used or expired.
 */
export function permisoPara(
  opciones: Opciones,
  typed: Borrador,
  { pedido, vigente }: { pedido: Permiso | null; vigente: Permiso | null },
): Permiso | null {
  const { permiso: suyo = null, otras = [] } = typed
  const posibles = [suyo?.id === pedido?.id ? null : suyo, vigente]
  return (
    posibles.find(
      (p): p is Permiso =>
        p !== null &&
        otras.every(({ permiso }) => permiso?.id !== p.id) &&
        usaPermiso(opciones, typed, p),
    ) ?? null
  )
}

/** Whether another operation still fits beside what is typed. */
export const cabeOtra = ({ otras = [] }: Borrador): boolean => otras.length < LINEAS.maximo - 1

/**
 * The first thing that prevents the ticket, by the sum of its operations too, and the field to correct. `actual`: what
 * is typed at the counter.
 */
export function problemaDeTicket(
  opciones: Opciones,
  actual: Borrador,
  lineas: readonly LineaTicket[],
): { problema: string; campo: string | null } | null {
  for (const [n, { borrador, calculo }] of lineas.entries()) {
    if (!calculo.problema) continue
    if (borrador === actual) return { problema: calculo.problema, campo: calculo.campo }
    return { problema: `Línea ${n + 1}: ${calculo.problema}`, campo: null }
  }
  const [first] = lineas
  const dolares = dolaresDe(lineas)
  if (!first) return null
  return (
    limiteDe(opciones, first.borrador, dolares) ??
    identificacionDe(opciones, first.borrador, dolares)
  )
}

/**
 * An operation in words, with the service that parts what changes hands from its countervalue:
 * `Compra US$ 60.00 a 3.520 = S/ 211.20, menos servicio S/ 2.00`.
 */
export function lineaEnPalabras(
  { borrador: { tipo }, calculo }: LineaTicket,
  funcional: Opciones['funcional'],
): string {
  const { montos, tasa, valor_tasa, servicio } = calculo
  if (!montos || !tasa) return TIPOS[tipo]
  const rate = formatTasa(valor_tasa, tasa.precision)
  const line = `${TIPOS[tipo]} ${formatMonto(montos.monto, tasa.divisa)} a ${rate} = ${formatMonto(montos.contravalor, tasa.contramoneda)}`
  if (decimal(servicio).eq(0)) return line
  return `${line}, ${tipo === 'compra' ? 'menos' : 'más'} servicio ${formatMonto(servicio, funcional)}`
}

/** The service of all operations, in the functional currency. */
export const servicioJunto = (lineas: readonly LineaTicket[]): string =>
  texto(suma(lineas.map(({ calculo }) => decimal(calculo.servicio))), 2)

/** What all operations are worth in dollars; null when only the server can tell. */
export function dolaresDe(lineas: readonly LineaTicket[]): string | null {
  const each = lineas.map(({ calculo }) => calculo.dolares)
  return each.some((one) => one === null)
    ? null
    : texto(suma(each.map((one) => decimal(one ?? '0'))), 2)
}

/**
 * What the client hands over and receives in all operations, per currency: notes of both directions are set off, what
 * goes by a bank is not. Twin of SQL `tickets_totales`.
 */
export function manosJuntas(opciones: Opciones, lineas: readonly LineaTicket[]): Manos {
  const monedas = new Map(
    lineas.flatMap(({ calculo: { tasa } }) =>
      [tasa?.divisa, tasa?.contramoneda, opciones.funcional].flatMap((m) =>
        m ? [[m.id, m] as const] : [],
      ),
    ),
  )
  const pagos = lineas.flatMap(({ calculo }) => calculo.lineas)
  const rows = [...monedas.values()].map((moneda) => {
    const cuentas = new Set(
      opciones.cuentas.filter(({ moneda_id }) => moneda_id === moneda.id).map(({ id }) => id),
    )
    const sum = (lado: Lado, efectivo: boolean) =>
      suma(
        pagos
          .filter((p) => p.lado === lado && cuentas.has(p.cuenta_id))
          .filter((p) => enNotas(opciones, p.tipo_pago_id) === efectivo)
          .map((p) => {
            const fee = decimal(p.aparte ? '0' : p.tarifa).times(lado === 'recibimos' ? 1 : -1)
            return decimal(p.resuelto || '0').plus(fee)
          }),
      )
    const notas = sum('recibimos', true).minus(sum('entregamos', true))
    const cero = decimal('0')
    return {
      moneda,
      entrega: sum('recibimos', false).plus(notas.gt(0) ? notas : cero),
      recibe: sum('entregamos', false).plus(notas.lt(0) ? notas.times(-1) : cero),
    }
  })
  const words = (lado: keyof Manos) =>
    rows
      .filter((row) => row[lado].gt(0))
      .map((row) => formatMonto(texto(row[lado], row.moneda.decimales), row.moneda))
      .join(' y ') || '—'
  return { entrega: words('entrega'), recibe: words('recibe') }
}

type Lado = 'recibimos' | 'entregamos'

const enNotas = ({ tipos_pago }: Opciones, id: number) =>
  tipos_pago.some((t) => t.id === id && t.efectivo)

/** The body of the ticket's registration; call it only when there is no problem. */
export function pedidoDe(
  lineas: readonly LineaTicket[],
  { declaracion, confirmo_duplicado, ...propio }: Partial<Registro>,
): TicketPedido {
  return {
    cliente_id: lineas[0]?.borrador.cliente?.id ?? null,
    items: lineas.map(({ borrador, calculo, mantenida }) => {
      const { cliente_id: _, ...item } = registroDe(borrador, sinVuelto(calculo), propio)
      return { ...item, ...(mantenida && { mantener_tasa: true }) }
    }),
    ...(declaracion && { declaracion }),
    ...(confirmo_duplicado && { confirmo_duplicado }),
  }
}
