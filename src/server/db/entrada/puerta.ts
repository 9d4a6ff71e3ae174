import pg from 'pg'
import { APP_ROLE } from '../db.ts'
import { unaConexion } from './conexion.ts'

/** A power that the role that serves must not have, and the statement that takes it away. */
interface Hallazgo {
  puede: string
  cura: string
}

interface Papel {
  rolname: string
  rolsuper: boolean
  rolcreaterole: boolean
  rolbypassrls: boolean
  rolreplication: boolean
}

/** Attributes of a role that reach beyond its rights, in the order in which they are told. */
const ATRIBUTOS = [
  ['rolsuper', 'NOSUPERUSER', 'hacerse superusuario'],
  ['rolcreaterole', 'NOCREATEROLE', 'crear usuarios de PostgreSQL'],
  ['rolreplication', 'NOREPLICATION', 'copiar la base entera'],
  ['rolbypassrls', 'NOBYPASSRLS', 'saltarse las reglas de las filas'],
] as const

/** Roles of PostgreSQL that read, write or run more than a house's functions do. */
const PODERES =
  /^pg_(execute_server_program|read_server_files|write_server_files|read_all_data|write_all_data|create_subscription)$/

/** Who owns the database or anything in it; the session's user itself last, as PostgreSQL answers it. */
const DUENOS = `
  SELECT DISTINCT pg_get_userbyid(dueno) AS nombre FROM (
    SELECT relowner AS dueno FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION SELECT datdba FROM pg_database WHERE datname = current_database()) x ORDER BY 1`

/** Every role that the session's user could become. */
const PAPELES = `
  SELECT rolname, rolsuper, rolcreaterole, rolbypassrls, rolreplication FROM pg_roles
  WHERE rolname = session_user OR pg_has_role(session_user, oid, 'MEMBER') ORDER BY rolname <> session_user, rolname`

const escribir = (tabla: string, campo: string) => `UPDATE ${tabla} SET ${campo} = '' WHERE false`

/** Statements that only the owner or a superuser may run. They take no lock that a serving process waits for. */
const INTENTOS = [
  [
    'SET LOCAL session_replication_role = replica',
    'apagar los candados de los libros',
    'REVOKE SET ON PARAMETER session_replication_role FROM',
  ],
  [
    escribir('asientos', 'glosa'),
    'escribir en los libros sin sus reglas',
    'REVOKE UPDATE ON asientos FROM PUBLIC,',
  ],
  [
    escribir('auditoria', 'accion'),
    'escribir en la auditoría',
    'REVOKE UPDATE ON auditoria FROM PUBLIC,',
  ],
  [
    'CREATE FUNCTION puerta() RETURNS integer LANGUAGE sql RETURN 1',
    'cambiar las reglas',
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC,',
  ],
] as const

/** An owner cannot stop being one here; somebody else has to serve. */
const OTRO = `CREATE ROLE atiende LOGIN PASSWORD '…'; GRANT ${APP_ROLE} TO atiende`

const ident = (name: string) => pg.escapeIdentifier(name)

/**
 * Tries the door: on a connection like those of the pool, gives back its role and then does what only the
 * owner or a superuser may. All is rolled back.
 * @throws Error in Spanish with the statement that cures it, when anything of that works.
 */
export async function exigirPuertaCerrada(url: string): Promise<void> {
  await unaConexion(
    url,
    async (client) => {
      await client.query("SELECT set_config('role', 'none', false)")
      const { rows } = await client.query('SELECT session_user AS quien')
      const { quien } = rows[0] as { quien: string }
      const found = await abierta(client, quien)
      if (!found) return
      throw new Error(
        `El usuario «${quien}» con que se atiende puede ${found.puede}, y quien engañe al programa tendría ese poder: ` +
          `ejecute «${found.cura}» o indique en DATABASE_URL_APP un usuario sin ese derecho, e inicie de nuevo.`,
      )
    },
    { role: APP_ROLE },
  )
}

async function abierta(client: pg.Client, quien: string): Promise<Hallazgo | null> {
  const [propio, ...otros] = (await client.query<Papel>(PAPELES)).rows
  const suyo = propio && poderDe(propio, quien)
  if (suyo) return suyo
  const duenos = (await client.query<{ nombre: string }>(DUENOS)).rows
  for (const { nombre } of duenos) {
    if (nombre === quien) return { puede: 'actuar como dueño de la base', cura: OTRO }
    if (await deja(client, `SET LOCAL ROLE ${ident(nombre)}`)) {
      return { puede: 'hacerse dueño de la base', cura: quitar(nombre, quien) }
    }
  }
  const ajeno = otros.map((papel) => poderDe(papel, quien)).find((found) => found !== null)
  if (ajeno) return ajeno
  for (const role of [null, APP_ROLE]) {
    for (const [statement, puede, cura] of INTENTOS) {
      if (await deja(client, statement, role))
        return { puede, cura: `${cura} ${ident(role ?? quien)}` }
    }
  }
  return null
}

function poderDe(papel: Papel, quien: string): Hallazgo | null {
  const own = papel.rolname === quien
  const [, word, puede] = ATRIBUTOS.find(([name]) => papel[name]) ?? []
  if (word && puede) {
    return {
      puede,
      cura: own ? `ALTER ROLE ${ident(quien)} ${word}` : quitar(papel.rolname, quien),
    }
  }
  if (!PODERES.test(papel.rolname)) return null
  return { puede: `actuar como ${papel.rolname}`, cura: quitar(papel.rolname, quien) }
}

const quitar = (papel: string, quien: string) => `REVOKE ${ident(papel)} FROM ${ident(quien)}`
/** Whether PostgreSQL lets the session do this; nothing of it stays. */
async function deja(client: pg.Client, statement: string, role: string | null = null) {
  await client.query('BEGIN')
  try {
    if (role) await client.query(`SET LOCAL ROLE ${ident(role)}`)
    await client.query(statement)
    return true
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') return false
    throw error
  } finally {
    await client.query('ROLLBACK')
  }
}
