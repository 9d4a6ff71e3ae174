import { sql } from 'kysely'
import type { Endpoint } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'
import { auditOf, type Quien } from '../acceso/sesion.ts'
import { type Db, toRefusal } from '../db/db.ts'

/** What of a request a denial keeps. */
interface Pedida {
  method: string
  url: string
}

/** The audit row of a denial, in a transaction of its own. */
export async function noteDenial(
  db: Db,
  quien: Quien,
  { path }: Endpoint,
  request: Pedida,
  permiso: unknown,
): Promise<void> {
  const despues = JSON.stringify({ permiso, pedido: pedidoDe(request) })
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'denegado', ${path}, NULL, NULL, ${despues}::jsonb)`.execute(
    db,
  )
}

/** A right that only the work itself found wanting (to give away what one has not) is a denial like the door's. */
export async function noteLateDenial(
  db: Db,
  quien: Quien | undefined,
  endpoint: Endpoint,
  request: Pedida,
  error: unknown,
): Promise<never> {
  const refusal = toRefusal(error)
  if (quien && refusal instanceof DomainError && refusal.status === 403)
    await noteDenial(db, quien, endpoint, request, refusal.data.permiso ?? refusal.code)
  throw error
}

/** What a denied request asked for: method and address without what was searched for. */
function pedidoDe({ method, url }: Pedida): string {
  return `${method} ${url.split('?')[0]?.slice(0, 200)}`
}
