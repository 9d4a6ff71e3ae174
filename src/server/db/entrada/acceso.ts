import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type ClaveCasa, resumen } from '../../acceso/clave.ts'
import { APP_ROLE, SUCURSAL_ROLE } from '../db.ts'
import { tomarTurno } from '../migrate.ts'
import { cambiarUrl } from '../servidores/lista.ts'
import { unaConexion } from './conexion.ts'
import { DE_UN_INTERMEDIARIO } from './intermediario.ts'
import { sinProbar } from './motivos.ts'

/** PostgreSQL's own limit of a role's name, in bytes. */
const NAME_MAX = 63
const SUFFIX = '_servidor'

/** Codes of a sign-in that PostgreSQL refused: no such role or password, not a member, no such role to become. */
const REFUSED = /^28|^42501$|^22023$|^42704$/

const porIntermediario = (reason: string) =>
  `Lo que está entre el programa y PostgreSQL (PgBouncer) no deja entrar al usuario con que se atiende («${reason}»): cree uno en PostgreSQL (docs/despliegue.md), agréguelo a su lista de usuarios e indíquelo en DATABASE_URL_APP.`

interface Casa {
  /** Connection string of the owner (DATABASE_URL). */
  dueno: string
  /** Connection string of the role that serves, where the house names one (DATABASE_URL_APP). */
  servidor: string | null
  clave: ClaveCasa
}

/**
 * The connection string with which a PostgreSQL of the house's own is served (ADR 0045): the given one, else that of
 * the role `<database>_servidor`. Its password is derived from the house's secret, so every process of the house
 * knows it and none stores it. The role, and `cambista_app`, are made when they are missing and the owner may.
 * @throws Error in Spanish with the statements to run when he may not, or when nobody can sign in as that role.
 */
export async function accesoDeServicio({ dueno, servidor, clave }: Casa): Promise<string> {
  return unaConexion(dueno, async (owner) => {
    const { rows } = await owner.query('SELECT current_database() AS base, current_user AS dueno')
    const { base, dueno: nombre } = rows[0] as { base: string; dueno: string }
    const login = servidor === null ? roleOf(base) : null
    const password = passwordOf(clave, base)
    const url = servidor ?? signedAs(dueno, roleOf(base), password)
    if (!(await refused(url))) return url
    await tomarTurno(owner)
    await prepare(owner, { base, dueno: nombre, login, usa: login ?? userOf(url) }, password)
    const reason = await refused(url)
    if (reason) throw new Error(noEntra({ login, usa: login ?? userOf(url), base }, reason))
    return url
  })
}

/** Opens a connection as the pool does; what PostgreSQL answers when it refuses, null when it does not. */
async function refused(url: string): Promise<pg.DatabaseError | null> {
  try {
    await unaConexion(url, async () => null, { role: APP_ROLE })
    return await unaConexion(url, async () => null, { role: SUCURSAL_ROLE })
  } catch (error) {
    const said = error as pg.DatabaseError
    const { code = '', message } = said
    if (code === DE_UN_INTERMEDIARIO) throw new Error(porIntermediario(message), { cause: error })
    // The program's own role has its password: it is the house's that lacks one.
    const why = sinProbar(userOf(url), message, 'DATABASE_URL_APP')
    if (why) throw new Error(why, { cause: error })
    if (!REFUSED.test(code)) throw error
    return said
  }
}

/** The role of a database: two houses on one PostgreSQL have two. */
function roleOf(base: string): string {
  const name = `${base}${SUFFIX}`
  if (Buffer.byteLength(name) <= NAME_MAX) return name
  return `cambista_${createHash('sha256').update(base).digest('hex').slice(0, 16)}${SUFFIX}`
}

/** Who signs in with a connection string. */
function userOf(url: string): string {
  let user = ''
  cambiarUrl(url, ({ searchParams, username }) => {
    user = searchParams.get('user') ?? decodeURIComponent(username)
  })
  return user
}

const passwordOf = (clave: ClaveCasa, base: string) =>
  resumen(clave, 'base-de-datos', base).toString('base64url')

/** The same connection string for another user. */
function signedAs(url: string, user: string, password: string): string {
  // Names in the query take precedence, and an address without a host (a socket) can hold no user elsewhere.
  return cambiarUrl(url, ({ searchParams }) => {
    searchParams.set('user', user)
    searchParams.set('password', password)
  })
}

interface Made {
  base: string
  dueno: string
  /** null: the house names its role itself. */
  login: string | null
  /** The role that serves, whoever made it. */
  usa: string
}

const STATE = `
  SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') AS app,
         EXISTS (SELECT FROM pg_roles WHERE rolname = '${SUCURSAL_ROLE}') AS sucursal,
         coalesce((SELECT pg_has_role(l.oid, a.oid, 'MEMBER') FROM pg_roles l, pg_roles a
                   WHERE l.rolname = $2 AND a.rolname = '${SUCURSAL_ROLE}'), false) AS lee,
         EXISTS (SELECT FROM pg_roles l, pg_roles a WHERE l.rolname = $2 AND a.rolname = '${APP_ROLE}'
                 AND pg_has_role(l.oid, a.oid, 'MEMBER')) AS sirve,
         EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS login,
         coalesce((SELECT NOT l.rolsuper AND pg_has_role(l.oid, a.oid, 'MEMBER') FROM pg_roles l, pg_roles a
                   WHERE l.rolname = $1 AND a.rolname = '${APP_ROLE}'), false) AS miembro,
         coalesce((SELECT has_database_privilege(l.oid, current_database(), 'CONNECT') FROM pg_roles l
                   WHERE l.rolname = $1), false) AS conecta`

