import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { foto } from '../../../../test/support/foto.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'

/* What may name a person is sent in a header, and read as if the address had it. */

const app = await startTestApp()
const { adm } = await montarCasa(app)
const get = (path: string, consulta: string) =>
  adm.raw('GET', `/api${path}`, undefined, { 'x-consulta': consulta })
const nombres = (rows: unknown) => (rows as { nombre: string }[]).map(({ nombre }) => nombre)

test.each([
  ['a name', 'term=garc%C3%ADa+ana'],
  ['a document', 'term=10000001'],
  ['a phone', 'term=%2B51987654321'],
])('a client is found by %s in the header, and by the address as well', async (_, consulta) => {
  const { status, body } = await get('/clientes/search/_', consulta)
  expect([status, nombres(body)]).toEqual([200, ['Ana García Peña']])
  const term = new URLSearchParams(consulta).get('term') ?? ''
  const literal = await adm.raw('GET', `/api/clientes/search/${encodeURIComponent(term)}`)
  expect(nombres(literal.body)).toEqual(['Ana García Peña'])
})

test('lists are filtered, and files named, by the header', async () => {
  const { body } = await get('/clientes?limite=10', 'buscar=Soto+Vera')
  expect(nombres((body as { items?: unknown }).items)).toEqual(['Bruno Soto Vera'])
  const up = await adm.raw('POST', '/api/compras-ventas/comprobantes', foto(), {
    'content-type': 'image/png',
    'x-consulta': 'nombre=Yape+de+Ana.png',
  })
  expect(up.status).toBe(201)
  const { rows } = await app.db
    .selectFrom('adjuntos')
    .select('nombre')
    .execute()
    .then((rows) => ({ rows }))
  expect(rows).toEqual([{ nombre: 'Yape de Ana.png' }])
})

test.each([
  ['a name that the call does not know', '/clientes', 'zz=1'],
  ['a term that the call does not take', '/clientes', 'term=ana'],
  ['a place in the path that is no term', '/clientes/1', 'id=2'],
  ['a value that is in the address too', '/clientes?buscar=ana', 'buscar=soto'],
  ['a value that is there twice', '/clientes', 'buscar=ana&buscar=soto'],
  ['a prototype', '/clientes', '__proto__=1'],
  ['more than a search box takes', '/clientes', `buscar=${'x'.repeat(61)}`],
])('%s is refused in words', async (_, path, consulta) => {
  const { status, error } = await get(path, consulta)
  expect([status, error.message.length > 5]).toEqual([400, true])
})
