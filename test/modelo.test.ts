import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODEL, withModel } from '../scripts/lib/modelo.ts'
import { createDatabase } from './support/servidor/database.ts'
import { code, livingFiles } from './support/sql-fuentes.ts'

/* docs/modelo.md describes the database: its tables, the ledger's accounts, the advisory locks. */

const document = readFileSync(MODEL, 'utf8')
const database = await createDatabase()
const client = new pg.Client({ connectionString: database.url })
beforeAll(() => client.connect())
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('the diagrams are those of this database: else run npm run db:types', async () => {
  expect(await withModel(document, client)).toBe(document)
})

test('a diagram that lacks a table is stale, and a document without the mark is none', async () => {
  const stale = document.replace(/^ {2}turnos \{[^}]*\}\n/m, '')
  expect(stale).not.toBe(document)
  expect(await withModel(stale, client)).toBe(document)
  await expect(withModel('# No mark\n', client)).rejects.toThrow(/no mark/)
})

/** The cells of the table under a heading, without its first two lines. */
function tableUnder(heading: string): string[][] {
  const section = document.split(`${heading}\n`)[1]?.split(/^#/m)[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

const SQL = livingFiles().map(({ text }) => code(text))
const found = (form: RegExp) => SQL.flatMap((text) => [...text.matchAll(form)].map(([, a]) => a))

test('every account of the ledger is listed, with its class and its bounds', async () => {
  const { rows } = await client.query<{ cuenta: string; clase: string; limites: string }>(`
    SELECT DISTINCT regexp_replace(codigo, ':[A-Z]{3,5}$', ':ISO') AS cuenta, clase,
           CASE WHEN minimo = 0 THEN '≥ 0' WHEN maximo = 0 THEN '≤ 0' ELSE '–' END AS limites
    FROM cuentas_contables`)
  expect(rows.length).toBeGreaterThan(14)
  const told = tableUnder('## The ledger’s accounts').map(([cuenta, clase, , , limites]) => ({
    ...{ cuenta, clase, limites },
  }))
  for (const row of rows) expect(told).toContainEqual(row)
})

test('every account that SQL opens is listed', () => {
  const told = tableUnder('## The ledger’s accounts').map(([cuenta = '']) => cuenta)
  const opened = new Set(found(/\blibro_cuenta\('([\w:-]+)'/g))
  expect(opened.size).toBeGreaterThan(12)
  const missing = [...opened].filter(
    (prefix = '') =>
      !told.some((cuenta) => cuenta.startsWith(prefix)) && prefix !== 'gasto:proveedores',
  )
  expect(missing).toEqual([])
})

test('exactly the advisory locks of the code are listed', () => {
  const taken = new Set(found(/\bpg_advisory_xact_lock(?:_shared)?\((\d+)/g))
  const [migrate = ''] = globSync('src/server/**/migrate.ts')
  const [, own = ''] = /LOCK = ([\d_]+)/.exec(readFileSync(migrate, 'utf8')) ?? []
  const keys = [...taken, own.replaceAll('_', '')].map(Number)
  expect(tableUnder('### Advisory locks').map(([key]) => Number(key))).toEqual(
    keys.toSorted((one, other) => one - other),
  )
})
