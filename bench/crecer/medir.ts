import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sellar } from '../../src/areas/auditoria/cadena/sellado.ts'
import { connect, type Db } from '../../src/server/db/db.ts'
import { comoDueno, pedido } from '../casa.ts'
import { padre, procesadorTodo } from '../procesador.ts'
import { mediana } from '../tabla.ts'
import { type Grande, quienPide } from './casa.ts'
import { pedirMedido, type Tomado } from './sonda.ts'

/** Sizes of sets that are measured; the largest is the largest that the program makes. */
export const CONJUNTOS = [1, 4, 16, 32] as const

export interface Costos {
  /** Each transaction of a single operation, alone on the machine's PostgreSQL. */
  solas: Tomado[]
  /** Median of the transactions of so many operations. */
  conjuntos: { n: number; entera: number; posicion: number; serie: number }[]
  /** Of an operation alone in its transaction. */
  wal: number
  filas: number
  /** PostgreSQL's processor in milliseconds; with sets of 32. */
  procesador: number
  procesador32: number
  /** What the sealer takes for an operation: milliseconds, its processor, bytes of log, rows. */
  sellar: { ms: number; procesador: number; wal: number; filas: number }
  /** With several connections at once, each posting one operation at a time. */
  aLaVez: { conexiones: number; porSegundo: number; tomados: Tomado[] }
}

/** What a house and PostgreSQL have done so far. */
interface Cuenta {
  wal: number
  filas: number
  cpu: number
}

/** Nobody but whoever asks is connected: what ended connections did is counted by then. */
const SOLO = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`

function contador(url: string) {
  return (): Promise<Cuenta> =>
    comoDueno(url, async (client) => {
      while ((await client.query(SOLO)).rowCount) await sleep(20)
      const { rows } = await client.query(`
        SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float AS wal, pg_backend_pid() AS pid,
               (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::float FROM pg_stat_user_tables) AS filas`)
      const { wal, filas, pid } = rows[0]
      return { wal, filas, cpu: procesadorTodo(padre(pid)) }
    })
}

/** Runs `work` with a pool of its own: what it did is counted once its connections ended. */
async function contar<T>(
  url: string,
  max: number,
  work: (db: Db) => Promise<T>,
): Promise<Cuenta & { ms: number; que: T }> {
  const cuenta = contador(url)
  const db = connect({ url, max, espera: 60_000 })
  const before = await cuenta()
  const began = performance.now()
  const que = await work(db)
  const ms = performance.now() - began
  await db.destroy()
  const after = await cuenta()
  return {
    ms,
    que,
    wal: after.wal - before.wal,
    filas: after.filas - before.filas,
    cpu: after.cpu - before.cpu,
  }
}

/** Measures what an operation costs in this house; `muchas`: how many are posted one by one. */
export async function medir(url: string, casa: Grande, muchas: number): Promise<Costos> {
  let turn = 0
  const uno = () => {
    const { ventanilla, quien, tipo, cliente_id } = quienPide(casa, turn++)
    const p = pedido({ ...casa, frios: [], caliente: ventanilla }, ventanilla, tipo, cliente_id)
    return { ruta: 'compras-ventas', quien, clave: randomUUID(), huella: '00', p }
  }
  // In the order of clients, as the program asks.
  const conjunto = (n: number) =>
    Array.from({ length: n }, uno).sort((a, b) => Number(a.p.cliente_id) - Number(b.p.cliente_id))
  const repetir = async (db: Db, times: number, n: number) => {
    const seen: Tomado[] = []
    // One connection for all: its settings are read after each.
    await db.connection().execute(async (one) => {
      // New connections plan each statement once.
      for (let k = 0; k < 10; k += 1) await pedirMedido(one, conjunto(n))
      for (let k = 0; k < times; k += 1) seen.push(await pedirMedido(one, conjunto(n)))
    })
    return seen
  }
  const solas = await contar(url, 1, (db) => repetir(db, muchas, 1))
  const hechas = muchas + 10
  const seal = await contar(url, 1, sellar)
  const conjuntos: Costos['conjuntos'] = []
  let procesador32 = 0
  for (const n of CONJUNTOS) {
    const times = Math.max(20, Math.ceil(muchas / 4 / n))
    const seen = n === 1 ? solas : await contar(url, 1, (db) => repetir(db, times, n))
    if (n === 32) procesador32 = seen.cpu / ((times + 10) * n)
    conjuntos.push({
      n,
      entera: mediana(seen.que.map(({ entera }) => entera)),
      posicion: mediana(seen.que.map(({ posicion }) => posicion)),
      serie: mediana(seen.que.map(({ serie }) => serie)),
    })
  }
  const conexiones = 8
  const each = Math.ceil(muchas / conexiones)
  const juntas = await contar(url, conexiones, async (db) =>
    (await Promise.all(Array.from({ length: conexiones }, () => repetir(db, each, 1)))).flat(),
  )
  await contar(url, 1, sellar)
  return {
    solas: solas.que,
    conjuntos,
    wal: solas.wal / hechas,
    filas: solas.filas / hechas,
    procesador: solas.cpu / hechas,
    procesador32,
    sellar: {
      ms: seal.ms / hechas,
      procesador: seal.cpu / hechas,
      wal: seal.wal / hechas,
      filas: seal.filas / hechas,
    },
    aLaVez: {
      conexiones,
      porSegundo: (conexiones * (each + 10) * 1000) / juntas.ms,
      tomados: juntas.que,
    },
  }
}
