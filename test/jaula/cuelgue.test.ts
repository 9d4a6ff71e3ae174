import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verificar } from '../../src/main.libros.ts'
import { createDatabase } from '../support/servidor/database.ts'
import { ENSAYO } from '../support/vitest/ensayo.ts'
import { azarDe, SEMILLA } from './azar.ts'
import { abrirCasa, type Local } from './casa.ts'
import { Conexion, type Respuesta } from './cliente.ts'
import { comprobar, LIMPIO } from './comprobar.ts'
import { type Cuelgue, conCuelgue } from './cuelgue.ts'
import { cuenta, historiaNueva, operacion, trabajar } from './historia.ts'
import { arrancar, listo, type Servidor } from './servidor.ts'

const CLIENTES = 16
const azar = azarDe(SEMILLA)
const slowest = (answers: (Respuesta | null)[]) =>
  Math.round(Math.max(...answers.map((a) => a?.ms ?? 0)))

/** Without a client: two of one client do not share a set. */
const mostrador = (casa: Local) => ({
  path: '/api/compras-ventas',
  body: { ...operacion(azar, casa, { posible: true }), cliente_id: null },
})
const categoria = () => {
  const uuid = randomUUID()
  return {
    path: '/api/gastos-categorias',
    body: {
      nombre: `Gasto ${uuid.slice(0, 8)}`,
      codigo: `g-${uuid.slice(0, 8)}`,
      presupuesto: null,
    },
  }
}

// What posts goes to PostgreSQL in sets; what does not, alone: one size of sets is enough for it.
describe.each(ENSAYO ? [1, 2, 16] : [1])('in sets of %i', (de) => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  let casa: Local
  let wire: Cuelgue
  let api: Servidor
  beforeAll(async () => {
    database = await createDatabase()
    casa = await abrirCasa(database.url, 2, CLIENTES)
    wire = await conCuelgue(database.url)
    api = await arrancar(wire.url, { olvidadiza: true, juntos: { de, espera: 200 } })
  })
  afterAll(async () => {
    await api.parar()
    await wire.cerrar()
    await casa.db.destroy()
    await database.drop()
  })

  /** One call over a connection of its own, of the first person or of another. */
  async function pedir(
    pedido: Parameters<Conexion['pedir']>[0],
    quien = 0,
  ): Promise<Respuesta | null> {
    const conexion = new Conexion(() => api.puerto)
    const answer = await conexion.pedir({ token: casa.tokens[quien], ...pedido })
    conexion.cerrar()
    return answer
  }

  const lista = () => pedir({ path: '/api/compras-ventas' })

  async function vuelve(): Promise<number> {
    const begin = performance.now()
    wire.soltar()
    while ((await lista())?.status !== 200) await sleep(20)
    return Math.round(performance.now() - begin)
  }

  /** The sets of the calls that were registered with these keys, by their size. */
  async function conjuntos(claves: string[]): Promise<number[]> {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM idempotencia WHERE clave = ANY (${claves}::uuid[])
      GROUP BY xmin ORDER BY n`.execute(casa.db)
    return rows.map(({ n }) => n)
  }

  test('a PostgreSQL that accepts connections but never answers: 503 after a timeout, then at once; it recovers alone', async () => {
    const { puerto, pid } = api
    const historia = historiaNueva()
    const work = trabajar({ casa, clientes: CLIENTES, azar, puerto: () => puerto, historia })
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
    while (later.length < 200) later.push(...(await Promise.all(Array.from({ length: de }, lista))))
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
      `R-99 hung in sets of ${de}: 40 callers answered within ${slowest(first)} ms, the next 200 within ` +
        `${slowest(later)} ms each, first success ${back} ms after it went on; ${JSON.stringify(cuenta(historia))}`,
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
    const largest = Math.max(...(await conjuntos(historia.sucesos.map(({ clave }) => clave))))
    expect(largest).toBeLessThanOrEqual(de)
    expect(largest).toBeGreaterThan(de / 4)
  })

  const escrituras = {
    'one set, by itself': { cuantas: de, make: mostrador, tras: '' },
    ...(de === 1 && {
      'a transaction, at its COMMIT': { cuantas: 1, make: categoria, tras: 'commit' },
    }),
  }
  test.each(Object.entries(escrituras))(
    'a write whose answer from PostgreSQL is lost is never reported as failed: %s',
    async (_, { cuantas, make, tras }) => {
      expect(await listo(api.puerto)).toBe(true)
      const todas = Array.from({ length: cuantas }, () => ({
        ...{ method: 'POST', clave: randomUUID(), ...make(casa) },
      }))
      // A key is in the statement that registers, whether or not its text was sent before.
      wire.callarTras(tras || (todas[0]?.clave ?? ''))
      const lost = await Promise.all(todas.map(pedir))
      expect(wire.colgado).toBe(true)
      for (const answer of lost) {
        expect([answer?.status, answer?.body.codigo]).toEqual([503, 'INCIERTO'])
        expect(answer?.body.message).toMatch(/^No sabemos si se registró\. Repita/)
      }
      await vuelve()
      const again = await Promise.all(todas.map(pedir))
      for (const answer of again)
        expect([answer?.status, answer?.headers['idempotency-replayed']]).toEqual([201, 'true'])
      expect(await conjuntos(todas.map(({ clave }) => clave))).toEqual([cuantas])
      expect((await verificar(casa.db)).diferencia).toBeNull()
    },
  )

  test.runIf(de === 1)('nor is a write without a key, which nobody can ask for again', async () => {
    expect(await listo(api.puerto)).toBe(true)
    wire.callarTras('gastos_resolver')
    const lost = await pedir({
      ...{ method: 'PUT', path: '/api/gastos/99999/rechazar', body: { nota: 'No corresponde' } },
    })
    expect(wire.colgado).toBe(true)
    expect([lost?.status, lost?.body.codigo]).toEqual([503, 'INCIERTO'])
    await vuelve()
  })
})
