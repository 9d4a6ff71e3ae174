import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { type Pareja, pareja } from '../../../test/support/servidores/pareja.ts'
import { connect, type Db } from '../db/db.ts'
import { type Lectura, lecturaDe } from './lectura.ts'

/* A replica that does not follow the primary of now is not read. */

let dos: Pareja
let db: Db
let lectura: Lectura

const abrir = () => {
  db = connect({ url: dos.principal.servidor })
  lectura = lecturaDe(db, { url: dos.replica.servidor })
}
const cerrar = async () => {
  await lectura.close()
  await db.destroy()
}
beforeAll(async () => {
  dos = await pareja()
  await comoDueno(dos.principal.dueno, 'CREATE TABLE anotado (nombre text)')
  await comoDueno(dos.principal.dueno, 'GRANT SELECT ON anotado TO cambista_app')
  await dos.alDia()
  abrir()
})
afterAll(async () => {
  await cerrar()
  await dos.cerrar()
})

const anotar = (nombre: string) =>
  comoDueno(dos.principal.dueno, `INSERT INTO anotado VALUES ('${nombre}')`)
/** What a report sees, and whether the replica answered it. */
async function leer() {
  const { answer, hace } = await lectura.leer(db, null, async (of) => {
    const { rows } = await sql<{ nombre: string; replica: boolean }>`
      SELECT nombre, pg_is_in_recovery() AS replica FROM anotado ORDER BY nombre`.execute(of)
    return { nombres: rows.map(({ nombre }) => nombre), replica: rows[0]?.replica }
  })
  return { ...answer, hace }
}
const relevar = async (perdido?: () => Promise<void>) => {
  await cerrar()
  await dos.releva(perdido)
  abrir()
}

test('one that follows the new primary is read again, as soon as it says so', async () => {
  await anotar('a')
  await dos.alDia()
  expect(await leer()).toEqual({ nombres: ['a'], replica: true, hace: null })
  await relevar()
  await anotar('b')
  await dos.alDia()
  // Its control file names the timeline from its next restartpoint on.
  await dos.principal.como('CHECKPOINT')
  await dos.alDia()
  await dos.replica.como('CHECKPOINT')
  expect(await leer()).toEqual({ nombres: ['a', 'b'], replica: true, hace: null })
  // Whoever may see what it receives knows at once.
  await dos.principal.como('GRANT pg_read_all_stats TO cambista_dueno')
  await relevar()
  await anotar('c')
  await dos.alDia()
  expect(await leer()).toEqual({ nombres: ['a', 'b', 'c'], replica: true, hace: null })
})

test('one that has what was lost with the primary before is not, however far its log is', async () => {
  await relevar(async () => {
    await anotar('perdida')
    await comoDueno(dos.principal.dueno, 'CREATE TABLE relleno AS SELECT generate_series(1, 50000)')
  })
  await anotar('d')
  const [{ lsn } = { lsn: '' }] = await dos.principal.como<{ lsn: string }>(
    'SELECT pg_current_wal_insert_lsn()::text AS lsn',
  )
  expect(
    await dos.replica.como(
      `SELECT pg_last_wal_replay_lsn() > '${lsn}' AS lejos, nombre FROM anotado WHERE nombre > 'c'`,
    ),
  ).toEqual([{ lejos: true, nombre: 'perdida' }])
  expect(await leer()).toEqual({ nombres: ['a', 'b', 'c', 'd'], replica: false, hace: null })
})
