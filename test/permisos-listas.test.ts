import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '../src/core/contract.ts'
import { startTestApp } from './support/servidor/app.ts'
import { llamadas, rutaDe } from './support/servidor/entradas.ts'

/* a list cannot be filtered or sorted by a column that it does not show; a cursor works for its owner only. */

const app = await startTestApp()
const adm = await app.signedIn('adm')

/** The name of every column in the database. */
const { rows } = await sql<{ nombre: string }>`
  SELECT DISTINCT column_name AS nombre FROM information_schema.columns WHERE table_schema = 'public'
  ORDER BY 1`.execute(app.db)
const columnas = [
  ...rows.map(({ nombre }) => nombre),
  'select',
  'where',
  'filtro',
  'fields',
  '__proto__',
]

const fields = (schema: z.ZodType): Record<string, z.ZodType> =>
  (schema as z.ZodObject).shape as Record<string, z.ZodType>
const lecturas = llamadas.filter(([, { method }]) => method === 'GET')

/** Valid path parameters: an id, or a word of the right kind where the path takes no number. */
function ruta(endpoint: Endpoint): string {
  const part = (name: string, value: string) => (text: string) => text.replace(`:${name}`, value)
  const words = [
    part('slug', 'mgr'),
    part('que', 'clientes'),
    part('lista', 'compras-ventas'),
    part('marcha', 'f0e1d2c3-b4a5-4697-8899-aabbccddeeff'),
    part('country', 'usd'),
    part('currencyIso', 'USD'),
    part('paisId', 'pe'),
    part('fecha', '2025-11-20'),
    part('sha256', 'a'.repeat(64)),
    // A country is named by its code.
    ...(endpoint.path.startsWith('/paises/') ? [part('id', 'pe')] : []),
  ]
  return rutaDe({ ...endpoint, path: words.reduce((path, fill) => fill(path), endpoint.path) })
}

async function names(endpoint: Endpoint, query: string): Promise<[number, string]> {
  const { status, body } = await adm.raw('GET', `${ruta(endpoint)}?${query}`)
  return [status, JSON.stringify(body)]
}

test.each(lecturas)('%s takes no filter that its contract does not name', async (_, endpoint) => {
  const own = Object.keys(fields(endpoint.query))
  const foreign = columnas.filter((each) => !own.includes(each))
  const accepted: string[] = []
  for (let from = 0; from < foreign.length; from += 40) {
    const some = foreign.slice(from, from + 40)
    const [status, body] = await names(endpoint, some.map((name) => `${name}=1`).join('&'))
    // Every column must be refused, so each is reported by name.
    accepted.push(...some.filter((name) => status !== 400 || !body.includes(`: ${name}.`)))
  }
  expect(accepted).toEqual([])
})

const ordenables = lecturas.filter(([, { query }]) => 'orden' in fields(query))

test('every list that can be sorted is tested', () => {
  expect(ordenables.length).toBeGreaterThanOrEqual(4)
})

test.each(ordenables)(
  '%s sorts by nothing that its contract does not name',
  async (_, endpoint) => {
    const orden = fields(endpoint.query).orden as z.ZodType
    const accepted: string[] = []
    for (const name of columnas) {
      for (const text of [name, `-${name}`]) {
        if (orden.safeParse(text).success) continue
        const [status] = await names(endpoint, `orden=${encodeURIComponent(text)}`)
        if (status !== 400) accepted.push(text)
      }
    }
    expect(accepted).toEqual([])
  },
)

test('the search for users reads no secret column', async () => {
  const { rows: secret } = await sql<{ text: string }>`
    SELECT unnest(ARRAY[substr(password_hash, 1, 20), substr(password_hash, 40, 20), rol_slug || 'x']) AS text
    FROM usuarios WHERE id = ${adm.usuario_id}`.execute(app.db)
  for (const { text } of secret) {
    const { body } = await adm.raw('GET', `/api/usuarios?buscar=${encodeURIComponent(text)}`)
    expect((body as unknown as { items: unknown[] }).items).toEqual([])
  }
})

test('no answer about users holds a secret', async () => {
  const secret = /argon2|token|semilla|secreto|hash/i
  const paths = ['/usuarios', `/usuarios/${adm.usuario_id}`, '/perfil', '/perfil/sesiones']
  for (const path of [...paths, `/usuarios/sesiones/${adm.usuario_id}`, '/roles']) {
    const { status, body } = await adm.raw('GET', `/api${path}`)
    expect([path, status, secret.test(JSON.stringify(body))]).toEqual([path, 200, false])
  }
})

test('a cursor works only for its owner, its list and its filters', async () => {
  const otra = await app.signedIn('adm')
  const { body } = await adm.raw('GET', '/api/usuarios?limite=1')
  const cursor = encodeURIComponent((body as unknown as { siguiente: string }).siguiente)
  const status = async (who: typeof adm, query: string) =>
    (await who.raw('GET', `/api/${query}`)).status
  expect(await status(adm, `usuarios?limite=1&cursor=${cursor}`)).toBe(200)
  expect(await status(otra, `usuarios?limite=1&cursor=${cursor}`)).toBe(400)
  expect(await status(adm, `usuarios?limite=1&estatus=activo&cursor=${cursor}`)).toBe(400)
  expect(await status(adm, `clientes?limite=1&cursor=${cursor}`)).toBe(400)
  const altered = cursor.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
  expect(await status(adm, `usuarios?limite=1&cursor=${altered}`)).toBe(400)
  const other = encodeURIComponent(`${Buffer.from('[9]').toString('base64url')}.AAAAAAAAAAAAAAAA`)
  expect(await status(adm, `usuarios?limite=1&cursor=${other}`)).toBe(400)
})

test('fields that a caller may not set are not taken from the body', async () => {
  const own = llamadas.filter(
    ([, { method, path }]) => method !== 'GET' && path.startsWith('/perfil'),
  )
  for (const [call, endpoint] of own) {
    for (const extra of ['usuario_id', 'id', 'rol_slug', 'permisos', 'estatus', 'limite_usd']) {
      const { status, body } = await adm.raw(endpoint.method, rutaDe(endpoint), { [extra]: 1 })
      expect([call, status, JSON.stringify(body).includes(`: ${extra}.`)]).toEqual([
        call,
        400,
        true,
      ])
    }
  }
})
