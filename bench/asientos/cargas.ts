import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { comoSuperusuario } from '../../test/support/servidor/dueno.ts'
import { lanzar } from '../arranque.ts'
import { cargar, enHilo, type Medida } from '../carga.ts'
import { clientes, type Mostrador, pedido } from '../casa.ts'
import { DIVISAS, type Mundo, SEGUNDOS, VUELTAS } from '../mundo.ts'
import { padre, procesador, procesadorDe, usado } from '../procesador.ts'
import { anotar, comparar, entero, mediana } from '../tabla.ts'

/** A load, and the processor time of each request: in Node, and in PostgreSQL with its writers and sealer. */
interface Carga extends Medida {
  node: number
  postgres: number
}

async function medir(pid: number, postmaster: number, load: () => Promise<Medida>): Promise<Carga> {
  const [node, before] = [procesador(pid), procesadorDe(postmaster)]
  const seen = await load()
  return {
    ...seen,
    node: (procesador(pid) - node) / seen.total,
    postgres: usado(before, procesadorDe(postmaster)) / seen.total,
  }
}

/** The median of the rounds, field by field; the loads take turns. @throws when one had another answer than 201. */
async function porVueltas<K extends string>(
  loads: Record<K, () => Promise<Carga>>,
): Promise<Record<K, Carga>> {
  const seen = Object.fromEntries(Object.keys(loads).map((k) => [k, [] as Carga[]])) as Record<
    K,
    Carga[]
  >
  for (let n = 0; n < VUELTAS; n += 1) {
    for (const name of Object.keys(loads) as K[]) {
      const load = await loads[name]()
      if (Object.keys(load.estados).join() !== '201') {
        throw new Error(`${name}: ${JSON.stringify(load.estados)}`)
      }
      seen[name].push(load)
    }
  }
  const of = (all: Carga[], field: 'porSegundo' | 'p50' | 'p99' | 'node' | 'postgres') =>
    mediana(all.map((each) => each[field]))
  return Object.fromEntries(
    (Object.entries(seen) as [K, Carga[]][]).map(([name, all]) => [
      name,
      {
        ...(all[0] as Carga),
        porSegundo: of(all, 'porSegundo'),
        p50: of(all, 'p50'),
        p99: of(all, 'p99'),
        node: of(all, 'node'),
        postgres: of(all, 'postgres'),
      },
    ]),
  ) as Record<K, Carga>
}

const decimas = (ms: number) => `${Math.round(ms * 100) / 100} ms`
const dicho = ({ porSegundo, p50, p99, node, postgres }: Carga) =>
  `${entero(porSegundo)}/s, p50 ${entero(p50)}, p99 ${entero(p99)} ms; Node ${decimas(node)}, PostgreSQL ${decimas(postgres)}`

/**
 * Postings of a house with commission rules and clients, by 1, 10, 16 and 64 people: on cold accounts and at one till,
 * beside a bare server's; and with 10 ms a commit, as a second machine that confirms it would cost.
 */
export async function filasDeCargas({ casa, url, puerto, pid }: Mundo): Promise<void> {
  await clientes(url, 500)
  const ids = (
    await comoSuperusuario<{ id: string }>(
      url,
      "SELECT id FROM clientes WHERE num_doc >= '20000000' LIMIT 500",
    )
  ).map(({ id }) => Number(id))
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(casa.db)
  const postmaster = padre(rows[0]?.pid ?? 0)
  const bare = await lanzar(['bench/asientos/desnudo.ts'], { DATABASE_URL: url }, (_, child) =>
    once(child.stdout as NodeJS.ReadableStream, 'data'),
  )
  let turn = 0
  const headers = (n: number) => ({
    'x-token': casa.tokens[n % casa.tokens.length] as string,
    'idempotency-key': randomUUID(),
  })
  const ours = (counters: readonly Mostrador[], people: number) => () =>
    medir(pid, postmaster, () =>
      cargar({
        puerto,
        clientes: people,
        segundos: SEGUNDOS,
        siguiente: (n) => {
          turn += 1
          const counter = counters[turn % counters.length] as Mostrador
          const tipo = Math.floor(turn / counters.length) % 2 ? 'venta' : 'compra'
          const body = pedido(casa, counter, tipo, ids[turn % ids.length])
          return enHilo({ method: 'POST', path: '/api/compras-ventas', headers: headers(n), body })
        },
      }),
    )
  const theirs = (people: number) => () =>
    medir(bare.pid, postmaster, () =>
      cargar({
        puerto: bare.puerto,
        clientes: people,
        segundos: SEGUNDOS,
        siguiente: (n) => {
          turn += 1
          const body = { mostrador: turn % DIVISAS, divisa: '10.00', soles: '35.20' }
          return enHilo({ method: 'POST', path: '/', headers: headers(n), body })
        },
      }),
    )
  try {
    for (const [people, goal] of [
      [1, null],
      [10, null],
      [16, 0.3],
      [64, 0.45],
    ] as const) {
      const { cold, bare: limit } = await porVueltas({
        cold: ours(casa.frios, people),
        bare: theirs(people),
      })
      const razon = cold.porSegundo / limit.porSegundo
      anotar({
        que: `posting with commissions and clients, cold, ${people} at once`,
        nuestro: dicho(cold),
        referencia: `${dicho(limit)} bare Node + pg`,
        razon,
        ...(goal !== null && { meta: `≥ ${goal}`, cumple: razon >= goal }),
      })
    }
    const { cold, hot } = await porVueltas({
      cold: ours(casa.frios, 16),
      hot: ours([casa.caliente], 16),
    })
    comparar('posting at one hot till, 16 at once', hot.porSegundo, cold.porSegundo, 'cold', 0.5)
    await conEspera(url, async () => {
      const slow = await porVueltas({ hot: ours([casa.caliente], 32), cold: ours(casa.frios, 32) })
      anotar({
        que: '10 ms a commit, 32 at once: cold; one till',
        nuestro: `${dicho(slow.cold)}; ${entero(slow.hot.porSegundo)}/s`,
        referencia: '64/s; 61/s in 0.1.0',
        razon: slow.cold.porSegundo / 64,
        meta: '≥ 10',
        cumple: slow.cold.porSegundo >= 640,
      })
    })
  } finally {
    await bare.parar()
    await comoSuperusuario(url, 'DROP SCHEMA desnudo CASCADE')
  }
}

/** Makes each commit wait for 10 ms, as for another machine's word. */
async function conEspera(url: string, work: () => Promise<void>): Promise<void> {
  const poner = async (delay: number, siblings: number) => {
    await comoSuperusuario(url, `ALTER SYSTEM SET commit_delay = ${delay}`)
    await comoSuperusuario(url, `ALTER SYSTEM SET commit_siblings = ${siblings}`)
    await comoSuperusuario(url, 'SELECT pg_reload_conf()')
  }
  await poner(10_000, 0)
  try {
    await work()
  } finally {
    await poner(0, 5)
  }
}
