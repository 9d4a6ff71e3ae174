import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import type {
  Borrador,
  Opciones,
} from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'
import type { App } from '../../../src/main.app.ts'
import { type Azar, azar } from '../azar.ts'
import { type Ventanilla, ventanillasDe } from '../casa/ventanillas.ts'
import { confirmar } from '../documentos/pendientes.ts'
import { type Llamar, Refused, tolerant } from '../llamada.ts'
import { alcanza, soles } from './alcance.ts'
import { alternar, cierranOtras } from './alternar.ts'
import { declarando } from './declarar.ts'
import { conPruebas } from './pruebas.ts'
import { juntarDivisas } from './tickets.ts'

/** How many clients the main counter serves in a day; the whole demo has two more counters. */
const porDia = (plena: boolean) => (plena ? 16 : 20)
/** After this operation of the day a client trades two currencies in one ticket. */
const CON_TICKET = 4
const PEN = 2
const USD = 3

/** From this random number on, the payment is made by Yape; below it, by bank transfer. */
const POR_YAPE = 12
/** What Yape takes in one payment, with room for a fee. */
const MAXIMO_YAPE = 490

type Cliente = NonNullable<Borrador['cliente']>

interface Jornada {
  app: App
  abre: number
  /** Instant at which the counter begins to serve; `paso` is the minutes from one operation to the next. */
  atiende: number
  paso: number
  /** True for today, whose payments stay unverified. */
  hoy: boolean
  /** Nothing happens after this instant. */
  hasta: number
  clientes: readonly Cliente[]
  reloj: (instant: number) => void
  semilla: number
  /** Runs what else happens in the house before the instant of the next operation. */
  alPaso: (instant: number) => Promise<void>
  plena: boolean
}

/** Data that all operations of a day share. */
interface Turno extends Jornada {
  /** A separate random sequence, so that the proofs of an operation do not change the operations after it. */
  pruebas: Azar
  ahora: () => string
  /** What a counter reads before an operation. */
  leer: (cajera: Llamar) => Promise<Opciones>
}

/** How many operations of a past day of the whole demo take what was read once: a month of them is loaded at a start. */
const POR_LECTURA = 4

/** Returns what reads the options of a counter: for each operation, or once for some of them. */
function lector(each: number): Turno['leer'] {
  const read = new Map<Llamar, { left: number; opciones: Opciones }>()
  return async (cajera) => {
    const last = read.get(cajera)
    const now = last?.left
      ? last
      : { left: each, opciones: await cajera(comprasVentas.opciones, {}) }
    read.set(cajera, { ...now, left: now.left - 1 })
    return now.opciones
  }
}

/** Registers the operations of a day at the counter, with the supervisor's corrections. Returns how many were made. */
export async function operarDia(j: Jornada): Promise<number> {
  const dice = azar(j.semilla)
  const pruebas = azar(j.semilla + 500_000)
  const aparte = azar(j.semilla + 300_000)
  const [primera, ...otras] = await ventanillasDe(j.app, j.plena)
  const leer = lector(j.plena && !j.hoy ? POR_LECTURA : 1)
  let made = 0
  const atender = async ({ cajera, aprueba }: Ventanilla, turno: Turno, suerte: Azar) => {
    const served = await registrar(cajera, aprueba, turno, suerte)
    if (served) made += 1
    return served
  }
  const turnos = otras.map((otra) => ({ otra, alterna: alternar(aparte) }))
  for (let i = 0; i < porDia(j.plena); i += 1) {
    const minute = i * j.paso + dice.hasta(j.paso)
    const instant = j.atiende + minute * 60_000 + dice.hasta(60_000)
    if (instant > j.hasta) break
    await j.alPaso(instant)
    j.reloj(instant)
    const turno = { ...j, leer, pruebas, ahora: () => new Date(instant).toISOString() }
    if (primera) await atender(primera, turno, dice)
    if (primera && i === CON_TICKET) {
      const { cajera } = primera
      await tolerant(async () =>
        juntarDivisas(cajera, await cajera(comprasVentas.opciones, {}), j.clientes[0]),
      )
    }
    if (j.hoy && instant > cierranOtras(j)) continue
    for (const { otra, alterna } of turnos) await alterna(() => atender(otra, turno, aparte))
  }
  return made
}

/** Registers a purchase with a Yape payment that is not confirmed yet. */
export async function comprarPorYape(cajera: Llamar, valor: string, dice: Azar): Promise<void> {
  const opciones = await cajera(comprasVentas.opciones, {})
  const nuevo = pago(
    opciones,
    dice,
    { ...empezar(opciones, 'compra'), valor },
    {
      kind: POR_YAPE,
    },
  )
  const calculo = calcular(opciones, nuevo)
  if (calculo.problema) return
  await cajera(comprasVentas.crear, { body: registroDe(nuevo, calculo) })
}

