import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db.ts'
import { verifyPassword } from '../../server/password.ts'
import { openSession, type Quien, readSession, refreshSession } from '../../server/sesion.ts'
import { contrato } from './contract.ts'

const MAX_FAILURES = 5
const MAX_FAILURES_ADDRESS = 50
const LOCK_MINUTES = 15

/** Failures by what was typed and by address: the answer is the same whether the user exists or not. */
async function checkAttempts(db: Db, usuario: string, ip: string): Promise<void> {
  const { rows } = await sql<{ segundos: number | null }>`
    SELECT ceil(extract(epoch FROM max(hasta) - ahora()))::int AS segundos
    FROM intentos_ingreso WHERE clave IN (${`u:${usuario}`}, ${`ip:${ip}`}) AND hasta > ahora()`.execute(
    db,
  )
  const segundos = rows[0]?.segundos
  if (segundos) throw new DomainError('DEMASIADOS_INTENTOS', { segundos })
}

async function countFailure(db: Db, usuario: string, ip: string): Promise<void> {
  const clave = [`u:${usuario}`, `ip:${ip}`]
  await sql`
    INSERT INTO intentos_ingreso AS i (clave, fallos, desde)
    SELECT c, 1, ahora() FROM unnest(${clave}::text[]) c
    ON CONFLICT (clave) DO UPDATE SET
      fallos = CASE WHEN i.desde < ahora() - make_interval(mins => ${LOCK_MINUTES}) THEN 1 ELSE i.fallos + 1 END,
      desde = CASE WHEN i.desde < ahora() - make_interval(mins => ${LOCK_MINUTES}) THEN ahora() ELSE i.desde END`.execute(
    db,
  )
  await sql`
    UPDATE intentos_ingreso SET hasta = ahora() + make_interval(mins => ${LOCK_MINUTES}), fallos = 0
    WHERE clave = ANY(${clave}) AND fallos >= CASE WHEN clave LIKE 'u:%' THEN ${MAX_FAILURES}::int
                                              ELSE ${MAX_FAILURES_ADDRESS}::int END`.execute(db)
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

async function login({ db, body, ip, agente, solicitud }: Context<typeof contrato.login>) {
  const typed = body.usuario.toLowerCase()
  const named = db
    .selectFrom('usuarios')
    .where((e) => e.or([e('usuario', '=', typed), e('correo', '=', typed)]))
  // Guesses at a person count together, whether they name him or his e-mail.
  const usuario = (await named.select('usuario').executeTakeFirst())?.usuario ?? typed
  return inTurn(usuario, async () => {
    await checkAttempts(db, usuario, ip)
    const found = await named.select(['id', 'password_hash', 'estatus']).executeTakeFirst()
    const right = await verifyPassword(found?.password_hash ?? null, body.password)
    if (!found?.estatus || !right) {
      await countFailure(db, usuario, ip)
      throw new DomainError('CREDENCIALES')
    }
    await db.deleteFrom('intentos_ingreso').where('clave', '=', `u:${usuario}`).execute()
    const token = await openSession(db, found.id, { ip, agente })
    return signedIn(db, token, { ip, solicitud }, 'Sesión iniciada.')
  })
}

async function signedIn(
  db: Db,
  token: string,
  request: { ip: string; solicitud: string },
  message: string,
) {
  const quien = await readSession(db, token, request)
  if (!quien) throw new DomainError('SESION_REQUERIDA')
  return { ok: true as const, usuario: publicUser(quien), token, message }
}

function publicUser({ usuario_id, nombres, apellidos, correo, role, permisos }: Quien) {
  return { id: usuario_id, nombres, apellidos, correo, role, permisos: [...permisos] }
}

export const servidor = area(contrato, {
  login: { directo: login },
  refresh: {
    directo: async ({ db, token, ip, solicitud }) => {
      const next = await refreshSession(db, token)
      return signedIn(db, next, { ip, solicitud }, 'Succesfull')
    },
  },
})
