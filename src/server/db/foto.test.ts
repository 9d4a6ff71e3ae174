import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import type { Db } from './db.ts'
import { fotoDe, PAUSA_MS } from './foto.ts'

/* a photo is never older than the question, and photos are not taken more often than the pause allows. */

const app = await startTestApp()
const { db } = app
app.setClock('2032-01-15T15:00:00Z')

let leidas = 0
/** A number that a commit changes. */
async function numero(of: Db, iso: string): Promise<number> {
  leidas += 1
  const { rows } = await sql<{ n: number }>`
    SELECT billetes::int AS n FROM monedas WHERE iso = ${iso}`.execute(of)
  return rows[0]?.n ?? -1
}
const poner = (of: Db, n: number) =>
  sql`UPDATE monedas SET billetes = ${String(n)} WHERE iso = 'USD'`.execute(of)
const ask = async () => (await fotoDe(db))(numero, 'USD')
/** Which transactions are committed, of this database and of the others of its cluster. */
const visto = async () =>
  (await sql<{ v: string }>`SELECT pg_current_snapshot()::text AS v`.execute(db)).rows[0]?.v

test('an answer has what was committed before its question, and at most one reading a pause is made', async () => {
  const began = performance.now()
  const before = leidas
  for (let n = 20; n < 80; n += 1) {
    await poner(db, n)
    const seen = Promise.all(Array.from({ length: 20 }, ask))
    if (n % 10 === 0) expect(new Set(await seen)).toEqual(new Set([n]))
    // Who asked before the next commit gets this one or a later one.
    else void seen.then((all) => expect(Math.min(...all)).toBeGreaterThanOrEqual(n))
  }
  expect(await ask()).toBe(79)
  const pauses = (performance.now() - began) / PAUSA_MS
  expect(leidas - before).toBeLessThanOrEqual(Math.ceil(pauses) + 1)
  expect(leidas - before).toBeGreaterThan(1)
})

test('while nothing is committed, nothing is read again, and the clock alone makes it old', async () => {
  for (;;) {
    await ask()
    const [marca, before] = [await visto(), leidas]
    const one = await fotoDe(db)
    const seen = await Promise.all(Array.from({ length: 50 }, ask))
    // Another test may have committed something in the same cluster.
    if ((await visto()) !== marca) continue
    expect(new Set(seen)).toEqual(new Set([79]))
    expect(leidas).toBe(before)
    app.setClock('2032-01-15T15:00:10Z')
    expect(await fotoDe(db)).not.toBe(one)
    return
  }
})

test('a transaction that is still open is in no answer, and in the first one after its commit', async () => {
  await db.transaction().execute(async (tx) => {
    await poner(tx, 90)
    expect(await ask()).toBe(79)
  })
  expect(await ask()).toBe(90)
})

test('other arguments are another reading', async () => {
  const foto = await fotoDe(db)
  expect(await Promise.all([foto(numero, 'USD'), foto(numero, 'no')])).toEqual([90, -1])
})

test('a reading that failed is made again', async () => {
  const foto = await fotoDe(db)
  let times = 0
  const falla = async (_: Db, n: number) => {
    times += 1
    if (times === 1) throw new Error('gone')
    return n
  }
  await expect(foto(falla, 1)).rejects.toThrow('gone')
  expect(await foto(falla, 1)).toBe(1)
})
