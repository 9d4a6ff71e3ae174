import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '../../core/contract.ts'
import type { Handler, Todo } from '../area.ts'

export const NO_DIGEST = Buffer.alloc(0)

/** Calls that move money require a key; any other write may send one, and then has one effect too. */
export function isKeyed(endpoint: Endpoint, clave: string): boolean {
  return endpoint.dinero || (clave !== '' && mayBeKeyed(endpoint))
}

/** Whether it writes for somebody who is known. */
export function mayBeKeyed({ method, acceso }: Endpoint): boolean {
  return method !== 'GET' && acceso !== 'publico'
}

export function digest(endpoint: Endpoint, request: FastifyRequest): Buffer {
  const { params, body } = request
  const file = body instanceof Uint8Array
  const content = JSON.stringify([endpoint.path, params, file ? request.query : body])
  const hash = createHash('sha256').update(content)
  return (file ? hash.update(body) : hash).digest()
}

/** One effect per key: the first request does the work, the others get its answer. */
export async function once(
  endpoint: Endpoint,
  context: Todo,
  handler: Handler<Endpoint>,
): Promise<unknown> {
  const { db, quien, clave, huella } = context
  const { rows } = await sql<{ previa: unknown }>`
    SELECT idempotencia_tomar(${quien.usuario_id}, ${endpoint.path}, ${clave}, ${huella}) AS previa`.execute(
    db,
  )
  const previa = rows[0]?.previa
  // A stored answer may be `false` (the toggle of a row that was turned off).
  if (previa !== null && previa !== undefined) {
    context.repetida()
    return previa
  }
  const answer = await handler(context)
  await sql`SELECT idempotencia_guardar(${quien.usuario_id}, ${endpoint.path}, ${clave},
            ${JSON.stringify(answer)}::jsonb)`.execute(db)
  return answer
}
