import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Medida } from '../aportes.ts'
import { conexionesDe, type Db } from '../db/db.ts'
import { soloLectura } from '../db/revision.ts'
import type { Disco } from '../trabajos/disco.ts'
import type { Marcha } from '../trabajos/marchas.ts'

/** Bounds of the histogram in seconds: a posting takes 5 to 20 ms, a report up to its limit of 10 s. */
const TRAMOS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * How long one process of several asks the house before it answers with what is its own alone: less than it is waited
 * for. On a pool that is full the house is slow, and the process answers.
 */
const CASA_MS = 1_500

/** What is measured of one process. No label and no value names a person, an account or a document. */
export interface Medidas {
  /** Hears every request of this server; called before it is ready. */
  http(app: FastifyInstance): void
  /** A job failed: its name. */
  fallo(trabajo: string): void
  /** A statement took longer than the house's bound. */
  lenta(): void
  /** All measures in the text format of Prometheus, read now; of a database that is away, the process's own alone. */
  leer(): Promise<string>
  /**
   * The same as data: one process of several gives them to the one that shows them. Of a house that does not answer within
   * a second, the process's own alone.
   */
  json(): Promise<unknown>
  tipo: string
}

interface Leidas {
  /** The database of the server; null until it is open. */
  db: () => Db | null
  /** What the areas measure in the database. */
  medidas: readonly Medida[]
  /** Open streams of events. */
  flujos: () => number
  /** How the jobs of this process run. */
  marchas: () => readonly Marcha[]
  /** The disk of the data; null where the program does not keep them. */
  disco: () => Promise<Disco | null>
}

/** Makes the measures of this process. */
export function medidasDe({ db, medidas, flujos, marchas, disco }: Leidas): Medidas {
  const registers = [new Registry()]
  const [registro = new Registry()] = registers
  collectDefaultMetrics({ register: registro })
  const solicitudes = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duración de las solicitudes por método, ruta del contrato y estado',
    labelNames: ['method', 'route', 'code'],
    buckets: TRAMOS,
    registers,
  })
  const rechazos = new Counter({
    name: 'cambista_refusals_total',
    help: 'Rechazos por su código y la ruta que los respondió',
    labelNames: ['refusal', 'route'],
    registers,
  })
  // Prometheus gives `job` to whatever it reads, and puts a label of that name aside.
  const fallos = new Counter({
    name: 'cambista_job_errors_total',
    help: 'Fallas de los trabajos del servidor',
    labelNames: ['task'],
    registers,
  })
  const lentas = new Counter({
    name: 'cambista_slow_queries_total',
    help: 'Consultas a la base que tardaron más que CAMBISTA_LENTA_MS',
    registers,
  })
  /** What is of the house is the same in each of its processes; what is of a process is added up. */
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: L[] = [],
    aggregator: 'max' | 'min' | 'sum' = 'max',
  ) => new Gauge({ name, help, labelNames, registers, aggregator })
  const pool = 'Conexiones a la base de datos'
  const conexiones = gauge('cambista_pool_connections', pool, ['state'], 'sum')
  const abiertos = gauge('cambista_event_streams', 'Navegadores que escuchan cambios', [], 'sum')
  const base = gauge('cambista_database_up', '1 si la base de datos responde', [], 'min')
  const parada = gauge('cambista_read_only', '1 si los libros están detenidos por una diferencia')
  const libre = gauge('cambista_disk_free_bytes', 'Bytes libres en el disco de los datos')
  const total = gauge('cambista_disk_size_bytes', 'Bytes del disco de los datos')
  const edad = gauge(
    'cambista_job_age_seconds',
    'Segundos desde la última vez que anduvo',
    ['task'],
    'min',
  )
  const cada = gauge('cambista_job_period_seconds', 'Cada cuántos segundos le toca', ['task'])
  const seguidas = gauge('cambista_job_failures', 'Fallas seguidas de un trabajo', ['task'])
  const deCasa = medidas.map((one) => [one, gauge(one.nombre, one.ayuda)] as const)

  /** What the database says; false where it does not answer. */
  async function preguntar(to: Db): Promise<boolean> {
    try {
      parada.set((await soloLectura(to)) ? 1 : 0)
      for (const [{ consulta }, one] of deCasa) {
        const { rows } = await sql<{ valor: string | null }>`${sql.raw(consulta)}`.execute(to)
        const { valor = null } = rows[0] ?? {}
        // Nothing to measure, as the lag of a standby where there is none.
        if (valor === null) one.remove()
        else one.set(Number(valor))
      }
      return true
    } catch {
      // Old figures would look like a house at rest.
      for (const [, one] of deCasa) one.remove()
      parada.remove()
      return false
    }
  }

  let preguntando: Promise<boolean> | null = null
  /** As `preguntar`, once at a time; null where it has not answered after so many milliseconds. */
  async function enPlazo(to: Db, ms: number | null): Promise<boolean | null> {
    preguntando ??= preguntar(to).finally(() => {
      preguntando = null
    })
    if (ms === null) return preguntando
    return Promise.race([preguntando, sleep(ms, null, { ref: false })])
  }

  async function mirar(ms: number | null): Promise<void> {
    const open = db()
    if (open) {
      const { total, libres, esperan } = conexionesDe(open)
      conexiones.set({ state: 'open' }, total)
      conexiones.set({ state: 'idle' }, libres)
      conexiones.set({ state: 'waiting' }, esperan)
      const responde = await enPlazo(open, ms)
      if (responde !== null) base.set(responde ? 1 : 0)
      else for (const one of [base, parada, ...deCasa.map(([, each]) => each)]) one.remove()
    }
    abiertos.set(flujos())
    for (const one of marchas()) {
      const task = one.trabajo
      edad.set({ task }, one.edad)
      cada.set({ task }, one.cada / 1000)
      seguidas.set({ task }, one.fallas)
      // A counter that is not there before its first failure hides that one from an increase.
      fallos.inc({ task }, 0)
    }
    const now = await disco()
    if (now === null) {
      libre.remove()
      total.remove()
    } else {
      libre.set(now.libre)
      total.set(now.total)
    }
  }

  return {
    tipo: registro.contentType,
    http(app) {
      app.addHook('onResponse', async (request, reply) => {
        // The route as the contract writes it: an address has the ids of documents, and what nobody serves is one.
        const route = request.routeOptions.url ?? 'ninguna'
        const { method } = request
        solicitudes.observe({ method, route, code: reply.statusCode }, reply.elapsedTime / 1000)
        if (reply.rechazo) rechazos.inc({ refusal: reply.rechazo, route })
      })
    },
    fallo: (task) => fallos.inc({ task }),
    lenta: () => lentas.inc(),
    leer: () => mirar(null).then(() => registro.metrics()),
    json: () => mirar(CASA_MS).then(() => registro.getMetricsAsJSON()),
  }
}
