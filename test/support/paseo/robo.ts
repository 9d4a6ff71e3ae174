import {
  campos as camposCliente,
  contrato as clientes,
} from '../../../src/areas/clientes/contract.ts'
import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import type { Answer, Client } from '../servidor/app.ts'
import { call } from './pasos.ts'
import { type Mundo, operacion, type Persona, persona, porBanco, soles } from './personas.ts'

/** A move by which somebody tries to take what is not his, and the only ways in which it may end. */
export interface Robo {
  /** The point of the list of holes from which it is taken, as ARCHITECTURE numbers the rules that close it. */
  hueco: string
  quien: readonly Persona[]
  /** Null: it could not even be tried. */
  intenta(m: Mundo, yo: Persona): Promise<Answer | null>
  /** Codes with which it may be refused. */
  niega?: readonly string[]
  /** States of an accepted answer in which it waits for another person. */
  espera?: readonly string[]
  /** Undoes what lasts, where somebody was deceived and said yes: the next days are those of the same house. */
  deshace?(m: Mundo): Promise<unknown>
  /** Kinds of exception as which it stands in the owner's report when it happened. */
  queda?: readonly string[]
}

/** An answer of the test's own: it looked for what nobody may see, or for what must not have changed. */
export const propia = (codigo: string | null): Answer =>
  ({
    status: codigo === null ? 200 : 409,
    body: {},
    error: { codigo, message: 'No se puede: así debe ser.' },
    headers: {},
  }) as unknown as Answer

/** Repeats until it is refused or waits, at most so many times. `alPasar` hears of each that passed. */
export async function hasta(
  veces: number,
  otra: (i: number) => Promise<Answer>,
  alPasar: () => void = () => {},
): Promise<Answer> {
  let answer = await otra(0)
  for (let i = 1; i < veces; i += 1) {
    if (answer.status >= 300 || (answer.body as { estado?: string }).estado === 'pendiente')
      return answer
    alPasar()
    answer = await otra(i)
  }
  if (answer.status < 300) alPasar()
  return answer
}

export const verCompra = async (m: Mundo, id: number) =>
  (await m.gente.admin.call(compras.obtener, { params: { id } })).body
export const verOrden = async (m: Mundo, id: number) =>
  (await m.gente.admin.call(ordenes.obtener, { params: { id } })).body

/** A sale whose money comes by bank, if it comes; answers the call that confirms it. */
export async function ventaPorConfirmar(m: Mundo, yo: Persona, dolares: number, more: object = {}) {
  const monto = soles(dolares, m.tasas.venta.tasa)
  const body = operacion(m, yo, 'venta', dolares, { recibimos: [porBanco(m, monto, more)] })
  const made = await m.gente[yo].call(compras.crear, { body })
  if (made.status >= 300) return { made, confirma: null }
  const { pagos } = await verCompra(m, made.body.id)
  const pago_id = pagos.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
  return {
    made,
    confirma: (quien: Client) =>
      call(quien.call(compras.verificar, { params: { id: made.body.id }, body: { pago_id } })),
  }
}

let clientesHechos = 0
/** Another client, whom nobody resembles. */
export async function clienteNuevo(m: Mundo, yo: Persona, more: object = {}): Promise<number> {
  clientesHechos += 1
  const answer = await m.gente[yo].call(clientes.crear, {
    body: persona(10_000_000 + clientesHechos, more),
  })
  if (answer.status >= 300) throw new Error(answer.error.message)
  return answer.body.id
}

export async function editaCliente(m: Mundo, yo: Persona, id: number, change: object) {
  const { body } = await m.gente[yo].call(clientes.obtener, { params: { id } })
  const now = body as unknown as Record<string, unknown>
  const same = Object.fromEntries(Object.keys(camposCliente).map((name) => [name, now[name]]))
  return call(
    m.gente[yo].call(clientes.editar, {
      params: { id },
      body: { ...same, version: body.version, ...change } as never,
    }),
  )
}

/** Registers an operation of the counter that is not as it should be. */
export const con = (
  tipo: 'compra' | 'venta',
  dolares: number,
  more: (m: Mundo) => object,
): Robo['intenta'] => {
  return (m, yo) =>
    call(m.gente[yo].call(compras.crear, { body: operacion(m, yo, tipo, dolares, more(m)) }))
}
