// `npm run bench -- perfil`: what one posting costs PostgreSQL, statement by statement (docs/rendimiento.md).
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Db } from '../../src/server/db/db.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { comoSuperusuario } from '../../test/support/servidor/dueno.ts'
import { type Banco, clientes, montar, pedido, quienDe, reglasDeComision } from '../casa.ts'
import { say } from '../mundo.ts'
import { procesador } from '../procesador.ts'

const CUANTAS = Number(process.env.BENCH_PERFIL ?? 400)
/** Postings in a set. */
const CONJUNTO = Number(process.env.BENCH_CONJUNTO ?? 1)
/** Statements to print, and characters of each. */
const LINEAS = Number(process.env.BENCH_LINEAS ?? 60)
const LARGO = Number(process.env.BENCH_LARGO ?? 90)

type Uno = (n: number) => Promise<unknown>

/** One set of postings after another over one connection, of many people and clients, at cold counters in turns. */
export async function registrarUna(db: Db, casa: Banco, clientes: readonly number[]): Promise<Uno> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM usuarios WHERE usuario LIKE 'cajera%' ORDER BY id LIMIT ${CONJUNTO}`.execute(db)
  const quienes = rows.map(({ id }) => ({ ...quienDe(id), limite_usd: '50000', ajenas: true }))
  if (quienes.length < CONJUNTO) throw new Error(`BENCH_CONJUNTO: ${quienes.length} at most`)
  const pedidoDe = (n: number, quien: object) => {
    const m = casa.frios[Math.floor(n / 2) % casa.frios.length] ?? casa.caliente
    const p = pedido(casa, m, n % 2 ? 'venta' : 'compra', clientes[n % clientes.length])
    return { ruta: 'compras-ventas', quien, clave: randomUUID(), huella: '00', p }
  }
  return async (n) => {
    const set = quienes.map((quien, k) => pedidoDe(n * CONJUNTO + k, quien))
    set.sort((a, b) => Number(a.p.cliente_id) - Number(b.p.cliente_id))
    const { rows } = await sql<{ todas: { respuesta?: object }[] }>`
      SELECT compras_ventas_registrar_lote(${JSON.stringify(set)}::jsonb) AS todas`.execute(db)
    const refused = rows[0]?.todas.find(({ respuesta }) => !respuesta)
    if (refused) throw new Error(JSON.stringify(refused))
  }
}

/** The end of the WAL, as a number of bytes: what a commit's triggers write counts too. */
async function wal(url: string): Promise<number> {
  const [row] = await filas(url, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(row?.bytes)
}

async function medir(db: Db, una: Uno, cuantas: number): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
  const pid = Number(rows[0]?.pid)
  const before = procesador(pid)
  for (let n = 0; n < cuantas / CONJUNTO; n += 1) await una(n)
  return (procesador(pid) - before) / cuantas
}

const filas = async (url: string, text: string) =>
  comoSuperusuario<Record<string, string>>(url, text)

/** Prints what the statements, functions and tables of the postings since the last reset cost, per posting. */
async function contar(url: string): Promise<void> {
  const [t] = await filas(
    url,
    `SELECT round(sum(calls) / ${CUANTAS}.0, 1) AS statements, round(sum(plans) / ${CUANTAS}.0, 1) AS planned,
       round((sum(total_plan_time) / ${CUANTAS})::numeric, 3) AS plan_ms,
       round(max(total_exec_time) FILTER (WHERE toplevel)::numeric / ${CUANTAS}, 3) AS call_ms
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'`,
  )
  console.table(t)
  console.table(
    await filas(
      url,
      `SELECT round(calls / ${CUANTAS}.0, 2) AS n, round(plans / ${CUANTAS}.0, 2) AS plans,
         round((total_plan_time * 1000 / ${CUANTAS})::numeric) AS plan_us,
         round((total_exec_time * 1000 / ${CUANTAS})::numeric) AS exec_us,
         left(regexp_replace(query, '\\s+', ' ', 'g'), ${LARGO}) AS query
       FROM pg_stat_statements ORDER BY total_plan_time + total_exec_time DESC LIMIT ${LINEAS}`,
    ),
  )
  console.table(
    await filas(
      url,
      `SELECT funcname AS function, round(calls / ${CUANTAS}.0, 2) AS n,
         round((self_time * 1000 / ${CUANTAS})::numeric) AS self_us, round((total_time * 1000 / ${CUANTAS})::numeric) AS us
       FROM pg_stat_user_functions ORDER BY self_time DESC LIMIT 40`,
    ),
  )
  console.table(
    await filas(
      url,
      `SELECT s.relname AS table, round((n_tup_ins) / ${CUANTAS}.0, 2) AS ins, round(n_tup_upd / ${CUANTAS}.0, 2) AS upd,
         round(n_tup_hot_upd / ${CUANTAS}.0, 2) AS hot, round(n_tup_del / ${CUANTAS}.0, 2) AS del,
         (SELECT count(*) FROM pg_index WHERE indrelid = s.relid) AS indexes
       FROM pg_stat_user_tables s WHERE n_tup_ins + n_tup_upd + n_tup_del >= ${CUANTAS} / 10 ORDER BY n_tup_ins + n_tup_upd DESC`,
    ),
  )
}

