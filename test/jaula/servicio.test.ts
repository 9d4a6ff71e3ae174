import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { verificar } from '../../src/main.libros.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { esperaAlguien } from '../support/servidor/dueno.ts'
import { azarDe, SEMILLA } from './azar.ts'
import { abrirCasa } from './casa.ts'
import { Conexion, type Respuesta } from './cliente.ts'
import { comprobar, LIMPIO } from './comprobar.ts'
import { cuenta, historiaNueva, operacion, trabajar } from './historia.ts'
import { arrancar, cierra, puertoLibre } from './servidor.ts'

const CAIDA = Number(process.env.CAMBISTA_CAIDA_MS ?? 3_000)

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
const carpeta = join(root, 'datos')
let postgres = await startPostgres({ carpeta })
const { url } = postgres
const casa = await abrirCasa(url, 2, 16)
const azar = azarDe(SEMILLA)

afterAll(async () => {
  await casa.db.destroy()
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Locks the row of a till, as a slow transaction does, until the returned function is called. */
async function retener(cuenta_id: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM cuentas_contables WHERE id = $1 FOR UPDATE', [cuenta_id])
  return async () => {
    await client.query('ROLLBACK')
    await client.end()
  }
}

/** The server's connections by state; only the owner has the right to read them. */
async function conexiones(): Promise<{ state: string; n: number }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ state: string; n: number }>(
    `SELECT state, count(*)::int AS n FROM pg_stat_activity
     WHERE application_name = 'cambista' GROUP BY state ORDER BY state`,
  )
  await client.end()
  return rows
}

/** Sends `count` posts at once, each over a connection of its own. */
function muchos(puerto: number, count: number): Promise<(Respuesta | null)[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const conexion = new Conexion(() => puerto)
      const answer = await conexion.pedir({
        method: 'POST',
        path: '/api/compras-ventas',
        token: casa.tokens[n % casa.tokens.length],
        clave: azar.uuid(),
        body: operacion(azar, { ...casa, cajas: casa.cajas.slice(0, 1) }),
      })
      conexion.cerrar()
      return answer
    }),
  )
}

function porEstado(answers: (Respuesta | null)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const status = String(answer?.status ?? 'cortada')
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const lento = (answers: (Respuesta | null)[]) =>
  Math.round(Math.max(0, ...answers.map((a) => a?.ms ?? 0)))

test('while the database is down, the server answers 503 at once, keeps running, and recovers by itself', async () => {
  const aparte = await puertoLibre()
  const api = await arrancar(url, { entorno: { CAMBISTA_METRICAS: String(aparte) } })
  const { pid, puerto } = api
  const mide = async () => {
    const text = await (await fetch(`http://127.0.0.1:${aparte}/metricas`)).text()
    return /^cambista_database_up (\d)$/m.exec(text)?.[1]
  }
  expect(await mide()).toBe('1')
  const historia = historiaNueva()
  const work = trabajar({ casa, clientes: 16, azar, puerto: () => puerto, historia })
  await sleep(500)
  await postgres.stop()
  const reader = new Conexion(() => puerto)
  const during: (Respuesta | null)[] = []
  for (const end = Date.now() + CAIDA; Date.now() < end; await sleep(20)) {
    const token = casa.tokens[0]
    during.push(await reader.pedir({ path: '/api/compras-ventas', token }))
  }
  const alive = await reader.pedir({ path: '/api/salud' })
  const ready = await reader.pedir({ path: '/api/listo' })
  const measured = await mide()
  const begin = performance.now()
  postgres = await startPostgres({ carpeta })
  const up = performance.now() - begin
  const before = cuenta(historia).ok
  while (cuenta(historia).ok === before) await sleep(5)
  const first = performance.now() - begin - up
  await work.parar()
  expect(await mide()).toBe('1')
  const hallazgos = await comprobar(casa.db, historia)
  console.log(
    `R-99 down ${CAIDA} ms: answers ${JSON.stringify(porEstado(during))}, slowest ${lento(during)} ms, ` +
      `first success ${Math.round(first)} ms after PostgreSQL is back`,
  )
  reader.cerrar()
  await api.parar()
  expect(api.dicho).toBe('')
  expect(api.pid).toBe(pid)
  expect(new Set(during.map((a) => a?.status))).toEqual(new Set([503]))
  expect(during[0]?.body).toEqual({
    message: 'Servicio no disponible temporalmente.',
    codigo: 'NO_DISPONIBLE',
  })
  expect([alive?.status, ready?.status, measured]).toEqual([200, 503, '0'])
  expect(historia.errores).toEqual([])
  expect(hallazgos).toMatchObject(LIMPIO)
})

test('500 callers that wait for one locked row get an answer or 503, and the pool stays intact', async () => {
  const api = await arrancar(url)
  const release = await retener(casa.cajas[0]?.usd as number)
  const holding = sleep(4_000).then(release)
  const answers = await muchos(api.puerto, 500)
  await holding
  const estados = async () => (await conexiones()).map(({ state }) => state)
  // The server's own jobs may be running; no transaction stays open.
  await expect.poll(estados).toEqual(['idle'])
  const reader = new Conexion(() => api.puerto)
  const after = await reader.pedir({ path: '/api/compras-ventas', token: casa.tokens[0] })
  console.log(`R-101 answers ${JSON.stringify(porEstado(answers))}, slowest ${lento(answers)} ms`)
  reader.cerrar()
  await api.parar()
  expect(api.dicho).toBe('')
  for (const answer of answers) expect([201, 409, 503]).toContain(answer?.status)
  expect(after?.status).toBe(200)
  expect((await verificar(casa.db)).diferencia).toBeNull()
})

test('on SIGTERM with 50 requests in flight none of them is cut', async () => {
  const api = await arrancar(url)
  const release = await retener(casa.cajas[0]?.usd as number)
  const pending = muchos(api.puerto, 50)
  // Requests are accepted in order: once this one is answered, all 50 before it have been accepted.
  await esperaAlguien(url)
  const reader = new Conexion(() => api.puerto)
  for (let n = 0; n < 3; n += 1) await reader.pedir({ path: '/api/salud' })
  reader.cerrar()
  const begin = performance.now()
  api.senal('SIGTERM')
  await cierra(api.puerto)
  const late = await muchos(api.puerto, 1)
  await release()
  const answers = await pending
  const code = await api.fin()
  const took = performance.now() - begin
  console.log(
    `R-101 answers ${JSON.stringify(porEstado(answers))}, ended after ${Math.round(took)} ms with code ${code}; ` +
      `a newcomer: ${JSON.stringify(porEstado(late))}`,
  )
  expect(porEstado(answers)).not.toHaveProperty('cortada')
  // On a slow machine some get no pool connection within the limit and are answered 503; the others complete.
  for (const answer of answers) expect([201, 409, 503]).toContain(answer?.status)
  expect(answers.filter((a) => a?.status === 201 || a?.status === 409).length).toBeGreaterThan(9)
  expect(late[0]?.status ?? 503).toBe(503)
  expect(code).toBe(0)
  expect((await verificar(casa.db)).diferencia).toBeNull()
})
