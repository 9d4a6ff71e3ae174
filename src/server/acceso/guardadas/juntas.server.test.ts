import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { endSessions, huellaDe, readSession, refreshSession } from '../sesion.ts'

/* Sessions that are asked for at once are read together, each as if it were read alone. */

const app = await startTestApp()
const origen = { ip: '127.0.0.1', solicitud: 'juntas' }

test('each gets its own: the unknown and the ended nobody, both tokens of a refresh the same', async () => {
  const [ana, eva, ida, leo] = await Promise.all([
    app.signedIn('adm'),
    app.signedIn('mgr'),
    app.signedIn('caj'),
    app.signedIn('mgr'),
  ])
  await endSessions(app.db, ida.usuario_id)
  const renewed = await refreshSession(app.db, leo.token, origen)
  const unknown = randomBytes(32).toString('base64url')
  let asked = 0
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const tokens = [ana.token, unknown, eva.token, ida.token, leo.token, renewed, ana.token]
  const read = await Promise.all(tokens.map((token) => readSession(db, token, origen)))
  expect(read.map((each) => each?.usuario_id ?? null)).toEqual([
    ana.usuario_id,
    null,
    eva.usuario_id,
    null,
    leo.usuario_id,
    leo.usuario_id,
    ana.usuario_id,
  ])
  expect(read[0]?.role.slug).toBe('adm')
  expect(read[2]?.role.slug).toBe('mgr')
  // The first goes at once, the others wait for it and go together.
  expect(asked).toBe(2)
})

test('of several read at once those are admitted whose time, user and session last, and nobody else', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => app.signedIn('caj')))
  const owner = (set: string, n: number) =>
    comoDueno(app.url, `UPDATE ${set} = $1`, [all[n]?.usuario_id])
  // The setting, so that each is told apart from what is a moment before its end.
  const [idle] = await comoDueno<{ m: number }>(
    app.url,
    "SELECT ajuste('sesion_inactiva_minutos')::int AS m",
  )
  const ago = (minutes: number) => `ahora() - make_interval(mins => ${minutes})`
  await owner(`sesiones SET usada_en = ${ago((idle?.m ?? 0) + 1)} WHERE usuario_id`, 1)
  await owner(`sesiones SET usada_en = ${ago((idle?.m ?? 0) - 1)} WHERE usuario_id`, 2)
  await owner(`sesiones SET vence_en = ${ago(1)} WHERE usuario_id`, 3)
  await owner("sesiones SET vence_en = ahora() + interval '1 minute' WHERE usuario_id", 4)
  await owner('usuarios SET estatus = false WHERE id', 5)
  await owner('sesiones SET terminada_en = ahora() WHERE usuario_id', 6)
  const hashes = all.map(({ token }) => huellaDe(token))
  const { rows } = await sql<{ n: number; usuario_id: number }>`
    SELECT n::int, usuario_id FROM acceso_sesiones(${hashes}) ORDER BY n`.execute(app.db)
  expect(rows).toEqual([0, 2, 4, 7].map((n) => ({ n: n + 1, usuario_id: all[n]?.usuario_id })))
  const read = await Promise.all(all.map(({ token }) => readSession(app.db, token, origen)))
  expect(read.map((each) => each !== null)).toEqual(all.map((_, n) => [0, 2, 4, 7].includes(n)))
})

test('who is asked for while others are read goes with the next reading: a session that ended before is not let in', async () => {
  const [ana, eva] = await Promise.all([app.signedIn('caj'), app.signedIn('caj')])
  // A reading that is held for longer than a set's patience would let the next one go at once: time stands still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let going = () => {}
  const gone = new Promise<void>((done) => {
    going = done
  })
  let hold = () => {}
  const held = new Promise<void>((done) => {
    hold = done
  })
  const readings: number[] = []
  // Its first reading has its answer, and keeps it to itself for a while.
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      readings.push(result.rows.length)
      if (readings.length === 1) {
        going()
        await held
      }
      return result
    },
  })
  const read = (token: string) => readSession(db, token, origen, { tocar: false })
  const first = read(ana.token)
  await gone
  await endSessions(app.db, ana.usuario_id)
  const next = [read(ana.token), read(eva.token)]
  hold()
  // Whoever asked before the end was let in; who asks after it is not, whatever is under way.
  expect((await first)?.usuario_id).toBe(ana.usuario_id)
  expect((await Promise.all(next)).map((each) => each?.usuario_id)).toEqual([
    undefined,
    eva.usuario_id,
  ])
  // Both in one reading: the session that ended has no row in it.
  expect(readings).toEqual([1, 1])
})
