import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { puertoLibre } from '../../../../test/jaula/servidor.ts'
import { certificado } from '../../../../test/support/certificado.ts'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { type EmbeddedPostgres, startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'
import { esperarBase, esperarUnMinuto } from './lista.ts'
import { type Donde, motivo } from './motivos.ts'

/* what PostgreSQL refuses at the door is told with what cures it, which is done here and does. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const data = join(root, 'postgres')
const [cert, key] = [join(root, 'cert.pem'), join(root, 'key.pem')]
let postgres: EmbeddedPostgres
let port = ''
let houses = 0

const sql = (text: string) => comoRol(findPlace(root), SUPERUSER, (client) => client.query(text))
/** The lines of pg_hba.conf after the one of whoever administers PostgreSQL. */
let lines: string[] = []
async function dejan(...hba: string[]) {
  lines = hba
  const all = [`local all ${SUPERUSER} trust`, 'local cambista all trust', ...hba]
  writeFileSync(join(data, 'pg_hba.conf'), `${all.join('\n')}\n`)
  await sql('SELECT pg_reload_conf()')
}
const CON_CLAVE = 'host all all 127.0.0.1/32 scram-sha-256'

beforeAll(async () => {
  port = String(await puertoLibre())
  const settings = { listen_addresses: '127.0.0.1', port }
  postgres = await startPostgres({ carpeta: root, durable: false, settings })
  const own = certificado()
  writeFileSync(cert, own.cert)
  writeFileSync(key, own.key)
  const { uid, gid } = statSync(data)
  for (const [name, text] of [
    ['server.crt', own.cert],
    ['server.key', own.key],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 })
    chownSync(join(data, name), uid, gid)
  }
  await sql('ALTER SYSTEM SET ssl = on')
  await sql("ALTER SYSTEM SET ssl_ca_file = 'server.crt'")
})
afterAll(async () => {
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

/** An empty database with its owner, whose names need quotes. */
let usuario = ''
let base = ''
let url = ''
beforeEach(async () => {
  houses += 1
  usuario = `ana ${houses}`
  base = `casa ${houses}`
  url = `postgresql://${encodeURIComponent(usuario)}:x@127.0.0.1:${port}/${encodeURIComponent(base)}`
  await sql(`CREATE ROLE "${usuario}" LOGIN PASSWORD 'x'`)
  await sql(`CREATE DATABASE "${base}" OWNER "${usuario}"`)
  await dejan(CON_CLAVE)
})

/** The sentence with which a start is refused; empty when it is not. */
const refused = (where: string): Promise<string> =>
  esperarBase(where, () => expect.unreachable('it waits')).then(
    () => '',
    (error: Error) => error.message,
  )

/** Does what a sentence says, in its order: its statements, then its line of pg_hba.conf. */
async function cura(said: string) {
  for (const [, text = ''] of said.matchAll(/«([A-Z]+ [^»]+)»/g)) {
    await sql(text.replace("'…'", "'x'")).catch((error) => {
      // «si existe», «si no existe»
      if (!/^427(04|10)$/.test(error.code)) throw error
    })
  }
  const [, line] = /«((?:host|hostssl|local) [^»]+)»/.exec(said) ?? []
  if (line) await dejan(line.replace('<dirección de este equipo>', '127.0.0.1'), ...lines)
}

/** What a sentence says to add to DATABASE_URL. */
function conAjustes(said: string): string {
  const files: Record<string, string> = { sslrootcert: cert, sslcert: cert, sslkey: key }
  const made = new URL(url)
  for (const [, name = '', value = ''] of said.matchAll(/«(ssl\w+)=([^»]+)»/g))
    made.searchParams.set(name, files[name] ?? value)
  return made.href
}

const NO_LO_DEJA = /^pg_hba\.conf no deja entrar a «ana \d+» en «casa \d+» desde este equipo/

test.each<{ que: string; pasa: () => Promise<unknown>; dice: RegExp }>([
  {
    que: 'another password',
    pasa: () => sql(`ALTER ROLE "${usuario}" PASSWORD 'otra'`),
    dice: /^PostgreSQL no acepta la contraseña de «ana \d+»: corríjala en DATABASE_URL, o ejecute «ALTER ROLE "ana \d+" PASSWORD/,
  },
  {
    que: 'a password that expired',
    pasa: () => sql(`ALTER ROLE "${usuario}" VALID UNTIL '2020-01-01'`),
    dice: /puede estar vencida: «ALTER ROLE "ana \d+" VALID UNTIL 'infinity'»/,
  },
  {
    que: 'nobody of that name, where a password is asked for',
    pasa: () => sql(`DROP DATABASE "${base}"`).then(() => sql(`DROP ROLE "${usuario}"`)),
    dice: /o no existe el usuario: «CREATE ROLE "ana \d+" LOGIN CREATEROLE PASSWORD/,
  },
  {
    que: 'nobody of that name, where none is',
    async pasa() {
      await sql(`DROP DATABASE "${base}"`)
      await sql(`DROP ROLE "${usuario}"`)
      await dejan('host all all 127.0.0.1/32 trust')
    },
    dice: /^PostgreSQL no deja entrar a «ana \d+»: .*si no existe, «CREATE ROLE "ana \d+" LOGIN/,
  },
  {
    que: 'a role that may not sign in',
    pasa: () => sql(`ALTER ROLE "${usuario}" NOLOGIN`),
    dice: /^PostgreSQL no deja entrar a «ana \d+»: si existe, ejecute «ALTER ROLE "ana \d+" LOGIN»/,
  },
  {
    que: 'a database to which he may not connect',
    pasa: () => sql(`REVOKE CONNECT ON DATABASE "${base}" FROM PUBLIC, "${usuario}"`),
    dice: /«ana \d+» no tiene derecho a conectarse a «casa \d+»: ejecute «GRANT CONNECT/,
  },
  {
    que: 'a database to which nobody may',
    pasa: () => sql(`ALTER DATABASE "${base}" ALLOW_CONNECTIONS false`),
    dice: /«casa \d+» no admite conexiones: ejecute «ALTER DATABASE "casa \d+" ALLOW_CONNECTIONS true»/,
  },
  { que: 'no line of pg_hba.conf', pasa: () => dejan(), dice: NO_LO_DEJA },
  {
    que: 'a line that rejects',
    pasa: () => dejan('host all all 127.0.0.1/32 reject', CON_CLAVE),
    dice: NO_LO_DEJA,
  },
  {
    que: 'a line of another means',
    pasa: () => dejan('host all all 127.0.0.1/32 ident'),
    dice: /por otro medio que su contraseña \(peer, ident, cert, ldap\) y no lo reconoce/,
  },
])('$que: the start says what cures it, which does', async ({ pasa, dice }) => {
  await pasa()
  const said = await refused(url)
  expect(said).toMatch(dice)
  await cura(said)
  // Of somebody who was not there, the database is missing too.
  const then = await refused(url)
  if (then) expect(then).toContain('No existe la base de datos')
  if (then) await cura(then)
  expect(await refused(url)).toBe('')
})

test('a socket has a line of its own', async () => {
  const socket = new URL(postgres.url)
  const here = new URL(url)
  Object.assign(socket, { username: here.username, password: 'x', pathname: here.pathname })
  await dejan('local all all reject', CON_CLAVE)
  const said = await refused(socket.href)
  expect(said).toContain(
    `desde este equipo: agregue al comienzo de pg_hba.conf «local "${base}" "${usuario}" scram-sha-256»`,
  )
  await cura(said)
  expect(await refused(socket.href)).toBe('')
})

test('a server that wants TLS, and one that wants a certificate too, say what to add to DATABASE_URL', async () => {
  await dejan('hostssl all all 127.0.0.1/32 scram-sha-256')
  const clear = await refused(url)
  expect(clear).toMatch(
    /sin cifrar: si ese servidor exige TLS \(hostssl\), agregue «sslmode=verify-full»/,
  )
  url = conAjustes(clear)
  expect(await refused(url)).toBe('')
  await dejan('hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca')
  const asked = await refused(url)
  expect(asked).toMatch(/^PostgreSQL pide un certificado de cliente: .*«sslcert=<archivo>»/)
  const whole = conAjustes(asked)
  expect(await refused(whole)).toBe('')
  const foreign = certificado()
  writeFileSync(join(root, 'otro.pem'), foreign.cert)
  writeFileSync(join(root, 'otra.pem'), foreign.key)
  const con = (names: Record<string, string>) => {
    const made = new URL(whole)
    for (const [name, file] of Object.entries(names)) made.searchParams.set(name, join(root, file))
    return refused(made.href)
  }
  const another = await con({ sslcert: 'otro.pem', sslkey: 'otra.pem' })
  expect(another).toMatch(/^PostgreSQL no acepta el certificado de «sslcert»/)
  expect(await con({ sslkey: 'otra.pem' })).toMatch(/^Los archivos de «sslcert» y «sslkey»/)
  writeFileSync(join(root, 'otra.pem'), 'no es una llave')
  expect(await con({ sslkey: 'otra.pem' })).toMatch(/^Los archivos de «sslcert» y «sslkey»/)
  // Without a line for it, the one that is missing is of TLS too.
  await dejan('hostssl all all 127.0.0.1/32 reject')
  const none = await refused(url)
  expect(none).toMatch(/desde este equipo: agregue al comienzo de pg_hba\.conf «hostssl /)
  await cura(none)
  expect(await refused(url)).toBe('')
})

test('a password that DATABASE_URL does not have is asked for in Spanish, with how it is written', async () => {
  const sin = new URL(url)
  sin.password = ''
  const said = await refused(sin.href)
  expect(said).toMatch(/^PostgreSQL pide la contraseña de «ana \d+» y DATABASE_URL no la tiene: /)
  const [, place = ''] = /«([^»]+:)<contraseña>@»/.exec(said) ?? []
  expect(await refused(sin.href.replace(/\/\/[^@]+@/, `//${place}x@`))).toBe('')
})

test('a database that was being dropped is not opened again', async () => {
  await sql(`UPDATE pg_database SET datconnlimit = -2 WHERE datname = '${base}'`)
  expect(await refused(url)).toMatch(/«casa \d+» quedó a medio borrar.*recupérela de su respaldo/)
})

test.each([
  ['role', () => `ALTER ROLE "${usuario}" CONNECTION LIMIT 0`, 'de «ana'],
  ['database', () => `ALTER DATABASE "${base}" CONNECTION LIMIT 0`, 'a «casa'],
] as const)(
  'a limit of the %s is waited for, and told with what lifts it',
  async (_, limit, whom) => {
    await sql(limit())
    const said: string[] = []
    const waiting = esperarBase(url, (text) => said.push(text), 5)
    await expect.poll(() => said.length).toBe(1)
    expect(said[0]).toContain(`PostgreSQL no admite más conexiones ${whom}`)
    expect(said[0]).toMatch(/CONNECTION LIMIT -1»\. Se intenta cada segundo\.$/)
    await expect(esperarUnMinuto(url, () => {}, 0)).rejects.toThrow(/CONNECTION LIMIT -1»\.$/)
    await cura(said[0] ?? '')
    await waiting
  },
)

const DONDE: Donde = { usuario: 'ana', base: 'casa', servidor: 'x', via: 'clear' }

test.each([
  // A server that speaks another language: only what is the same in all of them counts.
  [
    {
      ...{ code: '28000', routine: 'ClientAuthentication' },
      message: 'no hay una línea en pg_hba.conf para «127.0.0.1», usuario «ana», sin cifrado',
    },
    /^pg_hba\.conf no deja entrar.*hostssl/,
  ],
  [
    {
      ...{ code: '28000', routine: 'ClientAuthentication' },
      message: 'la conexión requiere un certificado de cliente válido',
    },
    /sslcert/,
  ],
  [
    {
      ...{ code: '28000', routine: 'InitializeSessionUserId' },
      message: 'al rol «ana» no se le permite conectarse',
    },
    /ALTER ROLE "ana" LOGIN/,
  ],
  // A server that does not say which of its functions refuses: all that may cure it.
  [{ code: '28000', message: 'x' }, /"ana" LOGIN».*CREATE ROLE.*hostssl.*«host "casa" "ana"/],
  [{ code: '08P01', message: 'no such user: ana' }, /PgBouncer.*«ana» en «casa».*auth_file/],
  [{ code: '08P01', message: 'no such database: casa' }, /PgBouncer.*\[databases\]/],
  [{ code: '08P01', message: 'SASL authentication failed' }, /PgBouncer.*contraseña/],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'x' }, /sslrootcert/],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: 'x' }, /es de otro nombre/],
  [{ code: 'CERT_HAS_EXPIRED', message: 'x' }, /venció/],
  [{ message: 'The server does not support SSL connections' }, /no tiene TLS/],
  [
    { message: 'SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match' },
    /^La contraseña de «ana» no se pudo comprobar.*scram-sha-256/,
  ],
])('%o is told in words', (error, words) => {
  expect(motivo(error, DONDE)).toMatch(words)
})

test('what has no words of its own has none', () => {
  expect(motivo(new Error('x'), DONDE)).toBeNull()
  // A pooler that has no connection free, which passes.
  expect(motivo({ code: '08P01', message: 'query_wait_timeout' }, DONDE)).toBeNull()
  // A disk that fails, which has the code of a right.
  const disk = { code: '42501', severity: 'FATAL', file: 'md.c', message: 'could not open file' }
  expect(motivo(disk, DONDE)).toBeNull()
})
