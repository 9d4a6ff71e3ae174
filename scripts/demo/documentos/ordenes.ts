import { contrato as beneficiarios } from '../../../src/areas/beneficiarios/contract.ts'
import { contrato as deClientes } from '../../../src/areas/clientes/contract.ts'
import type { OpcionesOrden } from '../../../src/areas/ordenes/contract/opciones.ts'
import { contrato } from '../../../src/areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { decimal } from '../../../src/core/dinero/decimal.ts'
import { type Segmento, tramoDe, tramosPara } from '../../../src/core/dinero/tramos.ts'
import type { App } from '../../../src/main.app.ts'
import { type Azar, azar } from '../azar.ts'
import { entrar, type Llamar, Refused, tolerant } from '../llamada.ts'
import { type Desde, otrosCorredores } from './corredores.ts'

interface Dia {
  app: App
  clientes: readonly { id: number }[]
  semilla: number
  /** True for today, whose orders are left unfinished so that every column of the board has some. */
  hoy: boolean
  plena: boolean
}

interface Destino {
  cliente_id: number
  beneficiario_id: number
  moneda_id: number
  segmento: Segmento
}

interface Gente {
  cajera: Llamar
  pagador: Llamar
  supervisora: Llamar
  agenda: readonly Destino[]
}

export interface Orden {
  id: number
  recibe: string
  moneda_id: number
  /** The action for this order at the next step of the day. */
  sigue: 'recotizar' | 'pagar' | 'resolver' | 'anular' | 'nada'
}

const gente = new WeakMap<App, Promise<Gente>>()

/** The users who work with orders, signed in once, and the beneficiaries of the clients. */
export function genteDe({ app, clientes }: Pick<Dia, 'app' | 'clientes'>): Promise<Gente> {
  const known = gente.get(app) ?? reunir({ app, clientes })
  gente.set(app, known)
  return known
}

async function reunir({ app, clientes }: Pick<Dia, 'app' | 'clientes'>): Promise<Gente> {
  const [cajera, pagador, supervisora] = await Promise.all([
    entrar(app, 'cajera'),
    entrar(app, 'pagador'),
    entrar(app, 'supervisora'),
  ])
  const agenda = []
  for (const { id } of clientes) {
    const { segmento } = await cajera(deClientes.obtener, { params: { id } })
    for (const { id: beneficiario_id, moneda } of await cajera(beneficiarios.listar, {
      params: { id },
    })) {
      agenda.push({ cliente_id: id, beneficiario_id, moneda_id: moneda.id, segmento })
    }
  }
  return { cajera, pagador, supervisora, agenda }
}

const PEN = 2
export const VES = 1
const LEAST_VES = '450000'
/** What a client who moves much says of the money that he sends. */
const DECLARACION = { origen: 'Ventas de su negocio', destino: 'Ayuda a su familia' }
/** At this step of the day somebody sends by a corridor that is used less. */
const OTRO_PASO = 2
const TRIES = 4

/**
 * Returns a function that runs one step of a day of remittances; it is called between the operations of the counter.
 * Each step registers some orders, unless told not to, and advances the open ones. A refusal (a blocked client, no funds) is ignored.
 */
export async function ordenarDia(dia: Dia): Promise<(registra: boolean) => Promise<void>> {
  const who = await genteDe(dia)
  const opciones = await who.cajera(contrato.opciones, {})
  await proveer(who, opciones, dia.semilla)
  const dice = azar(dia.semilla + 900_000)
  let under: Orden[] = []
  let step = 0
  // The whole demo leaves open what hoy.ts makes, and nothing by chance.
  const hoy = dia.hoy && !dia.plena
  return async (registra) => {
    step += 1
    // Late on a past day no order is registered, so that all of them can be finished.
    const before = under
    under = []
    for (const orden of before) {
      const next = await tolerant(() => seguir(who, opciones, orden, { dice, hoy }))
      if (next) under.push(next)
    }
    if (!registra) return
    // Once a day, two of the corridors that are used less; over three days, all of them.
    if (dia.plena && step === OTRO_PASO) {
      for (const otro of otrosCorredores(dia.semilla)) {
        const made = await tolerant(() => enviarPor(who, opciones, otro, dice))
        if (made) under.push(made)
      }
    }
    // The whole demo sends more than one at a time.
    for (const often of dia.plena ? [72, 60] : [75]) {
      if ((!dia.hoy && step >= (dia.plena ? 15 : 18)) || dice.hasta(100) >= often) continue
      const made = await tolerant(() => nueva(who, opciones, dice, hoy))
      if (made) under.push(made)
    }
  }
}

