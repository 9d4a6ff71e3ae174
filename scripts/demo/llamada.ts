import { createHash } from 'node:crypto'
import { type AnswerOf, type CallOf, type Endpoint, fillPath } from '../../src/core/contract.ts'
import type { App } from '../../src/main.app.ts'
import { AGENTES_DEMO, PASSWORD_DEMO } from '../../src/server/proceso/demo.ts'

/** A refusal of the server, which the caller may ignore. */
export class Refused extends Error {
  readonly codigo: string | undefined
  /** The server's sentence. */
  readonly frase: string

  constructor(what: string, body: { message?: string; codigo?: string; errors?: unknown }) {
    super(`${what}: ${body.message} ${JSON.stringify(body.errors ?? '')}`)
    this.codigo = body.codigo
    this.frase = body.message ?? what
  }
}

/** Returns the result of `what`, or null when the server refuses it. @throws any other error. */
export async function tolerant<T>(what: () => Promise<T>): Promise<T | null> {
  try {
    return await what()
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

export type Llamar = <E extends Endpoint>(endpoint: E, call: CallOf<E>) => Promise<AnswerOf<E>>

const presentes = new WeakMap<App, Map<string, Promise<Llamar>>>()

/**
 * Signs a user of the demo in and returns his client: the same calls as the browser's, without a network. The client is
 * reused, because checking a password takes longer than registering an operation. Who signs in at once with others does
 * so after them: the audit has the same rows in the same order whenever the demo is made.
 */
export function entrar(app: App, usuario: string): Promise<Llamar> {
  const here = presentes.get(app) ?? new Map<string, Promise<Llamar>>()
  presentes.set(app, here)
  const before = [...here.values()].at(-1) ?? Promise.resolve()
  const present = here.get(usuario) ?? before.catch(() => {}).then(() => ingresar(app, usuario))
  here.set(usuario, present)
  return present
}

/** Signs in, and signs in again when the session has expired by the demo's clock. */
async function ingresar({ http }: App, usuario: string): Promise<Llamar> {
  let token = ''
  let calls = 0
  async function signIn(): Promise<void> {
    const payload = { usuario, password: PASSWORD_DEMO }
    const headers = { 'user-agent': AGENTES_DEMO[0] }
    const answer = await http.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
    if (answer.statusCode !== 200) throw new Refused(`${usuario} signs in`, answer.json())
    token = answer.json<{ token: string }>().token
  }
  await signIn()
  return async (endpoint, call) => {
    const { params, query, body } = call as {
      params?: Record<string, number>
      query?: Record<string, string>
      body?: object
    }
    const search = query ? `?${new URLSearchParams(query)}` : ''
    calls += 1
    const key = uuid(`${token}${calls}`)
    const send = () =>
      http.inject({
        method: endpoint.method,
        url: `/api${fillPath(endpoint.path, params)}${search}`,
        headers: {
          'x-token': token,
          'idempotency-key': key,
          // The demo uploads only PNG files, which it draws itself.
          ...(endpoint.sube && { 'content-type': 'image/png' }),
        },
        ...(endpoint.method !== 'GET' && { payload: body ?? {} }),
      })
    let answer = await send()
    if (answer.statusCode === 401) {
      await signIn()
      answer = await send()
    }
    if (answer.statusCode < 300) return answer.json()
    throw new Refused(`${endpoint.method} ${endpoint.path}`, answer.json())
  }
}

function uuid(seed: string): string {
  const h = createHash('sha256').update(seed).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}
