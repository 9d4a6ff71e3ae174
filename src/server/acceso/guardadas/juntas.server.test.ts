import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { endSessions, readSession, refreshSession } from '../sesion.ts'

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
