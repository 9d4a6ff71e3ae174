import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'

const MAX_FAILURES = 5
const MAX_FAILURES_ADDRESS = 50
const LOCK_MINUTES = 15

/** Refuses when the user or the address is locked; the answer does not reveal whether the user exists. */
async function check(db: Db, usuario: string, ip: string): Promise<void> {
  const { rows } = await sql<{ segundos: number | null }>`
    SELECT ceil(extract(epoch FROM max(hasta) - ahora()))::int AS segundos
    FROM intentos_ingreso WHERE clave IN (${`u:${usuario}`}, ${`ip:${ip}`}) AND hasta > ahora()`.execute(
    db,
  )
  let segundos = rows[0]?.segundos
  // A lock never lasts longer than this: the clock was set back, so the lock is dropped.
  if (segundos && segundos > LOCK_MINUTES * 60) {
    segundos = LOCK_MINUTES * 60
    await sql`UPDATE intentos_ingreso SET hasta = ahora() + make_interval(mins => ${LOCK_MINUTES})
              WHERE clave IN (${`u:${usuario}`}, ${`ip:${ip}`}) AND hasta > ahora()`.execute(db)
  }
  if (segundos) throw new DomainError('DEMASIADOS_INTENTOS', { segundos })
}

async function count(db: Db, usuario: string, ip: string): Promise<void> {
  const clave = [`u:${usuario}`, `ip:${ip}`]
  await sql`
    INSERT INTO intentos_ingreso AS i (clave, fallos, desde)
    SELECT c, 1, ahora() FROM unnest(${clave}::text[]) c ORDER BY c
    ON CONFLICT (clave) DO UPDATE SET
      fallos = CASE WHEN i.desde < ahora() - make_interval(mins => ${LOCK_MINUTES}) THEN 1 ELSE i.fallos + 1 END,
      desde = CASE WHEN i.desde < ahora() - make_interval(mins => ${LOCK_MINUTES}) THEN ahora() ELSE least(i.desde, ahora()) END`.execute(
    db,
  )
  await sql`
    UPDATE intentos_ingreso SET hasta = ahora() + make_interval(mins => ${LOCK_MINUTES}), fallos = 0
    WHERE clave = ANY(${clave}) AND fallos >= CASE WHEN clave LIKE 'u:%' THEN ${MAX_FAILURES}::int
                                              ELSE ${MAX_FAILURES_ADDRESS}::int END`.execute(db)
}

/** Clears a user's failures, after a correct sign-in or on an administrator's order. */
export async function perdonar(db: Db, usuario: string): Promise<void> {
  await db.deleteFrom('intentos_ingreso').where('clave', '=', `u:${usuario}`).execute()
}

/** One attempt at a time per user, so that parallel attempts cannot outrun the failure count. */
const queues = new Map<string, Promise<unknown>>()

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  const quiet = mine.catch(() => {})
  queues.set(key, quiet)
  try {
    return await mine
  } finally {
    if (queues.get(key) === quiet) queues.delete(key)
  }
}

/**
 * Runs one attempt at a user's secret; `work` answers null when the secret was wrong. Five failures in a row lock the
 * user for 15 minutes, fifty from one address lock the address; while locked, `work` is not run. `db` is the pool, not
 * a transaction: a failure must be counted even when the caller rolls back.
 * @throws DomainError DEMASIADOS_INTENTOS
 */
export async function conIntentos<T>(
  db: Db,
  { usuario, ip }: { usuario: string; ip: string },
  work: () => Promise<T | null>,
): Promise<T | null> {
  return inTurn(usuario, async () => {
    await check(db, usuario, ip)
    const right = await work()
    if (right === null) await count(db, usuario, ip)
    else await perdonar(db, usuario)
    return right
  })
}
