import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'

const MAX_FAILURES = 5
const MAX_FAILURES_ADDRESS = 50
const LOCK_MINUTES = 15

/** Failures by user and by address: the answer is the same whether the user exists or not. */
async function check(db: Db, usuario: string, ip: string): Promise<void> {
  const { rows } = await sql<{ segundos: number | null }>`
    SELECT ceil(extract(epoch FROM max(hasta) - ahora()))::int AS segundos
    FROM intentos_ingreso WHERE clave IN (${`u:${usuario}`}, ${`ip:${ip}`}) AND hasta > ahora()`.execute(
    db,
  )
  let segundos = rows[0]?.segundos
  // Nobody is locked for longer than that: the clock went back, and the lock goes with it.
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

/** Forgets the failures of a user: he proved who he is, or an administrator says so. */
export async function perdonar(db: Db, usuario: string): Promise<void> {
  await db.deleteFrom('intentos_ingreso').where('clave', '=', `u:${usuario}`).execute()
}

/** One guess at a time per user: parallel guesses cannot run ahead of their count. */
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
 * A guess at a user's secret: `work` says whether it was right by answering anything but null. Five wrong ones in a
 * row lock the user for 15 minutes, fifty from one address the address; what is locked is not even looked at. `db` is
 * the pool, not a transaction: a failure must be counted whatever is rolled back.
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
