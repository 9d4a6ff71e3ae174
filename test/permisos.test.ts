import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PERMISOS, PLANTILLAS, puede } from '../src/core/permisos.ts'
import { type Client, startTestApp } from './support/servidor/app.ts'
import { huella, llamadas, rutaDe } from './support/servidor/entradas.ts'

const ROLES = ['adm', 'mgr', 'caj', 'pag', 'cum', 'con'] as const
type Role = (typeof ROLES)[number]

const app = await startTestApp()
const clients = Object.fromEntries(
  await Promise.all(ROLES.map(async (role) => [role, await app.signedIn(role)] as const)),
) as Record<Role, Client>

/** Invalid sessions, one of each kind. */
async function malas(): Promise<Record<string, string>> {
  const [ended, idle, old, disabled] = [
    await app.signedIn('adm'),
    await app.signedIn('adm'),
    await app.signedIn('adm'),
    await app.signedIn('adm'),
  ]
  const of = ({ usuario_id }: Client) => sql`WHERE usuario_id = ${usuario_id}`
  await sql`UPDATE sesiones SET terminada_en = ahora() ${of(ended)}`.execute(app.db)
  await sql`UPDATE sesiones SET usada_en = ahora() - interval '31 minutes' ${of(idle)}`.execute(
    app.db,
  )
  await sql`UPDATE sesiones SET vence_en = ahora() ${of(old)}`.execute(app.db)
  await sql`UPDATE usuarios SET estatus = false WHERE id = ${disabled.usuario_id}`.execute(app.db)
  const { rows } = await sql<{ hash: string }>`
    SELECT encode(token_hash, 'base64') AS hash FROM sesiones ORDER BY id LIMIT 1`.execute(app.db)
  const hash = (rows[0]?.hash ?? '').replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
  const good = clients.adm.token
  return {
    ninguna: '',
    basura: 'no-es-un-token',
    inventada: 'A'.repeat(43),
    cortada: good.slice(0, -1),
    alargada: `${good}A`,
    cambiada: `${good[0] === 'A' ? 'B' : 'A'}${good.slice(1)}`,
    'el resumen guardado': hash,
    terminada: ended.token,
    dormida: idle.token,
    vencida: old.token,
    'usuario inactivo': disabled.token,
  }
}

const tokens = await malas()

/** A custom role: some permissions of one area, and one that another role lacks. */
const PROPIO = ['clientes:ver', 'tipos-cambios:publicar', 'usuarios:ver'] as const

/** Somebody whose role holds exactly these permissions. */
async function conPermisos(slug: string, permisos: readonly string[]): Promise<Client> {
  const client = await app.signedIn('mgr')
  await sql`INSERT INTO roles (slug, nombre) VALUES (${slug}, ${slug})`.execute(app.db)
  await sql`INSERT INTO roles_permisos SELECT ${slug}, unnest(${[...permisos]}::text[])`.execute(
    app.db,
  )
  await sql`UPDATE usuarios SET rol_slug = ${slug} WHERE id = ${client.usuario_id}`.execute(app.db)
  return client
}

const propio = await conPermisos('propio', PROPIO)
/** An administrator signed in with a temporary password: he may only change it. */
const temporal = await app.signedIn('adm')
await sql`UPDATE usuarios SET password_temporal_hasta = 'infinity' WHERE id = ${temporal.usuario_id}`.execute(
  app.db,
)

/** An input that no call accepts: a permitted caller gets 400, and nothing changes. */
const ask = (endpoint: (typeof llamadas)[number][1], token: string) =>
  clients.adm.raw(
    endpoint.method,
    `${rutaDe(endpoint)}${endpoint.method === 'GET' ? '?desconocido=1' : ''}`,
    endpoint.method === 'GET' ? undefined : { desconocido: 1 },
    { 'x-token': token },
  )

test.each(Object.keys(tokens))('an invalid session gives access to nothing: %s', async (name) => {
  const before = await huella(app)
  const open: string[] = []
  for (const [call, endpoint] of llamadas) {
    if (endpoint.acceso === 'publico') continue
    const { status, error } = await ask(endpoint, tokens[name] as string)
    if (status !== 401 || error.codigo !== 'SESION_REQUERIDA') open.push(`${call}: ${status}`)
  }
  expect(open).toEqual([])
  expect(await huella(app)).toBe(before)
})

/** What each column of the snapshot is, besides the roles. */
const SIN_SESION = ['ninguna', 'basura', 'vencida', 'terminada', 'usuario inactivo'] as const

