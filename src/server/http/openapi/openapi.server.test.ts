import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import type { Documento, Operacion } from './nombres.ts'

/* The document that programs are generated from: clean for a linter, each call named, its refusals said. */

const app = await startTestApp()
let text = ''
let document: Documento
beforeAll(async () => {
  text = (await app.http.inject({ url: '/api/openapi.json' })).payload
  document = JSON.parse(text)
})

const llamadas = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the linter of a well-known house has nothing to say of it by its recommended rules', async () => {
  // Two addresses of one method never fit one request, which the rule does not look at; the next test does.
  const rules = { 'no-ambiguous-paths': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' })
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})

/** Whether a parameter of this call takes this word of an address. */
function admite({ parameters = [] }: Operacion, name: string, word: string): boolean {
  const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
  if (schema.type === 'integer') return /^\d+$/.test(word)
  if (schema.enum) return (schema.enum as string[]).includes(word)
  return new RegExp(String(schema.pattern ?? '')).test(word)
}

const variable = (part: string) => /^\{(.+)\}$/.exec(part)?.[1]

test('no request fits two calls unless one of them is named whole', () => {
  const all = llamadas()
  const both: string[] = []
  for (const one of all)
    for (const other of all) {
      const [mine, theirs] = [one.path.split('/'), other.path.split('/')]
      const places = mine.map((part, n) => [part, theirs[n] ?? ''] as const)
      if (one.path >= other.path || one.method !== other.method || mine.length !== theirs.length)
        continue
      const fits = places.every(([here, there]) => {
        const [a, b] = [variable(here), variable(there)]
        if (a && b) return true
        if (a) return admite(one.operation, a, there)
        return b ? admite(other.operation, b, here) : here === there
      })
      const free = (parts: string[]) => parts.filter(variable).length
      if (fits && free(mine) === free(theirs)) both.push(`${one.method} ${one.path} ${other.path}`)
    }
  expect(all.length).toBeGreaterThan(400)
  expect(both).toEqual([])
})

test('every call has one name, a description, its refusals, and whose it is', () => {
  const all = llamadas()
  const ids = all.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(all.length)
  expect(ids).toContain('comprasVentasCrear')
  expect(ids.filter((id) => !/^[a-z][a-zA-Z0-9]+$/.test(id ?? ''))).toEqual([])
  for (const { operation } of all) {
    expect(operation.description).toBeTruthy()
    expect(operation.responses['429']).toEqual({ $ref: '#/components/responses/Error429' })
  }
  const sale = document.paths['/api/compras-ventas'] as Record<string, Operacion>
  const { description, responses, parameters } = sale.post as Operacion
  expect(description).toContain('`compras-ventas:crear`')
  expect(sale.post?.security).toEqual([{ sesion: [] }, { clave: [] }])
  expect(document.paths['/api/claves-api']?.post?.description).toContain('Lo hace una persona')
  expect(Object.keys(responses).join(' ')).toBe('201 400 401 403 404 409 413 415 429 500 503')
  expect(parameters?.find(({ name }) => name === 'Idempotency-Key')?.schema.format).toBe('uuid')
  const archivo = (call: Operacion | undefined) =>
    (call?.parameters ?? []).some(({ name }) => name === 'X-Para-Archivo')
  expect([archivo(sale.get), archivo(sale.post)]).toEqual([true, false])
})

test('an id is a number, and bodies, answers and rows have names', () => {
  const one = document.paths['/api/clientes/{id}']?.get as Operacion
  expect(one.parameters?.[0]?.schema).toEqual({
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: 999_999_999_999_999,
  })
  expect(one.responses['200']?.content?.['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/ClientesObtenerRespuesta',
  })
  const { schemas = {} } = document.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Rechazo', 'Guardado', 'ComprasVentasCrearCuerpo', 'ClientesFila']),
  )
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
})
