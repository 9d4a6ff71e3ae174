import type { z } from 'zod'
import type { AnswerOf, Contract, Endpoint } from '../core/contract.ts'
import type { Afuera } from './acceso/clave.ts'
import type { Quien } from './acceso/sesion.ts'
import type { Aportes } from './aportes.ts'
import type { Db, Duplicados } from './db/db.ts'
import type { Cursors } from './http/page.ts'

/** What a handler gets: checked input, who asks, and the connection (reads) or transaction (writes). */
export interface Context<E extends Endpoint = Endpoint> {
  db: Db
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  /** Always there but on `publico` routes. */
  quien: Quien
  ip: string
  agente: string
  solicitud: string
  token: string
  /** The request's `Idempotency-Key`, a UUID, on routes that move money. */
  clave: string
  /** Digest of route and body, on routes that move money: the same key must come with the same one. */
  huella: Buffer
  /** Writes and reads the cursors of growing collections. */
  cursores: Cursors
  afuera: Afuera
  /** Called by a handler that answers an earlier answer again. */
  repetida(): void
  /** Content type of the file that was sent, on calls that take one. */
  tipo: string
}

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<AnswerOf<E>>

/** Takes care of its own transaction (one SQL function that does all, or work outside of any). */
export interface Directo<E extends Endpoint> {
  directo: Handler<E>
}

export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> | Directo<C[K]> }

/** An area's calls with what answers them, and what it contributes to what others gather. */
export interface Area extends Aportes {
  contrato: Contract
  handlers: Record<string, Handler<Endpoint> | Directo<Endpoint>>
  duplicados: Duplicados
}

/**
 * Joins a contract with its handlers; the types see to it that none is missing and each answers what the
 * contract says. `duplicados` gives words to the unique constraints a person can run into; `aportes`: what other
 * areas and the program gather from this one.
 */
export function area<C extends Contract>(
  contrato: C,
  handlers: Handlers<C>,
  duplicados: Duplicados = {},
  aportes: Aportes = {},
): Area {
  return { contrato, handlers: handlers as unknown as Area['handlers'], duplicados, ...aportes }
}