/** Buys bolívares with the dollars of the exchange account before the bolívares run out. */
async function proveer(
  { supervisora }: Gente,
  { fondos, cuentas }: OpcionesOrden,
  semilla: number,
): Promise<void> {
  const ves = fondos.find(({ moneda_id }) => moneda_id === VES)
  const origen = cuentas.find(({ nombre }) => nombre === 'Binance USDT')
  const destino = cuentas.find(({ nombre }) => nombre === 'Banesco VES')
  if (!ves || !origen || !destino || decimal(ves.disponible).gt(decimal(LEAST_VES))) return
  const body = {
    tipo: 'conversion' as const,
    origen_id: origen.id,
    destino_id: destino.id,
    monto: '1500.00',
    tasa: '206.00',
    referencia: `P2P-${semilla}`,
    motivo: 'Compra de bolívares para remesas',
    confirmo_duplicado: true,
  }
  await tolerant(() => supervisora(transferencias.crear, { body }))
}

async function nueva(
  who: Gente,
  o: OpcionesOrden,
  dice: Azar,
  hoy: boolean,
): Promise<Orden | null> {
  const to = who.agenda[dice.hasta(who.agenda.length)]
  const monto = `${(3 + dice.hasta(20)) * 10}.00`
  const cash = dice.hasta(100) < 45
  const cobros = [pagoDe(o, cash ? 'Efectivo' : 'Transferencia mismo banco', monto, dice)]
  const waits = dice.hasta(100)
  // Some clients never pay; some pay by Yape, and that payment must be verified.
  const paid = waits < 12 ? [] : waits < 30 ? [pagoDe(o, 'Yape', monto, dice)] : cobros
  const orden = to && (await pedir(who, o, to, monto, paid))
  if (!orden) return null
  if (orden.sigue === 'pagar') return orden
  if (waits < 12) return { ...orden, sigue: !hoy && waits < 9 ? 'anular' : 'nada' }
  // Some payments are verified so late that the quote has expired.
  if (waits < 15) return { ...orden, sigue: 'recotizar' }
  return { ...(await verificado(who.cajera, orden)), sigue: 'pagar' }
}

/** An order by another corridor, paid in its own currency; what has to be verified is, so that it can be paid out. */
async function enviarPor(
  who: Gente,
  o: OpcionesOrden,
  { a, montos, paga, ...desde }: ReturnType<typeof otrosCorredores>[number],
  dice: Azar,
): Promise<Orden | null> {
  const there = who.agenda.filter(({ moneda_id }) => moneda_id === a)
  const monto = montos[dice.hasta(montos.length)] ?? '0'
  const cobro = pagoDe(o, paga[0], monto, dice, paga[1])
  // Not everybody may receive: one has wrong data on purpose.
  for (let i = 0; i < TRIES; i += 1) {
    const to = there[dice.hasta(there.length)]
    const orden = to && (await tolerant(() => pedir(who, o, to, monto, [cobro], desde)))
    if (!orden) continue
    if (orden.sigue === 'pagar') return orden
    return { ...(await verificado(who.cajera, orden)), sigue: 'pagar' }
  }
  return null
}

/** Registers an order, in soles unless said, with the payments made at once; null when there is no such corridor. */
export async function pedir(
  { cajera }: Gente,
  o: OpcionesOrden,
  to: Destino,
  monto: string,
  cobros: (ReturnType<typeof pagoDe> & { a_favor?: string })[],
  desde: Desde = { pais: 'pe', base: PEN },
): Promise<Orden | null> {
  const steps = o.corredores.filter(
    ({ pais, base, cotizacion }) =>
      pais === desde.pais && base.id === desde.base && cotizacion.id === to.moneda_id,
  )
  const corredor = tramoDe(tramosPara(steps, to.segmento), monto)
  if (!corredor) return null
  const { cliente_id, beneficiario_id } = to
  const { historico_id } = corredor
  const body = { cliente_id, beneficiario_id, historico_id, envia: monto, cobros }
  const crear = (more: { declaracion?: typeof DECLARACION } = {}) =>
    cajera(contrato.crear, { body: { ...body, ...more, confirmo_duplicado: true } })
  const made = await crear().catch((error) => {
    if (!(error instanceof Refused) || error.codigo !== 'DECLARACION_REQUERIDA') throw error
    return crear({ declaracion: DECLARACION })
  })
  const sigue = made.estado === 'pagada' ? 'pagar' : 'nada'
  return { id: made.id, recibe: made.recibe, moneda_id: to.moneda_id, sigue }
}

