import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/support/servidor/app.ts'
import { avisosDe, estrenoDe } from './main.avisos.ts'
import { conexionesDe, connect, type Db } from './server/db/db.ts'
import { insistir } from './server/db/entrada/insistir.ts'

/* what the start tells is asked again while no connection is left. */

const app = await startTestApp()
const clave = Buffer.alloc(32)

/** Asks while the only connection is taken; it is given back once somebody waited for it in vain. */
async function sinConexion<T>(ask: (db: Db) => Promise<T>): Promise<T> {
  const db = connect({ url: app.url, max: 1, espera: 500 })
  // On a busy machine it takes longer than that to open one.
  await insistir(() => sql`SELECT 1`.execute(db))
  const asked = await db.transaction().execute(async (tx) => {
    await sql`SELECT 1`.execute(tx)
    const answer = ask(db)
    // A refusal meanwhile is read below.
    answer.catch(() => {})
    await expect.poll(() => conexionesDe(db).esperan).toBe(1)
    await expect.poll(() => conexionesDe(db).esperan).toBe(0)
    return { answer }
  })
  return asked.answer.finally(() => db.destroy())
}

test('a start that finds no connection for what it tells goes on', async () => {
  expect(await sinConexion((db) => avisosDe(db, null))).toEqual([null, null, null])
  expect(await sinConexion((db) => estrenoDe(db, clave, 'http://casa'))).toContain(
    'http://casa/primer-uso#',
  )
})