/** Makes what is missing, in one transaction. */
async function prepare(owner: pg.Client, made: Made, password: string): Promise<void> {
  const { rows } = await owner.query(STATE, [made.login, made.usa])
  const { app, sucursal, login, miembro, lee, sirve, conecta } = rows[0] as Record<
    'app' | 'sucursal' | 'login' | 'miembro' | 'lee' | 'sirve' | 'conecta',
    boolean
  >
  if (login && !miembro) throw new Error(ajeno(made.login ?? ''))
  const todo = app ? [] : [`CREATE ROLE ${APP_ROLE} NOLOGIN`]
  if (!sucursal) {
    todo.push(`CREATE ROLE ${SUCURSAL_ROLE} NOLOGIN`, `GRANT ${APP_ROLE} TO ${SUCURSAL_ROLE}`)
  }
  if (made.login !== null) {
    const name = pg.escapeIdentifier(made.login)
    const secret = pg.escapeLiteral(scram(password))
    if (!login) {
      todo.push(`CREATE ROLE ${name} LOGIN NOINHERIT`, `GRANT ${APP_ROLE} TO ${name}`)
      // The owner sees the sessions that serve: a migration waits for them.
      todo.push(`GRANT ${name} TO ${pg.escapeIdentifier(made.dueno)}`)
    }
    todo.push(`ALTER ROLE ${name} PASSWORD ${secret}`)
    // Where everybody may connect this says it once more; where whoever administers took that away it lets the role in.
    if (!conecta)
      todo.push(`GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(made.base)} TO ${name}`)
  }
  // A role of an earlier release, or of whoever administers PostgreSQL, serves already.
  if (!lee && (sirve || made.login !== null)) {
    todo.push(`GRANT ${SUCURSAL_ROLE} TO ${pg.escapeIdentifier(made.usa)}`)
  }
  await owner.query('BEGIN')
  try {
    for (const statement of todo) await owner.query(statement)
    await owner.query('COMMIT')
  } catch (error) {
    await owner.query('ROLLBACK')
    throw (error as pg.DatabaseError).code === '42501' ? new Error(sinDerecho(made)) : error
  }
}

/** The password as PostgreSQL keeps it (RFC 5803), so that no log of statements ever holds the password itself. */
function scram(password: string): string {
  const salt = randomBytes(16)
  const rounds = 4096
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const key = (label: string) => createHmac('sha256', salted).update(label).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  const server = key('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${server}`
}

function sinDerecho({ dueno, usa }: Made): string {
  const [owner, role] = [dueno, usa].map((name) => pg.escapeIdentifier(name))
  const statements = [
    `CREATE ROLE ${APP_ROLE} NOLOGIN;`,
    `CREATE ROLE ${SUCURSAL_ROLE} NOLOGIN;`,
    `GRANT ${APP_ROLE} TO ${SUCURSAL_ROLE};`,
    `CREATE ROLE ${role} LOGIN NOINHERIT PASSWORD '<una contraseña larga>';`,
    `GRANT ${APP_ROLE}, ${SUCURSAL_ROLE} TO ${role}, ${owner};`,
    `GRANT ${role} TO ${owner};`,
  ]
  return (
    `El usuario «${dueno}» de DATABASE_URL no puede crear el usuario con que se atiende. Pida a quien administra PostgreSQL que ejecute ` +
    `(lo que ya exista se omite):\n  ${statements.join('\n  ')}\ne inicie de nuevo con la dirección de ese usuario en DATABASE_URL_APP.`
  )
}

const ajeno = (login: string) =>
  `El usuario «${login}» de PostgreSQL ya existe y no es de este programa: cámbiele el nombre, o indique en DATABASE_URL_APP el usuario con que se atiende.`

/** Why the role that serves does not get in, by which of PostgreSQL's functions says it. */
function noEntra({ login, usa, base }: Omit<Made, 'dueno'>, said: pg.DatabaseError): string {
  const { routine, message } = said
  const [role, name] = [usa, base].map((each) => pg.escapeIdentifier(each))
  if (routine === 'CheckMyDatabase')
    return `El usuario con que se atiende, «${usa}», no tiene derecho a conectarse a «${base}»: ejecute «GRANT CONNECT ON DATABASE ${name} TO ${role}».`
  if (login === null) {
    return `No se puede atender con el usuario de DATABASE_URL_APP (PostgreSQL responde «${message}»): revise su dirección y ejecute «ALTER ROLE ${role} LOGIN» y «GRANT ${APP_ROLE}, ${SUCURSAL_ROLE} TO ${role}».`
  }
  return `PostgreSQL no deja entrar al usuario «${login}» con contraseña («${message}»): agregue a pg_hba.conf una línea con «scram-sha-256» para él, o indique en DATABASE_URL_APP un usuario que pueda entrar.`
}
