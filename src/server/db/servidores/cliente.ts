import type { Socket } from 'node:net'
import pg from 'pg'
import { isUnavailable } from '../../proceso/breaker.ts'
import { type Servidores, servidoresDe } from './lista.ts'

/** How long one server may take to say what it is, in milliseconds. */
const PREGUNTA_MS = 1_500

export type Conexion = pg.ClientConfig & { connectionString: string }

interface Cable {
  connection: pg.Connection & { stream: Socket }
  connectionParameters: { host: string; port: number }
}

const cable = (client: pg.ClientBase) => client as unknown as Cable

/** The server that accepted writes when it was last asked, by the list of servers. */
const conocidos = new Map<string, number>()
const buscando = new Map<string, Promise<number>>()

/**
 * A client for a connection string that may name several servers (R-422): it connects to the one that accepts writes, and
 * to no other. Which one that is, it remembers until a connection to it fails; then all are asked at once, and the
 * first that says so is taken. With one server it is the usual client.
 */
export function clienteDe(config: Conexion): pg.Client {
  const servidores = servidoresDe(config.connectionString)
  if (!servidores.exigente) return new pg.Client(config)
  const client = clienteEn(config, servidores, 0)
  const lee = soloLee(client)
  const key = claveDe(servidores)
  const simple = client.connect.bind(client) as () => Promise<pg.Client>
  const conectar = async () => {
    const n = conocidos.get(key) ?? (await buscar(key, servidores))
    // Whoever waits for it gave up meanwhile.
    if (cable(client).connection.stream.destroyed) throw new Error('timeout expired')
    const { host, port } = clienteEn(config, servidores, n)
    Object.assign(client, { host, port })
    Object.assign(cable(client).connectionParameters, { host, port })
    try {
      await simple()
      if (!lee()) return client
      await client.end()
      throw ninguno(servidores, [])
    } catch (error) {
      conocidos.delete(key)
      throw error
    }
  }
  type Listo = (error: Error | null, client?: pg.Client) => void
  const connect = (listo?: Listo) =>
    listo ? void conectar().then(() => listo(null, client), listo) : conectar()
  return Object.assign(client, { connect })
}

/**
 * A connected client. With several servers a first failure is no answer: the one that accepted writes may have been
 * replaced, and the second attempt asks all of them.
 */
export async function conectado(config: Conexion): Promise<pg.Client> {
  const intento = async () => {
    const client = clienteDe(config)
    // When the connection is lost its query fails; the event needs no handling of its own.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  return otraVez(config.connectionString, intento)
}

/** Tries again, once, what failed because the server of several that was known is away or reads only. */
export async function otraVez<T>(url: string, intento: () => Promise<T>): Promise<T> {
  const servidores = servidoresDe(url)
  try {
    return await intento()
  } catch (error) {
    const olvidado = servidores.exigente && !conocidos.has(claveDe(servidores))
    if (!olvidado || !isUnavailable(error)) throw error
    return intento()
  }
}

const claveDe = ({ urls }: Servidores) => urls.join(' ')

function clienteEn(config: Conexion, { urls }: Servidores, n: number): pg.Client {
  return new pg.Client({ ...config, connectionString: urls[n] as string })
}

/** Hears what PostgreSQL says of itself when a connection begins and at each change: whether it reads only. */
function soloLee(client: pg.Client): () => boolean {
  const said = new Map<string, string>()
  cable(client).connection.on('parameterStatus', (message: unknown) => {
    const { parameterName, parameterValue } = message as Record<string, string>
    said.set(parameterName ?? '', parameterValue ?? '')
  })
  return () =>
    said.get('in_hot_standby') === 'on' || said.get('default_transaction_read_only') === 'on'
}

/** Asks all servers at once; callers at once share the answer. @throws Error as `ninguno` when none accepts writes. */
function buscar(key: string, servidores: Servidores): Promise<number> {
  const known = buscando.get(key)
  if (known) return known
  const preguntas = servidores.urls.map(async (connectionString, n) => {
    const client = new pg.Client({
      connectionString,
      application_name: 'cambista-pulso',
      connectionTimeoutMillis: PREGUNTA_MS,
    })
    const lee = soloLee(client)
    client.on('error', () => {})
    try {
      await client.connect()
      if (lee()) throw new Error('solo lee')
    } finally {
      client.end().catch(() => {})
    }
    return n
  })
  const found = Promise.any(preguntas)
    .then((n) => {
      conocidos.set(key, n)
      return n
    })
    .catch(({ errors }: AggregateError) => {
      throw ninguno(servidores, errors)
    })
    .finally(() => buscando.delete(key))
  buscando.set(key, found)
  return found
}

/**
 * Why no server accepts writes. When every one of them refuses whoever asks, that is the answer; else the one that
 * accepts them may be among those that are away: as a lost connection it is waited for.
 */
function ninguno({ nombres }: Servidores, errors: Error[]): Error {
  const [first] = errors
  if (first && errors.every((error) => !isUnavailable(error) && error.message !== 'solo lee'))
    return first
  const why = errors.map(({ message }, n) => `${nombres[n]}: ${message}`).join('; ')
  return Object.assign(new Error(`ninguno acepta escrituras${why && ` (${why})`}`), {
    code: '08001',
  })
}
