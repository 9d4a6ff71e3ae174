import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, unaConexion } from '../../../../test/support/servidor/dueno.ts'
import { afuera, montarWebhooks } from '../../../../test/support/webhooks/montar.ts'
import type { Db } from '../../../server/db/db.ts'
import { aportes } from '../aportes.ts'
import { conAlgo, tomar } from './cola.ts'
import { limpiar } from './emisor.ts'

/* what waits for one receiver does not make the next delivery dearer, neither its own nor another's. */

const app = await startTestApp({ afuera })
const casa = await montarWebhooks(app)
const { uno, dos, adelantar } = casa
afterAll(casa.cerrar)

const MUCHAS = 4_000
/** A receiver of which nothing is due. */
let lejos = 0
/** So many rows of a receiver, due `segundos` from the house's clock on, an expression of `n`. */
const filas = (webhook: number, cuantas: number, segundos: string) =>
  `WITH n AS (INSERT INTO noticias (evento, clave, datos)
     SELECT 'prueba', gen_random_uuid(), '[{}]' FROM generate_series(1, ${cuantas}) RETURNING id)
   INSERT INTO webhooks_salida (webhook_id, noticia_id, proximo_en)
     SELECT ${webhook}, id, '${casa.ahora()}'::timestamptz + (${segundos}) * interval '1 second'
       FROM (SELECT id, row_number() OVER () AS n FROM n) x`
const llenar = (...how: Parameters<typeof filas>) => comoDueno(app.url, filas(...how))

/** Statistics are made while these are on their way: PostgreSQL takes the table, large as it is, for empty. */
async function llenarSinVer(all: readonly string[]): Promise<void> {
  const pool = unaConexion(app.url)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const each of all) await client.query(each)
    await comoDueno(app.url, 'VACUUM ANALYZE webhooks_salida')
    await client.query('COMMIT')
  } finally {
    client.release(true)
    await pool.end()
  }
}

class Deshecho extends Error {}
/** How many rows of the outbox `work` reads; what it writes is undone. */
async function leidas<T>(work: (db: Db) => Promise<T>): Promise<[T, number]> {
  let answer: [T, number] | undefined
  await app.db
    .transaction()
    .execute(async (tx) => {
      // A connection counts on from one transaction to the next.
      const hasta = async () =>
        (
          await sql<{ n: number }>`
            SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS n
            FROM pg_stat_xact_user_tables WHERE relname = 'webhooks_salida'`.execute(tx)
        ).rows[0]?.n ?? 0
      const antes = await hasta()
      answer = [await work(tx), (await hasta()) - antes]
      throw new Deshecho()
    })
    .catch((error) => {
      if (!(error instanceof Deshecho)) throw error
    })
  return answer as [T, number]
}

/** Another receiver, of which nothing is due. */
async function otroLejos(): Promise<void> {
  const [row] = await comoDueno<{ id: number }>(
    app.url,
    `INSERT INTO webhooks (nombre, url, secreto_cifrado)
       SELECT 'Lejos ' || gen_random_uuid(), url, secreto_cifrado FROM webhooks WHERE id = ${uno.id} RETURNING id`,
  )
  lejos = row?.id as number
  await comoDueno(app.url, `INSERT INTO webhooks_eventos VALUES (${lejos}, 'cierre_dia')`)
  await llenar(lejos, MUCHAS, 'n + 3600')
}

test.each(['no row that is there', 'no row of the newest receiver', 'all rows'])(
  'with thousands that wait for later, and thousands that are due, a few rows are read: statistics of %s',
  async (estadisticas) => {
    if (estadisticas === 'no row that is there') {
      // A tall index, as one that grew and shrank, looks dearer than another one that reads too much.
      await comoDueno(app.url, 'ALTER INDEX webhooks_salida_pendiente SET (fillfactor = 10)')
      await llenarSinVer([
        filas(uno.id, MUCHAS, 'n + 3600'),
        filas(uno.id, MUCHAS, '-n'),
        filas(dos.id, 3, '-n'),
      ])
    } else await comoDueno(app.url, 'ANALYZE')
    if (estadisticas !== 'all rows') await otroLejos()
    // A connection makes a plan for all receivers after some uses.
    for (let n = 0; n < 7; n += 1) {
      const [quienes, todos] = await leidas(conAlgo)
      expect(quienes).toEqual([uno.id, dos.id])
      expect(todos).toBeLessThan(10)
      for (const { id } of [uno, dos]) {
        const [fila, suyas] = await leidas((db) => tomar(db, id))
        expect(fila?.webhook_id).toBe(id)
        expect(suyas).toBeLessThan(10)
      }
      // Of whom everything waits for later nothing is read at all.
      const [nada, ninguna] = await leidas((db) => tomar(db, lejos))
      expect(nada).toBeUndefined()
      expect(ninguna).toBeLessThan(10)
    }
  },
)

