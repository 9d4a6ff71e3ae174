import { sql } from 'kysely'
import type { Endpoint } from '../../core/contract.ts'
import { DomainError } from '../../core/errors.ts'
import { auditOf, type Quien } from '../acceso/sesion.ts'
import { type Db, toRefusal } from '../db/db.ts'

/** The part of a request that a denial records. */
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

/** Records a denial found inside the handler (as granting a permission that one lacks), like one at the route. */
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

/** Method and path of a denied request, without its query. */
function pedidoDe({ method, url }: Pedida): string {
  return `${method} ${url.split('?')[0]?.slice(0, 200)}`
}
