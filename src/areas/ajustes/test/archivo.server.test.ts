import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { comoRol } from '../../../../test/support/servidor/url.ts'
import { unaConexion } from '../../../server/db/entrada/conexion.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from '../../../server/embedded/embedded.ts'
import { SUPERUSER } from '../../../server/embedded/roles.ts'
import { aportes } from '../aportes.ts'

/* of a PostgreSQL of the house's own it is said whether its log is archived, and what was noted of its backups. */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
/** While this file is there, PostgreSQL's archive_command succeeds. */
const disco = join(root, 'disco')
let propio: EmbeddedPostgres

const iniciar = (archive_mode: string) =>
  startPostgres({
    carpeta: join(root, 'datos'),
    durable: false,
    settings: { archive_mode, archive_command: `test -e "${disco}"` },
  })
/** Takes away the role by which the program copies its own PostgreSQL: then it is one of the house's own. */
const dejarAjena = () => como('DROP OWNED BY cambista_respaldo', 'DROP ROLE cambista_respaldo')
/** Runs statements on one connection of the superuser; answers the rows of the last one. */
const como = <T extends QueryResultRow>(...texts: string[]) =>
  unaConexion(comoRol(propio.url, SUPERUSER), async (client) => {
    let rows: T[] = []
    for (const text of texts) ({ rows } = await client.query<T>(text))
    return rows
  })
/** Writes an entry of this moment. Its legs do not matter here. */
const asentar = () =>
  como(
    'SET session_replication_role = replica',
    "INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id) VALUES (now(), 'x', 1, 'x', 1)",
  )
/** Ends the segment, and waits until the archiver said what came of it. */
async function archivar(que: 'archived' | 'failed') {
  const veces = async () =>
    (await como<{ n: number }>(`SELECT ${que}_count::int AS n FROM pg_stat_archiver`))[0]?.n ?? 0
  const before = await veces()
  await como("SELECT pg_logical_emit_message(true, 'x', 'x')", 'SELECT pg_switch_wal()')
  await expect.poll(veces).toBeGreaterThan(before)
}

interface Dicho {
  falla: string | null
  nunca: boolean
  falta: boolean
}
const JUICIO =
  'SELECT archivo_falla() AS falla, respaldo_nunca() AS nunca, respaldo_falta() AS falta'
/** What the role that serves is told later: a day later the books are of an earlier day. */
const dice = async (despues = '1 day') =>
  (
    await como<Dicho>(
      `SELECT set_config('cambista.ahora', (now() + interval '${despues}')::text, false)`,
      'SET ROLE cambista_app',
      JUICIO,
    )
  )[0]
const medida = async (nombre: string) => {
  const found = aportes.mide?.find((one) => one.nombre === nombre)
  const [row] = await como<{ valor: string }>('SET ROLE cambista_app', found?.consulta ?? '')
  return Number(row?.valor)
}

beforeAll(async () => {
  chmodSync(root, 0o711)
  propio = await iniciar('on')
  await migrate(propio.url)
})
afterAll(async () => {
  await propio.stop()
  rmSync(root, { recursive: true, force: true })
})

test('nothing is said of the PostgreSQL that the program brings, whose log it keeps itself', async () => {
  await asentar()
  expect(await dice()).toMatchObject({ falla: null, nunca: true })
  await dejarAjena()
})

test('what was registered ten minutes ago and is not archived is told, with what keeps it', async () => {
  // Its books are of today alone.
  expect(await dice('0')).toMatchObject({ falla: null, nunca: false })
  await archivar('failed')
  const falla = 'el comando que archiva (archive_command) falla, y no se archivó nada'
  expect(await dice()).toMatchObject({ falla })
  expect(await medida('cambista_archive_timestamp_seconds')).toBe(0)
  writeFileSync(disco, '')
  await archivar('archived')
  expect(await dice()).toMatchObject({ falla: null })
  expect(await medida('cambista_archive_timestamp_seconds')).toBeGreaterThan(1_700_000_000)
  // A segment that is not full waits, where nothing ends it.
  await asentar()
  expect(await dice()).toMatchObject({
    falla: expect.stringContaining('(archive_timeout), y lo último se archivó el '),
  })
  await archivar('archived')
  expect(await dice()).toMatchObject({ falla: null })
})

test('a failure that nothing registered waits for is none, and one that lasts is', async () => {
  rmSync(disco)
  await como('CREATE TABLE relleno ()')
  await archivar('failed')
  expect(await dice()).toMatchObject({ falla: null })
  await asentar()
  expect(await dice()).toMatchObject({ falla: expect.stringMatching(/falla, y lo último se/) })
  // Of the last ten minutes nothing is said yet: the books of another day were archived.
  await como(
    'SET session_replication_role = replica',
    "UPDATE asientos SET fecha = fecha - interval '1 day' WHERE id < (SELECT max(id) FROM asientos)",
  )
  expect(await dice('9 minutes')).toMatchObject({ falla: null })
  expect(await dice('11 minutes')).toMatchObject({ falla: expect.stringContaining('falla') })
})

test('a backup counts when whoever makes it notes it, and nobody at a screen does', async () => {
  expect(await dice()).toMatchObject({ nunca: true })
  await como("UPDATE ajustes SET valor = 'false' WHERE clave = 'respaldo_diario'")
  expect(await dice()).toMatchObject({ nunca: false })
  await como("UPDATE ajustes SET valor = 'true' WHERE clave = 'respaldo_diario'")
  const anotar = "SELECT respaldo_anotar('pgBackRest', now(), 5000, '')"
  await expect(como('SET ROLE cambista_app', anotar)).rejects.toThrow('permission denied')
  await como(
    'CREATE ROLE cambista_anota LOGIN',
    'GRANT USAGE ON SCHEMA public TO cambista_anota',
    'GRANT EXECUTE ON FUNCTION respaldo_anotar TO cambista_anota',
  )
  const anota = (text: string) => como('SET ROLE cambista_anota', text)
  await anota(anotar)
  expect(await dice()).toMatchObject({ nunca: false, falta: false })
  expect(await dice('27 hours')).toMatchObject({ falta: true })
  await anota("SELECT respaldo_anotar('pgBackRest', now() + interval '1 hour', NULL, 'Sin disco')")
  expect(
    await como('SELECT bytes::int, falla, fin >= inicio AS bien FROM respaldos ORDER BY id'),
  ).toEqual([
    { bytes: 5000, falla: null, bien: true },
    { bytes: null, falla: 'Sin disco', bien: true },
  ])
  // Neither good nor failed is nothing.
  await expect(anota("SELECT respaldo_anotar('x', now(), NULL, '')")).rejects.toThrow(
    'respaldos_final',
  )
  for (const text of ['SELECT * FROM respaldos', 'DELETE FROM respaldos'])
    await expect(anota(text)).rejects.toThrow('permission denied')
})

test('a server that archives nothing is told as long as the house asks', async () => {
  await propio.stop()
  propio = await iniciar('off')
  await dejarAjena()
  expect(await dice()).toMatchObject({
    falla: 'PostgreSQL no archiva su registro (archive_mode = off)',
  })
  await como("UPDATE ajustes SET valor = 'false' WHERE clave = 'respaldo_archivo'")
  expect(await dice()).toMatchObject({ falla: null })
})