/** Registers one typical operation; a refusal of the server (an empty till) is ignored. */
async function registrar(
  cajera: Llamar,
  supervisora: Llamar,
  j: Turno,
  dice: Azar,
): Promise<boolean> {
  const made = await tolerant(async () => {
    const opciones = await j.leer(cajera)
    const wanted = borrador(opciones, dice)
    const chosen = cliente(j, dice, j.plena ? alcanza(opciones, wanted) : wanted)
    const nuevo = pago(opciones, dice, chosen, { plena: j.plena })
    const intentar = async (draft: Borrador) => {
      const calculo = calcular(opciones, draft)
      if (calculo.problema) return null
      const plain = registroDe(draft, calculo)
      const body = await conPruebas(cajera, opciones, plain, j.pruebas, j.ahora())
      return declarando((more) => cajera(comprasVentas.crear, { body: { ...body, ...more } }))
    }
    return intentar(nuevo).catch((error) => {
      if (!(error instanceof Refused)) throw error
      // Whoever reached the limit of his month goes, and the next in the queue is served.
      const next = j.plena && nuevo.cliente ? j.clientes[dice.hasta(j.clientes.length)] : null
      if (!next) throw error
      return intentar({ ...nuevo, cliente: next })
    })
  })
  if (!made) return false
  await tolerant(() => despues(supervisora, made, dice, j))
  return true
}

function borrador(opciones: Opciones, dice: Azar): Borrador {
  const cash = (moneda: number) =>
    opciones.cuentas.find(
      ({ mia, tipo, moneda_id }) => mia && tipo === 'caja' && moneda_id === moneda,
    )?.disponible ?? '0'
  // When a till runs low on one currency, the next operation brings that currency in.
  const lowUsd = cash(USD).length < 7
  const lowPen = cash(PEN).length < 7
  const kind = dice.hasta(100)
  const tipo = lowUsd
    ? 'compra'
    : lowPen
      ? 'venta'
      : kind < 48
        ? 'compra'
        : kind < 97
          ? 'venta'
          : 'canje'
  const nuevo = empezar(opciones, tipo)
  const euros = opciones.tasas.find((t) => t.tipo === tipo && t.divisa.iso === 'EUR')
  const chosen =
    euros && dice.hasta(100) < 15
      ? empezar(opciones, tipo, {
          divisa_id: euros.divisa.id,
          contramoneda_id: euros.contramoneda.id,
        })
      : nuevo
  const amount = dice.hasta(100) < 70 ? (1 + dice.hasta(19)) * 10 : (2 + dice.hasta(14)) * 100
  return { ...chosen, valor: String(amount) }
}

/** Chooses a client: always where the amount requires one, and sometimes below that amount. */
function cliente({ clientes }: Jornada, dice: Azar, actual: Borrador): Borrador {
  const known = Number(actual.valor) > 150 || dice.hasta(100) < 75
  return known ? { ...actual, cliente: clientes[dice.hasta(clientes.length)] ?? null } : actual
}

/**
 * Sometimes pays the soles by bank transfer, or by Yape, which is confirmed later. In the whole demo nobody tries to pay
 * more by Yape than it takes.
 */
function pago(
  opciones: Opciones,
  dice: Azar,
  actual: Borrador,
  { plena = false, kind = dice.hasta(100) } = {},
): Borrador {
  if (kind >= 18 || actual.tipo === 'canje') return actual
  const banco = kind < POR_YAPE || (plena && soles(opciones, actual).gt(MAXIMO_YAPE))
  const [way, account] = banco
    ? ['Transferencia mismo banco', 'BCP Soles']
    : ['Yape', 'Yape Negocio']
  const tipo_pago_id = opciones.tipos_pago.find(({ nombre }) => nombre === way)?.id
  const cuenta_id = opciones.cuentas.find(({ nombre }) => nombre === account)?.id
  if (!tipo_pago_id || !cuenta_id) return actual
  const referencia = `${banco ? 'OP' : 'YP'}-${100_000 + dice.hasta(900_000)}`
  const lineas = actual.lineas.map((l) =>
    l.parte === 'contramoneda' ? { ...l, tipo_pago_id, cuenta_id, referencia } : l,
  )
  return { ...actual, lineas }
}

/** Follows some operations up: confirms a payment or annuls a mistake. */
async function despues(
  supervisora: Llamar,
  made: { id: number; estado: string },
  dice: Azar,
  { hoy, plena }: Pick<Jornada, 'hoy' | 'plena'>,
): Promise<void> {
  // In the whole demo a second person confirms what comes in as it comes; what waits today is in hoy.ts.
  if (made.estado === 'pendiente' && plena) await confirmar(supervisora, made.id)
  else if (made.estado === 'pendiente' && !hoy) {
    const { pagos } = await supervisora(comprasVentas.obtener, { params: { id: made.id } })
    for (const { id, estado } of pagos) {
      if (estado !== 'por_verificar') continue
      await supervisora(comprasVentas.verificar, { params: { id: made.id }, body: { pago_id: id } })
    }
  }
  if (dice.hasta(100) < 1) {
    const body = { motivo: 'Monto mal digitado, el cliente lo advirtió' }
    await supervisora(comprasVentas.anular, { params: { id: made.id }, body })
  }
}
