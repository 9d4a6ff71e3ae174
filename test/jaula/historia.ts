import { setTimeout as sleep } from 'node:timers/promises'
import { USD } from '../support/areas/casa.ts'
import { PLAZO } from '../support/plazos.ts'
import type { Azar } from './azar.ts'
import type { Local } from './casa.ts'
import { Conexion, type Respuesta } from './cliente.ts'

/** One operation as its client knows it. */
export interface Suceso {
  clave: string
  /** Whose session asked. */
  token: string
  cuerpo: Record<string, unknown>
  fin: 'pedido' | 'ok' | 'rechazado' | 'desconocido'
  /** How often it was asked. */
  veces: number
  respuesta?: Respuesta['body']
}

export interface Historia {
  sucesos: Suceso[]
  /** Answers that are neither yes, nor a refusal, nor "not now": there must be none. */
  errores: { status: number; body: unknown }[]
  /** Set when the run failed: nobody asks any more. */
  abandonada: boolean
}

export const historiaNueva = (): Historia => ({ sucesos: [], errores: [], abandonada: false })

/** Units of a hundredth as the wire writes them. */
function texto(centimos: number): string {
  const digits = String(centimos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * The body of a purchase or a sale at one of the house's counters. Whole dollars at a rate of three
 * decimals whose product ends in a whole tenth: the countervalue is exact and payable in coins.
 * One in twenty cannot be: too large for any till, or its payments do not sum; none of `posible`.
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

/** Asks until it is known what became of it: the same key, the same body, a short wait between. */
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
    const { clave, token, cuerpo: body } = suceso
    const path = '/api/compras-ventas'
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
 * were asked; `fin` waits for their last answers.
 */
export function trabajar(o: {
  casa: Local
  clientes: number
  azar: Azar
  puerto: () => number
  historia: Historia
  hasta?: number
}): { parar(): Promise<void>; fin: Promise<unknown> } {
  const { hasta = Number.POSITIVE_INFINITY } = o
  let going = true
  const runs = Array.from({ length: o.clientes }, async (_, n) => {
    const azar = o.azar.rama()
    const conexion = new Conexion(o.puerto)
    const token = o.casa.tokens[n % o.casa.tokens.length] as string
    while (going && !o.historia.abandonada && o.historia.sucesos.length < hasta) {
      const cuerpo = operacion(azar, o.casa)
      const suceso: Suceso = { clave: azar.uuid(), token, cuerpo, fin: 'pedido', veces: 0 }
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

/** How many ended how. */
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
