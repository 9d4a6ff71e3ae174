import { setTimeout as sleep } from 'node:timers/promises'
import { USD } from '../support/areas/casa.ts'
import { PLAZO } from '../support/plazos.ts'
import type { Azar } from './azar.ts'
import type { Local } from './casa.ts'
import { Conexion, type Respuesta } from './cliente.ts'

/** What a client asks for. */
export interface Pedida {
  path: string
  cuerpo: Record<string, unknown>
}

/** One operation as its client knows it. */
export interface Suceso extends Pedida {
  clave: string
  /** The session that requested it. */
  token: string
  fin: 'pedido' | 'ok' | 'rechazado' | 'desconocido'
  /** Number of attempts. */
  veces: number
  respuesta?: Respuesta['body']
}

export interface Historia {
  sucesos: Suceso[]
  /** Answers other than success, a refusal (4xx) or 503; there must be none. */
  errores: { status: number; body: unknown }[]
  /** Set when the run has failed: clients stop retrying. */
  abandonada: boolean
}

export const historiaNueva = (): Historia => ({ sucesos: [], errores: [], abandonada: false })

const MOSTRADOR = '/api/compras-ventas'

/** An amount in hundredths as the API writes it: 12345 → `123.45`. */
function texto(centimos: number): string {
  const digits = String(centimos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * The body of a purchase or a sale at one of the house's counters. Whole dollars at a rate of three
 * decimals whose product is a whole number of tenths: the contravalor is exact and payable in coins.
 * One in twenty must be refused (too large for any till, or wrong sum of payments); with `posible`, none.
 */
export function operacion(
  azar: Azar,
  casa: Local,
  { posible = false } = {},
): Record<string, unknown> {
  const { pen, usd } = azar.de(casa.cajas)
  const venta = azar.fraccion() < 0.5
  const dolares = azar.entero(1, 30) * 10
  const imposible = posible ? 0.5 : azar.fraccion()
  const cantidad = imposible < 0.03 ? 90_000_000 : dolares
  const soles = texto(cantidad * (venta ? 356 : 352) + (imposible > 0.98 ? 10 : 0))
  const pago = (cuenta_id: number, monto: string) => [
    { tipo_pago_id: casa.pagos.efectivo, cuenta_id, monto },
  ]
  return {
    tipo: venta ? 'venta' : 'compra',
    cliente_id: azar.fraccion() < 0.2 ? casa.clientes.ana : null,
    divisa_id: USD,
    monto: texto(cantidad * 100),
    historico_id: venta ? casa.tasas.ventaUsd : casa.tasas.compraUsd,
    tasa: venta ? '3.560' : '3.520',
    recibimos: venta ? pago(pen, soles) : pago(usd, texto(cantidad * 100)),
    entregamos: venta ? pago(usd, texto(cantidad * 100)) : pago(pen, soles),
    confirmo_duplicado: true,
  }
}

/** Retries with the same idempotency key and body until the outcome is known or `plazo` ms have passed. */
export async function hastaSaber(
  conexion: Conexion,
  suceso: Suceso,
  historia: Historia,
  plazo: number,
): Promise<void> {
  const end = performance.now() + plazo
  while (suceso.fin === 'pedido' || suceso.fin === 'desconocido') {
    if (performance.now() > end || historia.abandonada) return
    suceso.veces += 1
    const { clave, token, path, cuerpo: body } = suceso
    const answer = await conexion.pedir({ method: 'POST', path, token, clave, body })
    if (answer?.status === 201) {
      suceso.fin = 'ok'
      suceso.respuesta = answer.body
    } else if (answer && answer.status >= 400 && answer.status < 500) {
      suceso.fin = 'rechazado'
      suceso.respuesta = answer.body
    } else {
      if (answer && answer.status !== 503) historia.errores.push(answer)
      suceso.fin = 'desconocido'
      await sleep(40)
    }
  }
}

/**
 * Clients that post without pause, each over its own connection, until `parar` or until `hasta` operations
 * were requested; `fin` waits for their last answers.
 */
export function trabajar(o: {
  casa: Local
  clientes: number
  azar: Azar
  puerto: () => number
  historia: Historia
  hasta?: number
  /** What client `n` asks for; without it, operations of the counter. */
  pedida?: (azar: Azar, n: number) => Pedida
}): { parar(): Promise<void>; fin: Promise<unknown> } {
  const { hasta = Number.POSITIVE_INFINITY } = o
  const { pedida = (azar) => ({ path: MOSTRADOR, cuerpo: operacion(azar, o.casa) }) } = o
  let going = true
  const runs = Array.from({ length: o.clientes }, async (_, n) => {
    const azar = o.azar.rama()
    const conexion = new Conexion(o.puerto)
    const token = o.casa.tokens[n % o.casa.tokens.length] as string
    while (going && !o.historia.abandonada && o.historia.sucesos.length < hasta) {
      const asked = pedida(azar, n)
      const suceso: Suceso = { ...asked, clave: azar.uuid(), token, fin: 'pedido', veces: 0 }
      o.historia.sucesos.push(suceso)
      await hastaSaber(conexion, suceso, o.historia, PLAZO)
    }
    conexion.cerrar()
  })
  const fin = Promise.all(runs)
  return {
    fin,
    async parar() {
      going = false
      await fin
    },
  }
}

/** The number of operations by outcome. */
export function cuenta({ sucesos }: Historia): Record<Suceso['fin'] | 'reintentos', number> {
  const of = (fin: Suceso['fin']) => sucesos.filter((s) => s.fin === fin).length
  const reintentos = sucesos.reduce((sum, { veces }) => sum + veces - 1, 0)
  return {
    ok: of('ok'),
    rechazado: of('rechazado'),
    desconocido: of('desconocido'),
    pedido: of('pedido'),
    reintentos,
  }
}
