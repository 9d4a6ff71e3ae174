import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { aTiempo, PLAZO } from '../../../test/support/plazos.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno, comoSuperusuario } from '../../../test/support/servidor/dueno.ts'
import { contrato as monedas } from '../../areas/monedas/contract.ts'
import { startPostgres } from '../embedded/embedded.ts'
import { connect } from './db.ts'
import { pruebaDeEscritura } from './escritura.ts'
import { migrate } from './migrate.ts'

// One connection, so that a change of its settings affects every write.
const app = await startTestApp({ max: 1 })
const adm = await app.signedIn('adm')

const listo = async () => {
  const { statusCode, payload } = await app.http.inject('/api/listo')
  return [statusCode, JSON.parse(payload)]
}
const LISTO = [200, { ok: true, solo_lectura: null }]
const NO_ESCRIBE = (motivo: string) => [
  503,
  {
    message: `Se puede consultar, pero ahora no se registra nada: ${motivo}.`,
    codigo: 'NO_ESCRIBE',
    detalle: { motivo, solo_lectura: null },
  },
]

const crearMoneda = () => {
  const iso = randomUUID().replaceAll('-', '').slice(0, 5).toUpperCase()
  const body = { nombre: `Moneda ${iso}`, iso, simbolo: iso, decimales: 2 }
  return adm.raw('POST', '/api/monedas', body)
}

test('a server is ready while its database accepts writes, and the check leaves nothing behind', async () => {
  expect(await listo()).toEqual(LISTO)
  const size = async () => {
    const [row] = await comoDueno<{ n: string }>(
      app.url,
      'SELECT pg_database_size(current_database()) AS n',
    )
    return Number(row?.n)
  }
  const before = await size()
  for (let n = 0; n < 50; n += 1) await pruebaDeEscritura(app.db)()
  // Each trial would add half a megabyte if its rows stayed.
  expect(await size()).toBeLessThan(before + 1_000_000)
})

test('concurrent callers share one trial, whose result is cached for a moment', async () => {
  let asked = 0
  const counting = app.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const probar = pruebaDeEscritura(counting)
  await Promise.all(Array.from({ length: 40 }, probar))
  const one = asked
  expect(one).toBeGreaterThan(0)
  await pruebaDeEscritura(counting)()
  expect(asked).toBe(2 * one)
})

test.runIf(existsSync('/dev/full'))(
  'a full disk under the database: not ready, though it still answers; ready again once there is room',
  async () => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(app.db)
    const [{ data } = { data: '' }] = await comoSuperusuario<{ data: string }>(
      app.url,
      "SELECT current_setting('data_directory') AS data",
    )
    const folder = join(data, 'base', 'pgsql_tmp')
    mkdirSync(folder, { recursive: true })
    // The next files that this connection extends are on a device without free space.
    const full = Array.from({ length: 200 }, (_, n) =>
      join(folder, `pgsql_tmp${rows[0]?.pid}.${n}`),
    )
    for (const file of full) symlinkSync('/dev/full', file)
    await expect
      .poll(listo)
      .toEqual(NO_ESCRIBE('el disco de la base de datos está lleno; hay que liberar espacio'))
    expect((await adm.call(monedas.listar, {})).status).toBe(200)
    for (const file of full) rmSync(file, { force: true })
    expect(await listo()).toEqual(LISTO)
  },
)

test('a read-only database: not ready, and a write is refused with that reason, not reported as a bug', async () => {
  const cortar = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND application_name = 'cambista'`
  const [{ nombre } = { nombre: '' }] = await comoDueno<{ nombre: string }>(
    app.url,
    'SELECT current_database() AS nombre',
  )
  const poner = (que: string) => comoDueno(inject('postgres'), `ALTER DATABASE ${nombre} ${que}`)
  await poner('SET default_transaction_read_only = on')
  await comoDueno(app.url, cortar)
  await expect.poll(listo).toEqual(NO_ESCRIBE('la base de datos es de solo lectura'))
  const { status, error } = await crearMoneda()
  expect([status, error.codigo]).toEqual([503, 'NO_DISPONIBLE'])
  await poner('RESET default_transaction_read_only')
  await comoDueno(app.url, cortar)
  await expect.poll(listo).toEqual(LISTO)
  expect((await crearMoneda()).status).toBe(201)
})

test('a connection on which the clock could not be set goes back to the pool', async () => {
  let clock: string | null = 'no text of PostgreSQL has this: \0'
  const db = connect({ url: app.url, max: 1, espera: PLAZO, reloj: () => clock })
  try {
    await expect(sql`SELECT 1`.execute(db)).rejects.toThrow('0x00')
    clock = null
    const { rows } = await aTiempo('the second caller', sql`SELECT 1 AS uno`.execute(db))
    expect(rows).toEqual([{ uno: 1 }])
  } finally {
    await aTiempo('the end of the pool', db.destroy())
  }
})

test('a database in recovery, as a replica is: not ready', async () => {
  const carpeta = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  try {
    let postgres = await startPostgres({ carpeta, durable: false })
    await migrate(postgres.url)
    const [{ data } = { data: '' }] = await comoSuperusuario<{ data: string }>(
      postgres.url,
      "SELECT current_setting('data_directory') AS data",
    )
    await postgres.stop()
    writeFileSync(join(data, 'standby.signal'), '')
    postgres = await startPostgres({ carpeta, durable: false })
    const db = connect({ url: postgres.url, max: 1 })
    try {
      await expect(pruebaDeEscritura(db)()).rejects.toMatchObject({
        code: 'NO_ESCRIBE',
        data: { motivo: expect.any(String) },
      })
    } finally {
      await db.destroy()
      await postgres.stop()
    }
  } finally {
    rmSync(carpeta, { recursive: true, force: true })
  }
})
