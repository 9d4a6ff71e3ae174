import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { puertoLibre } from '../../../../test/jaula/servidor.ts'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { negado } from '../../../../test/support/servidores/negado.ts'
import { type EmbeddedPostgres, startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'
import { esperarBase, esperarUnMinuto } from './lista.ts'

/* the start waits for a database that is not there yet, and says of any refusal what cures it. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const start = () => startPostgres({ carpeta: root, durable: false })
let postgres: EmbeddedPostgres

const como = (user: string, database = 'cambista') => {
  const url = new URL(postgres.url)
  url.username = user
  url.pathname = `/${database}`
  return url.href
}
const sql = (text: string) => comoRol(findPlace(root), SUPERUSER, (client) => client.query(text))

beforeAll(async () => {
  postgres = await start()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

test('a database that is there is not waited for', async () => {
  const said: string[] = []
  await esperarBase(postgres.url, (text) => said.push(text))
  expect(said).toEqual([])
})

test('one that is not there yet is waited for, which is said once', async () => {
  const { url } = postgres
  await postgres.stop()
  const said: string[] = []
  const waiting = esperarBase(url, (text) => said.push(text), 5)
  await expect.poll(() => said).toEqual([expect.stringContaining('no responde todavía en')])
  postgres = await start()
  await waiting
  expect(said).toHaveLength(1)
})

test('a command waits for a minute, and says where nobody answered', async () => {
  const said: string[] = []
  const url = `postgresql://casa@127.0.0.1:${await puertoLibre()}/casa`
  await expect(esperarUnMinuto(url, (text) => said.push(text), 0)).rejects.toThrow(
    /^La base de datos no responde en 127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\)\.$/,
  )
  expect(said).toHaveLength(1)
  await esperarUnMinuto(postgres.url, (text) => said.push(text))
  expect(said).toHaveLength(1)
})

test('a pooler without a free connection is waited for, and one that does not know the owner is not', async () => {
  // Whoever waits for the second refusal meets a third one.
  const pooler = await negado(
    ['08P01', 'query_wait_timeout'],
    ['08P01', 'no such user: ana'],
    ['28P01', 'nobody comes here'],
  )
  try {
    const said: string[] = []
    await expect(esperarBase(pooler.url, (text) => said.push(text), 0)).rejects.toThrow(
      /PgBouncer.*no deja entrar a «ana» en «casa» \(«no such user: ana»\)/,
    )
    expect(pooler.pedido()).toBe(2)
    expect(said).toEqual([expect.stringContaining('query_wait_timeout')])
  } finally {
    await pooler.cerrar()
  }
})

test('each refusal of PostgreSQL says the statement that cures it, which does', async () => {
  const nunca = () => expect.unreachable('it waits')
  const refused = async (url: string): Promise<string> =>
    esperarBase(url, nunca).then(
      () => '',
      (error: Error) => error.message,
    )
  /** Runs the last statement of a sentence, as its superuser would: nobody has that name yet. */
  const cure = async (said: string) =>
    sql([...said.matchAll(/«([A-Z]+ [^»]+)»/g)].at(-1)?.[1] ?? 'SELECT none')
  const away = await refused(como('nadie'))
  expect(away).toContain('no deja entrar a «nadie»')
  await cure(away)
  const none = await refused(como('nadie', 'nueva casa'))
  expect(none).toContain('No existe la base de datos «nueva casa»')
  await cure(none)
  expect(await refused(como('nadie', 'nueva casa'))).toBe('')
  // Of the house's own database another one is the owner.
  const rights = await refused(como('nadie'))
  expect(rights).toContain('no puede crear tablas en «cambista»')
  expect(rights).toContain('«ALTER DATABASE "cambista" OWNER TO "nadie"»')
  await sql(
    "CREATE DATABASE ascii OWNER nadie ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'",
  )
  const letters = await refused(como('nadie', 'ascii'))
  expect(letters).toContain('en SQL_ASCII y se necesita UTF8')
  await cure(letters)
  expect(await refused(como('nadie', 'ascii_utf8'))).toBe('')
})