test('the longest due goes first, and while it is on its way its receiver has nothing else', async () => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM webhooks_salida WHERE webhook_id = ${uno.id} ORDER BY proximo_en, id LIMIT 1`.execute(
    app.db,
  )
  const fila = await tomar(app.db, uno.id)
  expect(fila?.id).toBe(rows[0]?.id)
  const [otra, suyas] = await leidas((db) => tomar(db, uno.id))
  expect([otra, await conAlgo(app.db)]).toEqual([undefined, [dos.id]])
  expect(suyas).toBeLessThan(10)
  adelantar(61)
  expect(await conAlgo(app.db)).toEqual([uno.id, dos.id])
  expect((await tomar(app.db, uno.id))?.id).toBe(fila?.id)
})

test('while nobody has reviewed a restore nothing leaves: a receiver may have been switched off after that instant', async () => {
  const antes = await conAlgo(app.db)
  const [quien = 0] = antes
  expect(quien).toBeGreaterThan(0)
  await comoDueno(
    app.url,
    'INSERT INTO restauraciones (fecha, hasta, claves) VALUES (now(), now(), 0)',
  )
  expect([await conAlgo(app.db), await tomar(app.db, quien)]).toEqual([[], undefined])
  await comoDueno(
    app.url,
    'UPDATE restauraciones SET revisada_en = now(), revisada_por = (SELECT min(id) FROM usuarios)',
  )
  expect(await conAlgo(app.db)).toEqual(antes)
})

test('of two processes that take the same message the second gets none', async () => {
  let second: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    expect((await tomar(tx, dos.id))?.webhook_id).toBe(dos.id)
    second = tomar(app.db, dos.id)
    // It waits for the row that the first one holds.
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
      AND query LIKE '%webhooks_siguiente%'`
    await expect.poll(() => comoDueno(app.url, waits)).toHaveLength(1)
  })
  expect(await second).toBeUndefined()
})

test('what is late is measured without reading all that waits', async () => {
  const [, medida] = aportes.mide ?? []
  const [, todas] = await leidas((db) => sql.raw(medida?.consulta ?? '').execute(db))
  expect(todas).toBeLessThan(10)
})

test('what a receiver that was switched off leaves is ended and forgotten in portions, all of it', async () => {
  const contar = async (what: string) =>
    (await comoDueno<{ n: number }>(app.url, `SELECT count(*)::int AS n FROM ${what}`))[0]?.n
  const quedan = () =>
    contar(`webhooks_salida WHERE webhook_id = ${dos.id} AND estado = 'pendiente'`)
  const una = async () => {
    const { rows } = await sql<{ n: number }>`SELECT webhooks_limpiar() AS n`.execute(app.db)
    return rows[0]?.n
  }
  // Three of it wait already.
  await llenar(dos.id, 10_100, '0')
  await comoDueno(app.url, `UPDATE webhooks SET activo = false WHERE id = ${dos.id}`)
  expect(await quedan()).toBe(5_103)
  expect([await una(), await quedan()]).toEqual([5_000, 103])
  await limpiar(app.db)
  expect(await quedan()).toBe(0)
  // An event that nobody is to be sent.
  await comoDueno(
    app.url,
    "INSERT INTO noticias (evento, clave, datos, creado_en) VALUES ('prueba', 'a', '[{}]', '-infinity')",
  )
  adelantar(31 * 86_400)
  const [salidas, noticias] = [await contar('webhooks_salida'), await contar('noticias')]
  expect(await una()).toBe(10_000)
  expect(await contar('webhooks_salida')).toBe((salidas ?? 0) - 5_000)
  expect(await contar('noticias')).toBe((noticias ?? 0) - 5_000)
  await limpiar(app.db)
  expect(await contar('webhooks_salida')).toBe((salidas ?? 0) - 10_103)
  expect(await contar('noticias')).toBe((noticias ?? 0) - 10_104)
})

test('what waited for a receiver that was off is not sent when it is on again, however much that is', async () => {
  const motivos = () =>
    comoDueno(
      app.url,
      `SELECT estado, motivo, count(*)::int AS n FROM webhooks_salida WHERE webhook_id = ${lejos}
         GROUP BY 1, 2 ORDER BY 1`,
    )
  const poner = (activo: boolean) =>
    comoDueno(app.url, `UPDATE webhooks SET activo = ${activo} WHERE id = ${lejos}`)
  await llenar(lejos, 6_100, '0')
  await casa.activar(lejos, false)
  const motivo = 'El webhook se desactivó antes de entregarlo.'
  expect(await motivos()).toEqual([
    { estado: 'error', motivo, n: 5_000 },
    { estado: 'pendiente', motivo: null, n: 5_100 },
  ])
  await expect(poner(true)).rejects.toThrow(/messages from before/)
  await casa.activar(lejos, true)
  expect(await motivos()).toEqual([{ estado: 'error', motivo, n: 10_100 }])
  // Of one that is on nothing is ended.
  await llenar(lejos, 1, '0')
  await sql`SELECT webhooks_vaciar(${lejos})`.execute(app.db)
  expect(await motivos()).toContainEqual({ estado: 'pendiente', motivo: null, n: 1 })
})