/** Locks that one posting holds before its commit. */
async function candados(url: string, una: (db: Db) => Promise<Uno>): Promise<void> {
  const db = connect({ url, max: 1 })
  try {
    await db.transaction().execute(async (tx) => {
      await (await una(tx))(0)
      const { rows } =
        await sql`SELECT locktype, mode, count(*) AS n FROM pg_locks WHERE pid = pg_backend_pid()
        GROUP BY 1, 2 ORDER BY 3 DESC`.execute(tx)
      console.table(rows)
    })
  } finally {
    await db.destroy()
  }
}

export async function perfil(): Promise<void> {
  const carpeta = mkdtempSync(join(tmpdir(), 'cambista-bench-'))
  let postgres = await startPostgres({ carpeta })
  try {
    say('Opening the house…')
    const casa = await montar(postgres.url, 8)
    await casa.db.destroy()
    await clientes(postgres.url, 500)
    const ids = (
      await filas(postgres.url, "SELECT id FROM clientes WHERE num_doc >= '20000000'")
    ).map(({ id }) => Number(id))
    if (process.env.BENCH_REGLAS !== 'no') await reglasDeComision(postgres.url)
    const set = async (text: string) => comoSuperusuario(postgres.url, text)
    await set("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
    await postgres.stop()
    postgres = await startPostgres({ carpeta })
    const { url } = postgres
    const plain = connect({ url, max: 1 })
    const una = await registrarUna(plain, casa, ids)
    await medir(plain, una, 60)
    const ms = await medir(plain, una, CUANTAS)
    await plain.destroy()
    await set('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    for (const how of ["track = 'all'", 'track_planning = on']) {
      await set(`ALTER SYSTEM SET pg_stat_statements.${how}`)
    }
    await set("ALTER SYSTEM SET track_functions = 'all'")
    await set('SELECT pg_reload_conf()')
    const db = connect({ url, max: 1 })
    const contada = await registrarUna(db, casa, ids)
    await medir(db, contada, 60)
    await sql`SELECT pg_stat_force_next_flush()`.execute(db)
    await set('SELECT pg_stat_statements_reset(), pg_stat_reset()')
    const before = await wal(url)
    await medir(db, contada, CUANTAS)
    say(`WAL: ${Math.round(((await wal(url)) - before) / CUANTAS)} bytes a posting`)
    await db.destroy()
    await contar(url)
    await candados(url, (tx) => registrarUna(tx, casa, ids))
    process.stdout.write(`PostgreSQL's processor time: ${Math.round(ms * 1000)} µs a posting\n`)
  } finally {
    await postgres.stop()
    rmSync(carpeta, { recursive: true, force: true })
  }
}
