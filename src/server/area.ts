import type { z } from 'zod'
import type { AnswerOf, Contract, Endpoint } from '../core/contract.ts'
import type { Afuera } from './acceso/clave.ts'
import type { Quien } from './acceso/sesion.ts'
import type { Aportes } from './aportes.ts'
import type { Db, Duplicados } from './db/db.ts'
import type { Cursors } from './http/page.ts'

/** What every handler gets: checked input, who asks, and the connection (reads) or transaction (writes). */
interface Comun<E extends Endpoint> {
  db: Db
  endpoint: Endpoint
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  /** Set on every route that is not `publico`. */
  quien: Quien
  ip: string
  agente: string
  solicitud: string
  token: string
  /** The request's `Cookie` header: only the marks of known devices are read from it. */
  cookies: string
  /** Adds a `Set-Cookie` to the answer. */
  fijar(cookie: string): void
  /** Writes and reads the cursors of growing collections. */
  cursores: Cursors
  afuera: Afuera
  /** A handler calls this when its answer is an idempotent replay. */
  repetida(): void
}

/** What a call that moves money brings besides. */
interface ConClave {
  /** The request's `Idempotency-Key`, a UUID. */
  clave: string
  /** Digest of route and body: the same key must come with the same one. */
  huella: Buffer
}

/** What a call that takes a file brings besides. */
interface ConArchivo {
  /** Content type of the file. */
  tipo: string
}

/** What the handler of this call gets: key and digest only where its contract asks for them, a type only with a file. */
export type Context<E extends Endpoint = Endpoint> = Comun<E> &
  (E['dinero'] extends true ? ConClave : unknown) &
  (E['sube'] extends null ? unknown : ConArchivo)

/** What the server gathers before it knows which call it serves. */
export type Todo = Comun<Endpoint> & ConClave & ConArchivo

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<AnswerOf<E>>

/** A handler that manages its own transaction: one SQL function that does everything, or work outside of any. */
export interface Directo<E extends Endpoint> {
  directo: Handler<E>
}

/**
 * A handler in a transaction, with a step before it begins: a proof of identity, whose failures are counted even when
 * nothing else is kept.
 */
export interface Probado<E extends Endpoint> {
  antes: (context: Context<E>) => Promise<void>
  luego: Handler<E>
}

type Cualquiera<E extends Endpoint> = Handler<E> | Directo<E> | Probado<E>

export type Handlers<C extends Contract> = { [K in keyof C]: Cualquiera<C[K]> }

/** An area's calls with their handlers, and what it contributes to the lists of others. */
export interface Area extends Aportes {
  contrato: Contract
  handlers: Record<string, Cualquiera<Endpoint>>
  duplicados: Duplicados
}

/**
 * Joins a contract with its handlers; the types ensure that none is missing and that each answers what the
 * contract says. `duplicados` gives the sentences of the unique constraints that a user can violate; `aportes` is what
 * other areas and the program gather from this one.
 */
export function area<C extends Contract>(
  contrato: C,
  handlers: Handlers<C>,
  duplicados: Duplicados = {},
  aportes: Aportes = {},
): Area {
  return { contrato, handlers: handlers as unknown as Area['handlers'], duplicados, ...aportes }
}