test('who may call what: every call with every kind of caller, as the table of permissions says', async () => {
  const lines = [
    `${[...SIN_SESION, 'contraseña temporal', ...ROLES, 'rol propio'].join(' | ')}`,
    `rol propio: ${PROPIO.join(', ')}`,
  ]
  const wrong: string[] = []
  const check = (cell: string, right: boolean) => {
    if (!right) wrong.push(cell)
  }
  for (const [call, endpoint] of llamadas) {
    const { acceso } = endpoint
    const cells: string[] = []
    for (const name of SIN_SESION) {
      const { status } = await ask(endpoint, tokens[name] as string)
      check(`${call} ${name}: ${status}`, (status === 401) === (acceso !== 'publico'))
      cells.push(status === 401 ? '·' : 'x')
    }
    const owing = await ask(endpoint, temporal.token)
    const stopped = owing.error.codigo === 'INGRESO_INCOMPLETO'
    check(`${call} temporal`, stopped === !['publico', 'ingreso'].includes(acceso))
    cells.push(stopped ? '·' : 'x', '|')
    for (const role of [...ROLES, 'propio'] as const) {
      const { status } = await ask(endpoint, (role === 'propio' ? propio : clients[role]).token)
      const passes = status !== 401 && status !== 403
      const given = role === 'propio' ? PROPIO : role === 'mgr' ? [] : permisosDe(role)
      check(`${call} ${role}: ${status}`, passes === puede(given, acceso))
      cells.push(passes ? (role === 'propio' ? 'pro' : role) : ' · ')
    }
    lines.push(`${cells.join(' ')}  ${call}  (${acceso})`)
  }
  expect(wrong).toEqual([])
  // A change here is a change of who may do what: read it before accepting it (vitest -u).
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/permisos.txt')
})

const permisosDe = (role: Exclude<Role, 'mgr'>): readonly string[] =>
  role === 'adm' ? PERMISOS : PLANTILLAS[role].permisos

/** Concurrent calls: as many as the pool has connections. */
const AT_ONCE = 10

test('a call is open to its permission alone, and closed to all others together', async () => {
  const [solo, demas] = [await conPermisos('solo', []), await conPermisos('demas', PERMISOS)]
  const wrong: string[] = []
  let asked = 0
  for (const permiso of PERMISOS) {
    await sql`DELETE FROM roles_permisos WHERE rol_slug = 'solo'`.execute(app.db)
    await sql`INSERT INTO roles_permisos VALUES ('solo', ${permiso})`.execute(app.db)
    await sql`DELETE FROM roles_permisos WHERE rol_slug = 'demas' AND permiso = ${permiso}`.execute(
      app.db,
    )
    const its = llamadas.filter(([, { acceso }]) => acceso === permiso)
    for (let at = 0; at < its.length; at += AT_ONCE) {
      const some = its.slice(at, at + AT_ONCE).map(async ([call, endpoint]) => {
        if ((await ask(endpoint, solo.token)).status === 403) wrong.push(`${permiso}: no ${call}`)
        if ((await ask(endpoint, demas.token)).status !== 403) wrong.push(`without it: ${call}`)
      })
      await Promise.all(some)
    }
    asked += its.length
    await sql`INSERT INTO roles_permisos VALUES ('demas', ${permiso})`.execute(app.db)
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(200)
})

test('every refusal for lack of permission is in the audit with who and what', async () => {
  const { rows } = await sql<{ n: number; calls: number }>`
    SELECT count(*)::int AS n, count(DISTINCT entidad)::int AS calls FROM auditoria
    WHERE accion = 'denegado' AND usuario_id = ${clients.mgr.usuario_id}
      AND despues->>'permiso' IS NOT NULL`.execute(app.db)
  const guarded = llamadas.filter(([, { acceso }]) => PERMISOS.some((each) => each === acceso))
  expect(rows[0]).toEqual({
    n: guarded.length,
    calls: new Set(guarded.map(([, { path }]) => path)).size,
  })
})

test('the router knows no call that the matrix does not', async () => {
  const { paths } = (await app.http.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, unknown>>
  }
  const routed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) =>
        `${method.toUpperCase()} ${path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  const apart = [
    ...['GET /eventos', 'GET /pizarra/eventos', 'GET /salud', 'GET /vivo', 'GET /listo'],
    // What a browser's content policy refused: sent by the browser itself, without a token.
    'POST /informes-csp',
  ]
  expect(routed.toSorted()).toEqual([...llamadas.map(([call]) => call), ...apart].toSorted())
})

test('calls outside the areas: the live event stream needs a session, the health checks do not', async () => {
  const status = async (path: string) => (await app.http.inject(path)).statusCode
  expect(await status('/api/eventos')).toBe(401)
  expect(await status('/api/pizarra/eventos')).toBe(401)
  expect([await status('/api/salud'), await status('/api/vivo')]).toEqual([200, 200])
  expect(await status('/api/listo')).toBe(200)
  expect(await status('/api/openapi.json')).toBe(200)
  expect(await status('/api/no-existe')).toBe(404)
})

test('a revoked permission is refused from the next request on', async () => {
  const { caj } = clients
  const list = async () => (await caj.raw('GET', '/api/compras-ventas')).status
  expect(await list()).toBe(200)
  await sql`DELETE FROM roles_permisos WHERE rol_slug = 'caj' AND permiso = 'compras-ventas:ver'`.execute(
    app.db,
  )
  expect(await list()).toBe(403)
  await sql`UPDATE usuarios SET estatus = false WHERE id = ${caj.usuario_id}`.execute(app.db)
  expect(await list()).toBe(401)
})
