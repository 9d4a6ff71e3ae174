import { afterAll, expect, test } from 'vitest'
import { loadDemo } from '../../../../scripts/demo/load.ts'
import { createFilledDatabase } from '../../../../test/support/servidor/database.ts'
import { llamadas } from '../../../../test/support/servidor/entradas.ts'
import { buildApp } from '../../../main.app.ts'
import { PASSWORD_DEMO } from '../../proceso/demo.ts'

/* each list by each of its columns, both ways, page after page. */

const AHORA = '2025-11-20T20:00:00.000Z'
const database = await createFilledDatabase('demo_1', (url) =>
  loadDemo(url, { ahora: AHORA, dias: 1 }),
)
const app = await buildApp({ url: database.url, reloj: () => AHORA, juzga: true })
afterAll(async () => {
  await app.close()
  await database.drop()
})

interface Pagina {
  items: { id: number }[]
  siguiente: string | null
}

async function tokenDe(usuario: string): Promise<string> {
  const payload = { usuario, password: PASSWORD_DEMO }
  const said = await app.http.inject({ method: 'POST', url: '/api/auth/login', payload })
  return said.json<{ token: string }>().token
}
const token = await tokenDe('admin')

async function pedir(path: string, query: Record<string, string>, as = token) {
  const said = await app.http.inject({
    method: 'GET',
    url: `/api${path}?${new URLSearchParams(query)}`,
    headers: { 'x-token': as },
  })
  return { status: said.statusCode, body: said.json() as Pagina }
}

const listas = llamadas.flatMap(([, { path, ordena }]) =>
  ordena.map((columna): [string, string] => [path, columna]),
)

test('the lists that grow sort by more than their day', () => {
  const by = Object.groupBy(listas, ([path]) => path)
  expect(Object.values(by).filter((one = []) => one.length > 1).length).toBeGreaterThanOrEqual(8)
})

test.each(listas)(
  '%s by %s: upwards is downwards turned round, and no row is lost between pages',
  async (path, columna) => {
    const whole = async (orden: string) => {
      const { status, body } = await pedir(path, { orden, limite: '200' })
      expect(status).toBe(200)
      return body
    }
    const up = await whole(columna)
    const down = await whole(`-${columna}`)
    // The legs of one entry stand in their own order, whichever way the entries go.
    if (up.siguiente === null && path !== '/libro/diario')
      expect(up.items.toReversed()).toEqual(down.items)
    for (const [orden, { items }] of [
      [columna, up],
      [`-${columna}`, down],
    ] as const) {
      const seen: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null && seen.length < 40) {
        const { body } = await pedir(path, { orden, limite: '7', ...(cursor && { cursor }) })
        seen.push(...body.items.map(({ id }) => id))
        cursor = body.siguiente
      }
      expect(seen).toEqual(items.slice(0, seen.length).map(({ id }) => id))
    }
  },
)

test('a cursor belongs to its order', async () => {
  const { body } = await pedir('/compras-ventas', { orden: '-monto', limite: '3' })
  const cursor = String(body.siguiente)
  expect((await pedir('/compras-ventas', { orden: '-monto', limite: '3', cursor })).status).toBe(
    200,
  )
  expect((await pedir('/compras-ventas', { orden: 'monto', limite: '3', cursor })).status).toBe(400)
})

test.each([
  ['/compras-ventas', 'ganancia'],
  ['/ordenes', 'ganancia'],
])('%s by %s is for who may see it', async (path, columna) => {
  const cajera = await tokenDe('cajera')
  expect((await pedir(path, { orden: 'numero' }, cajera)).status).toBe(200)
  expect((await pedir(path, { orden: `-${columna}` }, cajera)).status).toBe(400)
})
