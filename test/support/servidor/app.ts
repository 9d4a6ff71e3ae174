import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { AnswerOf, Endpoint } from '../../../src/core/contract.ts'
import { fillPath } from '../../../src/core/contract.ts'
import type { ErrorBody } from '../../../src/core/errors.ts'
import { PLANTILLAS } from '../../../src/core/permisos.ts'
import { type App, buildApp } from '../../../src/main.app.ts'
import { guardadasDe } from '../../../src/server/acceso/guardadas/guardadas.ts'
import { hashPassword } from '../../../src/server/acceso/password.ts'
import type { Sesiones } from '../../../src/server/acceso/sesion.ts'
import { PLAZO } from '../plazos.ts'
import { vigilante } from './auditado.ts'
import { createDatabase } from './database.ts'
import { alCambiarElDueno, ponerReloj, sinVentanas } from './dueno.ts'
import { comoRol } from './url.ts'

export const PASSWORD = 'Cambista-2026'
type Role = 'adm' | keyof typeof PLANTILLAS

export interface Answer<E extends Endpoint = Endpoint> {
  status: number
  body: AnswerOf<E>
  /** The same body, typed as an error. */
  error: ErrorBody
  headers: Record<string, unknown>
}

interface Call {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  clave?: string
}

/** A client signed in with a role; input and answer are typed by the endpoint. */
export interface Client {
  token: string
  usuario_id: number
  call<E extends Endpoint>(endpoint: E, call?: Call): Promise<Answer<E>>
  raw(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

export interface TestApp extends App {
  /** Signs in a new user with that role. Every role except mgr gets the permissions of its template. */
  signedIn(role: Role): Promise<Client>
  /** Sets the business clock to an instant; null lets it run. */
  setClock(instant: string | null): void
  /** Errors answered with 500 (bugs); any of them fails the test. */
  bugs: unknown[]
  url: string
}

/** Limits that a slow test machine does not reach; test/jaula tests a slow database with the real limits. */
const PACIENTE = {
  espera: PLAZO,
  ajustes: {
    statement_timeout: String(PLAZO),
    lock_timeout: String(PLAZO),
    idle_in_transaction_session_timeout: String(PLAZO),
  },
}

/** Starts the whole program on a database of its own; both are removed after the file's tests. */
export async function startTestApp(
  options: Pick<
    Parameters<typeof buildApp>[0],
    | 'max'
    | 'afuera'
    | 'limites'
    | 'nombres'
    | 'proxies'
    | 'soloProxies'
    | 'tls'
    | 'juntos'
    | 'medir'
    | 'lentas'
  > = {},
): Promise<TestApp> {
  const database = await createDatabase()
  await sinVentanas(database.url)
  const bugs: unknown[] = []
  let clock: string | null = null
  const reloj = () => clock
  const sesiones = guardadasDe(reloj) as Sesiones
  alCambiarElDueno(database.url, () => sesiones.olvidar())
  const app = await buildApp({
    juzga: true,
    url: comoRol(database.url, 'cambista_servidor'),
    reloj,
    sesiones,
    onBug: (error) => bugs.push(error),
    ...PACIENTE,
    ...options,
  })
  const vigia = vigilante()
  vigias.set(app.http, vigia)
  let users = 0
  const signedIn = async (role: Role): Promise<Client> => {
    users += 1
    const name = `${role}${users}`
    await addRole(app, role)
    const usuario_id = await addUser(app, name, role)
    const { body } = await request(
      app,
      'POST',
      '/api/auth/login',
      { usuario: name, password: PASSWORD },
      {},
    )
    return clientOf(app, (body as { token: string }).token, usuario_id)
  }
  afterAll(async () => {
    // Some tests remove the database on purpose: then the audit is not checked.
    const reparos = await vigia.reparos(app).catch(() => [])
    await app.close()
    await database.drop()
    if (bugs.length > 0) throw bugs[0]
    if (reparos.length > 0) throw new Error(`not audited:\n${reparos.join('\n')}`)
  })
  return {
    ...app,
    url: database.url,
    bugs,
    signedIn,
    setClock: (instant) => {
      clock = instant
      ponerReloj(database.url, instant)
    },
  }
}

async function addRole({ db }: App, role: Role): Promise<void> {
  if (role === 'adm' || role === 'mgr') return
  const { nombre, permisos } = PLANTILLAS[role]
  await db
    .insertInto('roles')
    .values({ slug: role, nombre })
    .onConflict((c) => c.doNothing())
    .execute()
  const rows = permisos.map((permiso) => ({ rol_slug: role, permiso }))
  await db
    .insertInto('roles_permisos')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Of the password that all users of all tests have: a hash costs what twenty small calls do. */
let huella: Promise<string> | undefined

async function addUser({ db }: App, name: string, role: Role): Promise<number> {
  huella ??= hashPassword(PASSWORD)
  const password_hash = await huella
  const { rows } = await sql<{ id: number }>`
    INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug, desvio_pct, tipo_doc, num_doc)
    VALUES ('Ana María', 'Quispe Flores', ${name}, ${`${name}@example.com`}, ${password_hash}, ${role}, 1, 'PAS', ${`T${name}`})
    RETURNING id`.execute(db)
  return rows[0]?.id as number
}

function clientOf(app: App, token: string, usuario_id: number): Client {
  return {
    token,
    usuario_id,
    raw: (method, path, body, headers) =>
      request(app, method, path, body, { 'x-token': token, ...headers }),
    call: async <E extends Endpoint>(endpoint: E, { params, query, body, clave }: Call = {}) => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value))
      const path = `/api${fillPath(endpoint.path, params)}${search.size ? `?${search}` : ''}`
      const headers: Record<string, string> = { 'x-token': token }
      if (endpoint.dinero) headers['idempotency-key'] = clave ?? randomUUID()
      const payload = endpoint.method === 'GET' ? undefined : (body ?? {})
      const send = () => request(app, endpoint.method, path, payload, headers)
      const first = await send()
      if (first.error?.codigo !== 'CONFIRME') return first as Answer<E>
      // As the screen does: the password, and the same call again.
      await request(app, 'POST', '/api/auth/confirmar', { password: PASSWORD }, headers)
      return (await send()) as Answer<E>
    },
  }
}

const vigias = new WeakMap<App['http'], ReturnType<typeof vigilante>>()

async function request(
  { http }: App,
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const whole = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const payload = whole ? (body as Buffer | undefined) : JSON.stringify(body)
  const answer = await http.inject({
    method: method as 'GET',
    url,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
  })
  const parsed = String(answer.headers['content-type']).startsWith('application/json')
    ? answer.json()
    : answer.body
  vigias.get(http)?.ver(method, url, answer, (parsed as { codigo?: string } | null)?.codigo)
  return { status: answer.statusCode, body: parsed, error: parsed, headers: answer.headers }
}