export function pagoDe(
  o: OpcionesOrden,
  nombre: string,
  monto: string,
  dice: Azar,
  cuenta?: string,
) {
  const tipo = o.tipos_pago.find((each) => each.nombre === nombre)
  const where =
    cuenta ?? { Efectivo: 'Caja Lima 1 PEN', Yape: 'Yape Negocio' }[nombre] ?? 'BCP Soles'
  return {
    tipo_pago_id: tipo?.id ?? 0,
    cuenta_id: o.cuentas.find((each) => each.nombre === where)?.id ?? 0,
    monto,
    referencia: tipo?.efectivo ? null : String(10_000_000 + dice.hasta(89_999_999)),
  }
}

/** Marks the payments of an order as verified. */
async function verificado<O extends { id: number }>(cajera: Llamar, orden: O): Promise<O> {
  const params = { id: orden.id }
  const { cobros } = await cajera(contrato.obtener, { params })
  const body = { cobro_id: cobros[0]?.id ?? 0, referencia: null }
  await cajera(contrato.verificar, { params, body })
  return orden
}

async function seguir(
  { cajera, pagador, supervisora }: Gente,
  { fondos }: OpcionesOrden,
  orden: Orden,
  { dice, hoy }: { dice: Azar; hoy: boolean },
): Promise<Orden | null> {
  const params = { id: orden.id }
  switch (orden.sigue) {
    case 'recotizar': {
      const { envia, tasa_actual } = await cajera(contrato.obtener, { params })
      const historico_id = tasa_actual?.historico_id ?? 0
      const { recibe } = await cajera(contrato.recotizar, { params, body: { historico_id, envia } })
      return { ...(await verificado(cajera, { ...orden, recibe })), sigue: 'pagar' }
    }
    case 'anular':
      await cajera(contrato.anular, { params, body: { motivo: 'El cliente se arrepintió' } })
      return null
    case 'resolver':
      await pagador(contrato.resolver, { params, body: { nota: 'El banco ya responde' } })
      break
    case 'pagar':
      await pagador(contrato.tomar, { params, body: {} })
      break
    default:
      return null
  }
  const luck = orden.sigue === 'resolver' ? 50 : dice.hasta(100)
  // Some of today's orders stay with their payer (`pagador`).
  if (hoy && luck > 70) return null
  if (luck < (hoy ? 20 : 4)) {
    const body = { motivo: 'banco_caido' as const, nota: 'El banco no responde desde hace un rato' }
    await pagador(contrato.observar, { params, body })
    return hoy ? null : { ...orden, sigue: 'resolver' }
  }
  const fondo = fondos.find(({ moneda_id }) => moneda_id === orden.moneda_id)
  // Nobody is paid in cash.
  const there = (fondo?.cuentas ?? []).filter(({ tipo }) => tipo !== 'caja' && tipo !== 'boveda')
  const cuenta = there[dice.hasta(4) === 0 && there[1] ? 1 : 0]
  const pay = (cuenta_id: number) =>
    pagador(contrato.pagar, {
      params,
      body: {
        cuenta_id,
        monto: orden.recibe,
        referencia: String(100_000_000 + dice.hasta(899_999_999)),
      },
    })
  const first = await tolerant(() => pay(cuenta?.id ?? 0))
  const { pago_id } = first ?? (await pay(there[0]?.id ?? 0))
  // Some payouts bounce and are made again.
  if (luck > 96) {
    await supervisora(contrato.rebotar, {
      params,
      body: { pago_id, motivo: 'Cuenta del beneficiario bloqueada' },
    })
    await pay(there[0]?.id ?? 0)
  }
  return null
}
