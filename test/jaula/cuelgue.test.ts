import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { verificar } from '../../src/main.app.ts'
import { createDatabase } from '../support/servidor/database.ts'
import { azarDe, SEMILLA } from './azar.ts'
import { abrirCasa } from './casa.ts'
import { Conexion, type Respuesta } from './cliente.ts'
import { comprobar, LIMPIO } from './comprobar.ts'
import { conCuelgue } from './cuelgue.ts'
import { cuenta, historiaNueva, operacion, trabajar } from './historia.ts'
import { arrancar, listo } from './servidor.ts'

const database = await createDatabase()
const casa = await abrirCasa(database.url, 2, 16)
const wire = await conCuelgue(database.url)
const api = await arrancar(wire.url, { olvidadiza: true })
const { puerto, pid } = api
const azar = azarDe(SEMILLA)
const token = casa.tokens[0]

afterAll(async () => {
  await api.parar()
  await wire.cerrar()
  await casa.db.destroy()
  await database.drop()
})

/** One call over a connection of its own; null if no answer came within the client's timeout. */
async function pedir(pedido: Parameters<Conexion['pedir']>[0]): Promise<Respuesta | null> {
  const conexion = new Conexion(() => puerto)
  const answer = await conexion.pedir({ token, ...pedido })
  conexion.cerrar()
  return answer
}

const lista = () => pedir({ path: '/api/compras-ventas' })
const slowest = (answers: (Respuesta | null)[]) =>
  Math.round(Math.max(...answers.map((a) => a?.ms ?? 0)))

async function vuelve(): Promise<number> {
  const begin = performance.now()
  wire.soltar()
  while ((await lista())?.status !== 200) await sleep(20)
  return Math.round(performance.now() - begin)
}

test('a PostgreSQL that accepts connections but never answers: 503 after a timeout, then at once; it recovers alone', async () => {
  const historia = historiaNueva()
  const work = trabajar({ casa, clientes: 16, azar, puerto: () => puerto, historia })
  while (cuenta(historia).ok < 50) await sleep(5)
  wire.colgar()
  const first = await Promise.all(Array.from({ length: 40 }, lista))
  // Once the server knows that PostgreSQL does not answer, calls get 503 without opening a connection.
  const asks = async () => {
    const before = wire.tomadas
    await lista()
    return wire.tomadas > before
  }
  while (await asks());
  const taken = wire.tomadas
  const later: (Respuesta | null)[] = []
  for (let n = 0; n < 200; n += 1) later.push(await lista())
  // A call that waited would open a connection. Only the server's own health check opens one now and then.
  expect(wire.tomadas - taken).toBeLessThan(100)
  const alive = await pedir({ path: '/api/salud' })
  const ready = await pedir({ path: '/api/listo' })
  const back = await vuelve()
  const before = cuenta(historia).ok
  while (cuenta(historia).ok < before + 20) await sleep(5)
  await work.parar()
  const hallazgos = await comprobar(casa.db, historia)
  console.log(
    `R-99 hung: 40 callers answered within ${slowest(first)} ms, the next 200 within ${slowest(later)} ms each, ` +
      `first success ${back} ms after it went on; ${JSON.stringify(cuenta(historia))}`,
  )
  expect(new Set([...first, ...later].map((a) => a?.status))).toEqual(new Set([503]))
  expect(first[0]?.body).toEqual({
    message: 'Servicio no disponible temporalmente.',
    codigo: 'NO_DISPONIBLE',
  })
  expect([alive?.status, ready?.status]).toEqual([200, 503])
  expect([api.pid, api.dicho]).toEqual([pid, ''])
  expect(historia.errores).toEqual([])
  expect(hallazgos).toMatchObject(LIMPIO)
  expect(hallazgos.operaciones).toBe(cuenta(historia).ok)
})

const clave = () => randomUUID()
const escrituras = {
  'one statement, by itself': () => {
    const uuid = clave()
    const body = operacion(azar, casa, { posible: true })
    return { path: '/api/compras-ventas', clave: uuid, body, tras: uuid }
  },
  'a transaction, at its COMMIT': () => {
    const uuid = clave()
    const body = {
      nombre: `Gasto ${uuid.slice(0, 8)}`,
      codigo: `g-${uuid.slice(0, 8)}`,
      presupuesto: null,
    }
    return { path: '/api/gastos-categorias', clave: uuid, body, tras: 'commit' }
  },
}

test.each(Object.entries(escrituras))(
  'a write whose answer from PostgreSQL is lost is never reported as failed: %s',
  async (_, make) => {
    expect(await listo(puerto)).toBe(true)
    const { tras, ...pedido } = make()
    wire.callarTras(tras)
    const lost = await pedir({ method: 'POST', ...pedido })
    expect(wire.colgado).toBe(true)
    expect([lost?.status, lost?.body.codigo]).toEqual([503, 'INCIERTO'])
    expect(lost?.body.message).toMatch(/^No sabemos si se registró\. Repita/)
    await vuelve()
    const again = await pedir({ method: 'POST', ...pedido })
    expect([again?.status, again?.headers['idempotency-replayed']]).toEqual([201, 'true'])
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM idempotencia WHERE clave = ${pedido.clave}`.execute(casa.db)
    expect(rows[0]?.n).toBe(1)
    expect((await verificar(casa.db)).diferencia).toBeNull()
  },
)

test('nor is a write without a key, which nobody can ask for again', async () => {
  expect(await listo(puerto)).toBe(true)
  wire.callarTras('gastos_resolver')
  const lost = await pedir({
    ...{ method: 'PUT', path: '/api/gastos/99999/rechazar', body: { nota: 'No corresponde' } },
  })
  expect(wire.colgado).toBe(true)
  expect([lost?.status, lost?.body.codigo]).toEqual([503, 'INCIERTO'])
  await vuelve()
})
