import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Db } from '../db/db.ts'
import { redDe } from './red.ts'

const MINUTO = 60
const DIA = 24 * 60 * MINUTO

/**
 * What one kind of guesser may fail (R-120): `maximo` times in a row, then it waits `espera` seconds, and twice as long
 * after each further failure, up to `tope`. `olvido` seconds after its last failure or wait the count begins again.
 */
const REGLAS = {
  /** A device on which this user has signed in: a stranger's guesses are not its own. */
  d: { maximo: 5, espera: 15 * MINUTO, tope: 60 * MINUTO, olvido: 15 * MINUTO },
  /** A session, where its user gives his password again. */
  s: { maximo: 5, espera: 15 * MINUTO, tope: 60 * MINUTO, olvido: 15 * MINUTO },
  /** A user who signs for another on his own screen, by the name of the other: whatever session he opens. */
  f: { maximo: 5, espera: 15 * MINUTO, tope: 60 * MINUTO, olvido: 15 * MINUTO },
  /** A stranger at one name: by name and address, so that he shuts nobody out but himself. */
  a: { maximo: 5, espera: 15 * MINUTO, tope: 60 * MINUTO, olvido: 15 * MINUTO },
  /** All strangers at one name, who may have many addresses: about a hundred guesses a day. */
  u: { maximo: 10, espera: MINUTO, tope: 15 * MINUTO, olvido: DIA },
  /** A stranger's address at all names. */
  ip: { maximo: 50, espera: 15 * MINUTO, tope: 15 * MINUTO, olvido: 15 * MINUTO },
  /** An address at keys of API: a program whose key is not good any more asks for ever, and closes the door of nobody. */
  k: { maximo: 50, espera: 15 * MINUTO, tope: 15 * MINUTO, olvido: 15 * MINUTO },
} as const

/** A count of failures: its kind, and whose it is. */
export interface Cuenta {
  tipo: keyof typeof REGLAS
  de: string
}

export const deEquipo = (usuario_id: number, equipo: string): Cuenta[] => [
  { tipo: 'd', de: `${usuario_id}|${equipo}` },
]
export const deSesion = (sesion_id: number): Cuenta[] => [{ tipo: 's', de: String(sesion_id) }]
export const deFirma = (usuario: string, quien_id: number): Cuenta[] => [
  { tipo: 'f', de: `${usuario}|${quien_id}` },
]
export const deDireccion = (ip: string): Cuenta => ({ tipo: 'ip', de: redDe(ip) })
/** Of keys that nobody has; people who sign in from the same address are not asked to wait for it (R-406). */
export const deClaves = (ip: string): Cuenta => ({ tipo: 'k', de: redDe(ip) })
/** The first one is by name: guesses at one name take turns. */
export const deExtrano = (usuario: string, ip: string): Cuenta[] => [
  { tipo: 'u', de: usuario },
  { tipo: 'a', de: `${usuario}|${redDe(ip)}` },
  deDireccion(ip),
]

const claveDe = ({ tipo, de }: Cuenta) => `${tipo}:${de}`

/** The counts as a table, in the order in which their rows are locked. */
function tabla(cuentas: readonly Cuenta[]) {
  const filas = cuentas
    .map((cuenta) => ({ clave: claveDe(cuenta), ...REGLAS[cuenta.tipo] }))
    .toSorted((a, b) => (a.clave < b.clave ? -1 : 1))
  return sql`jsonb_to_recordset(${JSON.stringify(filas)}::jsonb)
    AS p(clave text, maximo int, espera int, tope int, olvido int)`
}

/** Refuses while one of the counts is closed; the answer does not reveal whether the user exists. */
async function exigirAbierta(db: Db, cuentas: readonly Cuenta[]): Promise<void> {
  const { rows } = await sql<{ segundos: number; tope: number; clave: string }>`
    SELECT i.clave, least(p.tope, p.espera * 2 ^ (i.fallos - p.maximo))::int AS tope,
           ceil(extract(epoch FROM i.hasta - ahora()))::int AS segundos
    FROM ${tabla(cuentas)} JOIN intentos_ingreso i USING (clave) WHERE i.hasta > ahora()`.execute(
    db,
  )
  if (rows.length === 0) return
  // Longer than it was made: the clock was set back, and the wait is counted from now.
  for (const { clave, tope } of rows.filter(({ segundos, tope }) => segundos > tope)) {
    await sql`UPDATE intentos_ingreso SET hasta = ahora() + make_interval(secs => ${tope}), desde = ahora()
              WHERE clave = ${clave}`.execute(db)
  }
  const segundos = Math.max(...rows.map((row) => Math.min(row.segundos, row.tope)))
  throw new DomainError('DEMASIADOS_INTENTOS', { segundos })
}

/** Counts one failure. `db` is the pool: it is counted even when the caller rolls back. */
export async function contarFallo(db: Db, cuentas: readonly Cuenta[]): Promise<void> {
  await sql`SELECT intentos_contar(clave, maximo, espera, tope, olvido) FROM ${tabla(cuentas)}`.execute(
    db,
  )
}

/** Clears what was counted against a user, wherever it was, on an administrator's order. */
export async function perdonar(db: Db, usuario_id: number, usuario: string): Promise<void> {
  await sql`
    DELETE FROM intentos_ingreso WHERE clave = ${`u:${usuario}`} OR starts_with(clave, ${`a:${usuario}|`})
      OR starts_with(clave, ${`f:${usuario}|`}) OR starts_with(clave, ${`d:${usuario_id}|`})`.execute(
    db,
  )
}

/** Advisory locks of the verdicts. */
const VEREDICTOS = 727_004

/**
 * What an attempt was, counted (R-423). Another process of the house may have judged one meanwhile, and what closed the
 * count closes it for this one too, right or wrong: a verdict is told while the count is open, one at a time.
 * @throws DomainError DEMASIADOS_INTENTOS
 */
async function juzgar(db: Db, cuentas: readonly Cuenta[], right: boolean): Promise<void> {
  const [first] = cuentas
  await db.transaction().execute(async (tx) => {
    const key = first ? claveDe(first) : ''
    await sql`SELECT pg_advisory_xact_lock(${VEREDICTOS}::int, hashtext(${key}))`.execute(tx)
    // The address is counted for many names at once, here too: what it may fail besides is on its way.
    await exigirAbierta(
      tx,
      cuentas.filter(({ tipo }) => tipo !== 'ip'),
    )
    if (!right) return contarFallo(tx, cuentas)
    const propias = cuentas.filter(({ tipo }) => tipo !== 'u' && tipo !== 'ip').map(claveDe)
    const own = tx.deleteFrom('intentos_ingreso').where('clave', 'in', propias)
    if (propias.length > 0) await own.execute()
  })
}

/** One attempt at a time per count in this process, so that those that come at once do not all cost a hash. */
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
 * Runs one attempt at a secret; `work` answers null when the secret was wrong, which is counted. While a count is
 * closed, `work` is not run. What is right clears the counts that are one person's alone: those of a name and of an
 * address stay, or whoever guesses would begin anew each time that the user signs in. `db` is the pool, not a
 * transaction.
 * @throws DomainError DEMASIADOS_INTENTOS
 */
export async function conIntentos<T>(
  db: Db,
  cuentas: readonly Cuenta[],
  work: () => Promise<T | null>,
): Promise<T | null> {
  const [first] = cuentas
  return inTurn(first ? claveDe(first) : '', async () => {
    await exigirAbierta(db, cuentas)
    const right = await work()
    await juzgar(db, cuentas, right !== null)
    return right
  })
}
