import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '../src/core/contract.ts'
import { isDecimal } from '../src/core/dinero/decimal.ts'
import { verificar } from '../src/main.libros.ts'
import { montarCasa } from './support/areas/casa.ts'
import { aTiempo } from './support/plazos.ts'
import { type Client, startTestApp } from './support/servidor/app.ts'
import {
  distintas,
  ejemplo,
  type Forma,
  formaDe,
  huella,
  llamadas,
  reparo,
  rutaDe,
} from './support/servidor/entradas.ts'
import { ENSAYO } from './support/vitest/ensayo.ts'

const app = await startTestApp()
const { adm } = await montarCasa(app)
const otro = await app.signedIn('adm')

/** Calls of the session area end and lock sessions: they use a session of their own. */
const quien = (path: string): Client => (path.startsWith('/auth') ? otro : adm)

afterAll(async () => {
  expect((await adm.raw('GET', '/api/paises')).status).toBe(200)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const con = () => ({ 'idempotency-key': randomUUID() })
const escrituras = llamadas.filter(([, { method }]) => method !== 'GET')

/** What was saved when the last refusal ended: reading it all takes longest, and what is refused saves nothing. */
let guardado: string | undefined

/** Sends invalid inputs one by one; nothing may be saved, and every answer must be a 4xx in Spanish. */
async function rechaza(malas: Iterable<[que: string, () => ReturnType<Client['raw']>]>) {
  const before = guardado ?? (await huella(app))
  const reparos: string[] = []
  for (const [que, send] of malas) {
    const { status, body, headers } = await aTiempo(que, send())
    const wrong = reparo(status, body, headers)
    if (wrong) reparos.push(`${que}: ${wrong} ${JSON.stringify(body).slice(0, 200)}`)
  }
  expect(reparos).toEqual([])
  guardado = await huella(app)
  expect(guardado).toBe(before)
}

const profundo = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each(escrituras)('%s refuses invalid bodies', async (_, endpoint) => {
  const client = quien(endpoint.path)
  const path = rutaDe(endpoint)
  const valid = JSON.stringify(ejemplo(formaDe(endpoint.body)))
  const raw = (text: string, headers = {}) =>
    client.raw(endpoint.method, path, text, { ...con(), ...headers })
  const open = valid === '{}' ? '{' : `${valid.slice(0, -1)},`
  const malas: Record<string, () => ReturnType<Client['raw']>> = {
    'broken JSON': () => raw('{"a":'),
    'not a number': () => raw(`${open}"zz":NaN}`),
    'no JSON': () => raw('hola'),
    'a number': () => raw('1'),
    null: () => raw('null'),
    'a list': () => raw(`[${valid}]`),
    'a text': () => raw(`"${'x'.repeat(100)}"`),
    'an unknown field': () => raw(`${open}"zz":1}`),
    'the same key twice': () => raw('{"nombre":"a","nombre":"b"}'),
    'the same key twice, once escaped': () => raw('{"nombre":"a","n\\u006fmbre":"b"}'),
    'a prototype': () => raw(`${open}"__proto__":{"a":1}}`),
    'a constructor': () => raw(`${open}"constructor":{"prototype":{"a":1}}}`),
    'deep nesting': () => raw(profundo(5_000)),
    'nine levels': () => raw(profundo(9)),
    '2 MB': () => raw(`${open}"zz":"${'x'.repeat(2_000_000)}"}`),
    'a form': () => raw('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
    'plain text': () => raw(valid, { 'content-type': 'text/plain' }),
    'another charset': () => raw(valid, { 'content-type': 'application/json; charset=latin1' }),
    'two types': () => raw(valid, { 'content-type': 'application/json, text/html' }),
    multipart: () => raw('--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
    'an encoding': () => raw(valid, { 'content-encoding': 'gzip' }),
    ...(endpoint.dinero && {
      'no key': () => raw(valid, { 'idempotency-key': '' }),
      'a key that is none': () => raw(valid, { 'idempotency-key': 'abc' }),
      'a key of 10,000 letters': () => raw(valid, { 'idempotency-key': 'a'.repeat(10_000) }),
    }),
  }
  await rechaza(Object.entries(malas))
})

/** Places in a body, by path: `recibimos.0.monto`. */
function* lugares(
  forma: Forma,
  at: (string | number)[] = [],
): Generator<[(string | number)[], Forma, boolean]> {
  for (const [name, part] of Object.entries(forma.properties ?? {})) {
    yield [[...at, name], part, forma.required?.includes(name) ?? false]
    yield* lugares(part, [...at, name])
    if (part.items) yield* lugares(part.items, [...at, name, 0])
  }
}

function puesto(body: unknown, at: (string | number)[], value: unknown): unknown {
  const copy = structuredClone(body) as Record<string, unknown>
  const last = at.at(-1) as string
  const parent = at
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (node, key) => node[key as string] as Record<string, unknown>,
      copy,
    )
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

/** Every third of all tries, so that each field and each value has its turn; in a rehearsal all of them. */
const turno = (n: number) => ENSAYO || n % 3 === 0

/** Values that no field accepts: objects and lookalikes of valid values. */
const IMPOSIBLES: unknown[] = [
  { $gt: '' },
  [[]],
  '\ud800',
  '\u0000',
  'a\u0000b',
  'x'.repeat(10_001),
  '\u0007',
]

/** Values that a text field may accept, but never a number, a date or an enum. */
const HOSTILES: unknown[] = [
  null,
  '',
  ' ',
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  '1e400',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1,5',
  '01',
  '00',
  '-01',
  '007.50',
  '01 02',
  '+1',
  '+0',
  '+01.50',
  '-+1',
  '1+',
  '.5',
  '5.',
  '1e0',
  '\uff11',
  '1.12345678901234567890',
  '99999999999999999999999999999999',
  '2025-02-30',
  '9999-12-31',
  "'; DROP TABLE apuntes; --",
  '%_\\',
  '😀👩‍👩‍👧‍👦',
  '\u202eabc\u202c',
  'é'.normalize('NFD').repeat(20),
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '=1+1',
]

test.each(
  escrituras.filter(([, { body }]) => Object.keys(formaDe(body).properties ?? {}).length > 0),
)('%s refuses every field that is missing or of another type', async (_, endpoint) => {
  const client = quien(endpoint.path)
  const forma = formaDe(endpoint.body)
  const valid = ejemplo(forma)
  const send = (body: unknown) => () => client.raw(endpoint.method, rutaDe(endpoint), body, con())
  const malas: [string, ReturnType<typeof send>][] = []
  for (const [at, part, required] of lugares(forma)) {
    const name = at.join('.')
    if (required) malas.push([`${name} missing`, send(puesto(valid, at, undefined))])
    for (const [n, value] of IMPOSIBLES.entries()) {
      if (!turno(n + name.length)) continue
      const text = JSON.stringify(value).slice(0, 20)
      malas.push([`${name} = ${text}`, send(puesto(valid, at, value))])
    }
    const infinite = JSON.stringify(puesto(valid, at, '@')).replace('"@"', '1e400')
    malas.push([`${name} = 1e400`, send(infinite)])
    if (part.type === 'object')
      malas.push([`${name} unknown`, send(puesto(valid, [...at, 'zz'], 1))])
  }
  await rechaza(malas)
})

/** Compares accepted values with the stored ones, except for outer spaces and case; returns the differences. */
async function devuelto(
  { path }: Endpoint,
  at: (string | number)[],
  value: unknown,
  answer: unknown,
): Promise<string | null> {
  const { id } = answer as { id?: number }
  const [field = '', ...deeper] = at
  const readable = llamadas.some(([name]) => name === `GET ${path}/:id`)
  if (typeof value !== 'string' || !id || deeper.length > 0 || !readable) return null
  const { body } = await adm.raw('GET', `/api${path}/${id}`)
  const stored = (body as unknown as Record<string, unknown>)[field]
  const same = [value.trim(), value.trim().toLowerCase(), value.trim().toUpperCase()]
  if (stored === null || same.includes(String(stored)) || isDecimal(value)) return null
  return `${field} = ${JSON.stringify(value)} came back as ${JSON.stringify(stored)}`
}

test.each(escrituras)('%s survives hostile values in every field', async (path, endpoint) => {
  // What a call accepts is saved.
  guardado = undefined
  const client = quien(endpoint.path)
  const forma = formaDe(endpoint.body)
  const valid = ejemplo(forma)
  const reparos: string[] = []
  const mirar = distintas(endpoint.body)
  let n = path.length
  for (const [at] of lugares(forma)) {
    n += 1
    for (const value of HOSTILES) {
      n += 1
      if (!turno(n)) continue
      const body = puesto(valid, at, value)
      const { vale, pasa } = mirar(body)
      if (!vale) continue
      const answer = await aTiempo(
        `${at.join('.')} = ${JSON.stringify(value)}`,
        client.raw(endpoint.method, rutaDe(endpoint), body, con()),
      )
      if (answer.status < 300) {
        if (!pasa) reparos.push(`${at.join('.')} = ${JSON.stringify(value)} passes its schema`)
        const other = await devuelto(endpoint, at, value, answer.body)
        if (other) reparos.push(other)
        continue
      }
      const wrong = reparo(answer.status, answer.body, answer.headers)
      if (wrong) reparos.push(`${at.join('.')} = ${JSON.stringify(value)}: ${wrong}`)
    }
  }
  expect(reparos).toEqual([])
})

const EN_RUTA = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  '99999999999999999999',
  '%00',
  '%F0%9F%98%80',
  '..%2f..',
  "1'--",
  '%20',
  'x'.repeat(199),
  'x'.repeat(900),
  '%',
  '%zz',
  '%C0%AF',
]

test.each(llamadas.filter(([, { path }]) => path.includes(':id')))(
  '%s refuses an invalid id',
  async (_, endpoint) => {
    const body = endpoint.method === 'GET' ? undefined : ejemplo(formaDe(endpoint.body))
    await rechaza(
      EN_RUTA.map((value) => [
        value.slice(0, 20),
        () => adm.raw(endpoint.method, rutaDe(endpoint, value), body, con()),
      ]),
    )
  },
)

const lecturas = llamadas.filter(([, { method }]) => method === 'GET')

test.each(lecturas)('%s refuses unknown and invalid query parameters', async (_, endpoint) => {
  const path = rutaDe(endpoint, endpoint.path.includes(':term') ? 'a' : '1')
  const get = (query: string) => () => adm.raw('GET', `${path}?${query}`)
  const names = Object.keys(formaDe(endpoint.query).properties ?? {})
  const malas: [string, ReturnType<typeof get>][] = [
    ['an unknown name', get('zz=1')],
    ['a prototype', get('__proto__=1')],
    ['a nested name', get('limite[$gt]=1')],
    ['2 KB', get(`zz=${'x'.repeat(2_100)}`)],
    ...names.flatMap((name): [string, ReturnType<typeof get>][] => [
      [`${name} twice`, get(`${name}=1&${name}=1`)],
      [`${name} of 900 letters`, get(`${name}=${'x'.repeat(900)}`)],
    ]),
  ]
  await rechaza(malas)
})

test.each(lecturas)('%s survives hostile searches, filters and cursors', async (_, endpoint) => {
  const names = Object.keys(formaDe(endpoint.query).properties ?? {})
  const values = HOSTILES.concat(IMPOSIBLES).filter((v): v is string => typeof v === 'string')
  const mirar = distintas(endpoint.query)
  const paths = names.flatMap((name) =>
    values
      .map((value) => value.toWellFormed())
      .filter((_, at) => turno(at + name.length))
      .filter((value) => mirar({ [name]: value }).vale)
      .map((value) => `${rutaDe(endpoint, '1')}?${name}=${encodeURIComponent(value)}`),
  )
  if (endpoint.path.includes(':term'))
    paths.push(...values.map((value) => rutaDe(endpoint, encodeURIComponent(value.toWellFormed()))))
  paths.push(
    ...(names.includes('cursor') ? ['cursor=a.b', 'cursor=WzFd.AAAA', 'cursor=.'] : []).map(
      (q) => `${rutaDe(endpoint)}?${q}`,
    ),
  )
  const reparos: string[] = []
  for (const path of paths) {
    const { status, body, headers } = await aTiempo(path, adm.raw('GET', path))
    const wrong = status === 200 ? null : reparo(status, body, headers)
    if (wrong) reparos.push(`${path.slice(0, 120)}: ${wrong}`)
  }
  expect(reparos).toEqual([])
})
