import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { verificar } from '../../src/main.libros.ts'
import { connect } from '../../src/server/db/db.ts'
import { livingSql, numberedSql } from '../../src/server/db/migrate-files.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { isRunning, readPostmasterFile } from '../../src/server/embedded/process.ts'
import { urlsOf } from '../../src/server/embedded/server.ts'
import { arrancar, type Servidor } from '../jaula/servidor.ts'
import { comoDueno, unaConexion } from '../support/servidor/dueno.ts'
import { restaurarLanzamiento } from '../support/servidor/lanzamiento.ts'
import { ENSAYO } from '../support/vitest/ensayo.ts'
import { borrar, carpetaDePruebas, entornoDe } from './programa.ts'

/* the whole program is killed in each phase of an upgrade of a house of 0.1.0, and started again. */

const raiz = carpetaDePruebas()
chmodSync(raiz, 0o711)
const datos = join(raiz, 'datos')
const TODOS = numberedSql()
const VIVO = livingSql().huella
let api: Servidor | undefined
afterAll(async () => {
  await api?.parar()
  borrar(raiz)
})

interface Estado {
  /** Numbered files of this version that are applied. */
  numerados: number
  /** Whether the functions, and the drops after them, are those of this version. */
  vivo: boolean
  retirado: boolean
}

async function estado(pool: pg.Pool): Promise<Estado> {
  const text = 'SELECT numero, huella FROM migraciones'
  const { rows } = await pool.query<{ numero: number; huella: string }>(text)
  const of = (n: number) => rows.find(({ numero }) => numero === n)?.huella
  return {
    numerados: TODOS.filter(({ numero, huella }) => of(numero) === huella).length,
    vivo: of(0) === VIVO,
    retirado: of(-1) === VIVO,
  }
}

/** A phase, and whether PostgreSQL is killed in it as well. */
const TODAS: readonly [fase: string, postgres: boolean, is: (of: Estado) => boolean][] = [
  ['the first files', false, ({ numerados }) => numerados >= 3],
  ['a third', true, ({ numerados }) => numerados >= TODOS.length / 3],
  ['two thirds', false, ({ numerados }) => numerados >= (TODOS.length * 2) / 3],
  ['the functions', false, ({ numerados }) => numerados === TODOS.length],
  ['the functions again', true, ({ numerados }) => numerados === TODOS.length],
]

/** Files and functions, with PostgreSQL and without; in a rehearsal all of them. */
const FASES = ENSAYO ? TODAS : [TODAS[1], TODAS[3]].flatMap((fase) => (fase ? [fase] : []))

const dueno = () => Number(readFileSync(join(datos, 'en-uso.lock'), 'utf8').split('\n')[0] ?? 0)

/** Kills the program as soon as its upgrade is in that phase; answers where it was. */
async function matar([, postgres, is]: (typeof TODAS)[number], antes: number): Promise<Estado> {
  let seen: Estado | undefined
  await expect
    .poll(async () => {
      const pid = dueno()
      if (pid === antes || !isRunning(pid)) return false
      const pool = unaConexion(urlsOf(findPlace(datos)).url)
      try {
        for (;;) {
          seen = await estado(pool)
          if (!is(seen)) continue
          process.kill(pid, 'SIGKILL')
          const server = readPostmasterFile(join(datos, 'postgres'))?.pid
          if (postgres && server) process.kill(server, 'SIGKILL')
          return true
        }
      } catch {
        // It does not answer yet.
        return false
      } finally {
        await pool.end()
      }
    })
    .toBe(true)
  return seen as Estado
}

const DIGEST = `SELECT count(*)::int AS n, md5(string_agg(a::text, '' ORDER BY id)) AS huella FROM apuntes a WHERE id <= $1`

test('an upgrade that is killed again and again ends, and nothing of the house is lost', async () => {
  const molde = await startPostgres({ carpeta: datos, durable: false })
  await restaurarLanzamiento(molde.url, '0.1.0')
  const [{ ultimo } = { ultimo: 0 }] = await comoDueno<{ ultimo: number }>(
    molde.url,
    'SELECT max(id)::int AS ultimo FROM apuntes',
  )
  const before = await comoDueno(molde.url, DIGEST, [ultimo])
  await molde.stop()

  const up = arrancar('', {
    vigilado: true,
    entorno: { ...entornoDe(datos, raiz), CAMBISTA_DEMO: '1' },
  })
  up.catch(() => {})
  let antes = 0
  const muertes: Estado[] = []
  for (const fase of FASES) {
    muertes.push(await matar(fase, antes))
    antes = dueno()
  }
  api = await up
  console.log(`R-433 killed at ${JSON.stringify(muertes)}`)
  expect(api.reinicios).toBe(FASES.length)
  // It was under way each time.
  expect(muertes.filter(({ vivo, retirado }) => vivo && retirado)).toEqual([])
  await api.parar()

  const postgres = await startPostgres({ carpeta: datos })
  const db = connect({ url: postgres.url, max: 2 })
  const pool = unaConexion(postgres.url)
  try {
    expect(await estado(pool)).toEqual({ numerados: TODOS.length, vivo: true, retirado: true })
    expect(await comoDueno(postgres.url, DIGEST, [ultimo])).toEqual(before)
    expect((await verificar(db)).diferencia).toBeNull()
  } finally {
    await pool.end()
    await db.destroy()
    await postgres.stop()
  }
})
