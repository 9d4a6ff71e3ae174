import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contables } from '../../../test/support/contables.ts'
import { createEmptyDatabase } from '../../../test/support/servidor/database.ts'
import { lanzamientos, restaurarLanzamiento } from '../../../test/support/servidor/lanzamiento.ts'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { connect, type Db } from '../../server/db/db.ts'
import { migrate } from '../../server/db/migrate.ts'
import { diarioDe } from './exportacion.ts'
import { accounts, balance } from './queries.ts'
import { esTecnica, FORMATOS, type Formato, nombreDe } from './rules/diario.ts'

/*
 * Others can check us: hledger, ledger and beancount read the demo house's ledger with their strict checks on, and find
 * the balances that we show, per account and currency, and the result.
 */

const programas = contables()
const folder = mkdtempSync(join(tmpdir(), 'cambista-libro-'))
const base = await createEmptyDatabase()
let db: Db

beforeAll(async () => {
  await restaurarLanzamiento(base.url, lanzamientos().at(-1) ?? '')
  await migrate(base.url)
  db = connect({ url: base.url })
})
afterAll(async () => {
  await db.destroy()
  await base.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function escrito(formato: Formato): Promise<string> {
  const parts: string[] = []
  for await (const part of diarioDe(db, formato, { desde: null, hasta: null })) parts.push(part)
  const file = join(folder, `libro.${FORMATOS[formato].extension}`)
  writeFileSync(file, parts.join(''))
  return file
}

/** Balances other than zero, as `account currency` → amount with two decimals or more. */
type Saldos = Record<string, string>

const conDecimales = (amount: string) => texto(decimal(amount), 8)

/** What a program printed as lines of account, currency and amount. */
function leidos(
  lines: Iterable<readonly [account?: string, iso?: string, amount?: string]>,
): Saldos {
  const found: Saldos = {}
  for (const [account = '', iso = '', amount = '0'] of lines) {
    if (!decimal(amount).eq(0)) found[`${account} ${iso}`] = conDecimales(amount)
  }
  return found
}

/** Our balances of the accounts that a journal has. */
async function nuestros(): Promise<Saldos> {
  const { filas } = await balance(db, { desde: null, hasta: null })
  return leidos(
    filas
      .filter(({ clase }) => !esTecnica(clase))
      .map((fila) => [nombreDe(fila), fila.moneda.iso, fila.final] as const),
  )
}

const BEANCOUNT = `
import sys
from collections import defaultdict
from beancount import loader
from beancount.core.data import Transaction
entries, errors, options = loader.load_file(sys.argv[1])
if errors:
    sys.exit('\\n'.join(str(e) for e in errors[:5]))
sums = defaultdict(lambda: 0)
for entry in entries:
    if isinstance(entry, Transaction):
        for p in entry.postings:
            sums[p.account, p.units.currency] += p.units.number
for (account, currency), number in sums.items():
    print(account, currency, format(number, 'f'))
`

test('hledger accepts the journal with its strict checks, and has our balances and the cost of every currency', async (ctx) => {
  if (typeof programas === 'string') return ctx.skip(programas)
  const file = await escrito('hledger')
  programas.correr('hledger', ['check', '--strict', '-f', file])
  const bal = (...more: string[]) =>
    programas.correr('hledger', [
      ...['bal', '-f', file, '--flat', '--no-total', '--empty', '--layout=bare', '-O', 'csv'],
      ...more,
    ])
  const rows = (text: string) =>
    [...text.matchAll(/^"([^"]+)","([A-Z]+)","(-?[\d.]+)"$/gm)].map(
      ([, account, iso, n]) => [account, iso, n] as const,
    )
  expect(leidos(rows(bal()))).toEqual(await nuestros())
  // At cost, the units of a currency are worth what its position costs.
  const { filas } = await balance(db, { desde: null, hasta: null })
  const costs = filas.filter(({ clase }) => clase === 'contravalor')
  expect(costs.length).toBeGreaterThan(1)
  for (const { codigo, final } of costs) {
    const iso = codigo.split(':')[1] ?? ''
    const text = bal('-B', `cur:${iso}`)
    const sum = rows(text).reduce((all, [, , n]) => all.plus(decimal(n ?? '0')), decimal('0'))
    expect([iso, texto(sum, 2)]).toEqual([iso, final])
  }
})

test('ledger accepts the journal with --pedantic and has our balances', async (ctx) => {
  if (typeof programas === 'string') return ctx.skip(programas)
  const file = await escrito('ledger')
  const text = programas.correr('ledger', [
    ...['--pedantic', '-f', file, 'bal', '--flat', '--no-total', '--empty'],
    ...['--balance-format', '%(account)|%(scrub(display_total))\n'],
  ])
  const rows = [...text.matchAll(/^([^|\n]+)\|(-?[\d.]+) ([A-Z]+)$/gm)].map(
    ([, account, n, iso]) => [account, iso, n] as const,
  )
  expect(leidos(rows)).toEqual(await nuestros())
})

test('beancount accepts the journal without a complaint and has our balances', async (ctx) => {
  if (typeof programas === 'string') return ctx.skip(programas)
  const file = await escrito('beancount')
  programas.correr('python3', ['-m', 'beancount.scripts.check', '--no-cache', file])
  const text = programas.correr('python3', ['-c', BEANCOUNT, file])
  const rows = text.split('\n').flatMap((line) => {
    const [account, iso, n] = line.split(' ')
    return n ? [[account, iso, n] as const] : []
  })
  expect(leidos(rows)).toEqual(await nuestros())
})

test('the names of two accounts never meet', async () => {
  const all = (await accounts(db)).filter(({ clase }) => !esTecnica(clase)).map(nombreDe)
  expect(new Set(all).size).toBe(all.length)
})
