import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { casi } from '../../../web/paleta/busqueda.ts'
import { contrato as paleta } from '../../paleta/contract.ts'
import { contrato } from '../contract.ts'

/* A client is found with one letter of his name wrong. */

const app = await startTestApp()
const caj = await app.signedIn('caj')

let n = 0
async function nuevo(nombres: string, apellidos: string) {
  n += 1
  const body = {
    ...{
      tipo_persona: 'natural',
      tipo_doc: 'DNI',
      num_doc: String(43_000_000 + n),
      nombres,
      apellidos,
    },
    ...{ fecha_nac: '1980-01-31', celular: String(911_000_000 + n), segmento: 'publico' },
  }
  const { status } = await caj.call(contrato.crear, { body })
  expect(status).toBe(201)
}
await nuevo('Wenceslao', 'Ñaupari Quiroz')
await nuevo('Wenceslada', 'Tumbalobos')
await nuevo('Juan', 'Ñaupari Chumpitaz')

async function halla(term: string): Promise<string[]> {
  const { status, body } = await caj.call(paleta.hallar, { body: { terminos: { clientes: term } } })
  expect(status).toBe(200)
  return (body.clientes ?? []).map(({ nombre }) => String(nombre))
}

const WENCES = 'Wenceslao Ñaupari Quiroz'
const JUAN = 'Juan Ñaupari Chumpitaz'

test.each([
  ['part of a word', 'wences', ['Wenceslada Tumbalobos', WENCES]],
  ['words in any order, without accents', 'naupari wences', [WENCES]],
  ['the first letters of a word', 'ña', [JUAN, WENCES]],
  ['the first letters of the first word', 'ju ch', [JUAN]],
  ['no letters within a word', 'qñ', []],
  ['no two letters within a word', 'up', []],
  ['a wrong letter', 'nauparo wenceslao', [WENCES]],
  ['a missing letter', 'chumpitz', [JUAN]],
  ['a letter too many', 'quirroz', [WENCES]],
  ['two letters swapped', 'jaun naupari', [JUAN]],
  ['two words with a letter wrong each', 'jaun nauparo', [JUAN]],
  ['a document', '43000003', [JUAN]],
  ['no document but the one typed', '43000004', []],
  ['no name with two letters wrong', 'chumpotaq', []],
  ['nobody of whom only one word is right', 'wenceslao chumpitz', []],
  ['a sign that means something in a pattern', 'wen%lao', []],
])('found by %s: %s', async (_, term, names) => {
  expect((await halla(term)).filter((one) => /Ñaupari|Tumbalobos/.test(one))).toEqual(names)
})

test('what is typed right is not mixed with what is alike', async () => {
  await nuevo('Ramiro', 'Zzgarcia')
  await nuevo('Ramiro', 'Zzgarzia')
  expect(await halla('zzgarcia')).toEqual(['Ramiro Zzgarcia'])
})

test('at most five', async () => {
  for (let k = 0; k < 6; k += 1) await nuevo(`Repetido ${'abcdef'[k]}`, 'Xilofonista')
  expect(await halla('xilofonsita')).toHaveLength(5)
})

test('SQL and the browser agree on which words differ by one letter', async () => {
  const words = [
    'juan',
    'jaun',
    'juana',
    'juna',
    'luna',
    'lunar',
    'garcia',
    'gracia',
    'garsia',
    'graciela',
    'ana',
    'an4a',
  ]
  const pairs = words.flatMap((a) => words.map((b) => ({ a, b })))
  const { rows } = await sql<{ casi: boolean }>`
    SELECT nombre_casi(p->>'a') && nombre_casi(p->>'b') AS casi
    FROM jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) WITH ORDINALITY e(p, n) ORDER BY n`.execute(
    app.db,
  )
  expect(pairs.map(({ a, b }) => [a, b, casi(a, b)])).toEqual(
    pairs.map(({ a, b }, at) => [a, b, rows[at]?.casi]),
  )
})
