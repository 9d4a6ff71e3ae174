import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarImportar, montarLargas } from '../../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { PORCION } from './porciones.ts'

/* What the database itself keeps of imports in portions: none of it needs the program to be right. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
const { fila, archivo } = montarImportar(adm)
const { abrir, una, todas, ver, importar, cancelar } = montarLargas(app, adm)

interface Fila {
  estado?: string
  cuantas?: number
  filas?: number
  hechas?: number
  nueva?: number
  rechazada?: number
  quien?: object
  debe?: boolean
}

/** Writes an import as the program may, or as the owner with its triggers off. */
const anotar = (f: Fila = {}) => `
  INSERT INTO importaciones (que, nombre, sha256, claves, filas, usuario_id, quien, estado, creada_en, hechas, nueva,
    rechazada, debe)
  VALUES ('clientes', 'x', sha256(''), '[]', ${f.filas ?? 10}, ${adm.usuario_id},
    '${JSON.stringify(f.quien ?? { usuario_id: adm.usuario_id })}', '${f.estado ?? 'revisando'}', now(),
    ${f.hechas ?? 0}, ${f.nueva ?? 0}, ${f.rechazada ?? 0}, ${f.debe ?? false})`
const comoPrograma = (text: string) => sql.raw(text).execute(app.db)
/** Whether the tables' own constraints refuse it, whatever triggers do. */
const sinTriggers = (text: string) =>
  comoDueno(
    app.url,
    `BEGIN; ALTER TABLE importaciones DISABLE TRIGGER USER; ${text};
     ALTER TABLE importaciones ENABLE TRIGGER USER; ROLLBACK`,
  )

test('a person has one open import, also of two requests at once; the next one begins after it ended', async () => {
  const both = await Promise.all([abrir(archivo(fila())), abrir(archivo(fila()))])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const open = both.find(({ status }) => status === 201)
  await expect(comoPrograma(anotar())).rejects.toThrow(/importaciones_una/)
  await todas()
  await expect(comoPrograma(anotar())).rejects.toThrow(/importaciones_una/)
  await cancelar(open?.body.id ?? 0)
  const next = await abrir(archivo(fila()))
  expect(next.status).toBe(201)
  await todas()
  await importar(next.body.id)
  await todas()
  expect((await abrir(archivo(fila()))).status).toBe(201)
})

test('each portion counts each of its rows once, whatever becomes of it', async () => {
  for (const { id } of await comoDueno<{ id: number }>(
    app.url,
    "SELECT id FROM importaciones WHERE estado NOT IN ('terminada', 'cancelada', 'detenida')",
  ))
    await cancelar(id)
  const rows = Array.from({ length: PORCION + 30 }, () => fila())
  rows[3] = fila('12')
  rows[PORCION + 1] = rows[0] as string
  const { body } = await abrir(archivo(...rows))
  const counted = async () => {
    const { hechas, totales } = await ver(body.id)
    return [hechas, totales.nueva, totales.igual, totales.distinta, totales.rechazada]
  }
  expect(await counted()).toEqual([0, 0, 0, 0, 0])
  await una()
  expect(await counted()).toEqual([PORCION, PORCION - 1, 0, 0, 1])
  await todas()
  const checked = await counted()
  await importar(body.id)
  expect(await counted()).toEqual([0, 0, 0, 0, 0])
  await una()
  expect(await counted()).toEqual([PORCION, PORCION - 1, 0, 0, 1])
  await todas()
  expect(await counted()).toEqual([PORCION + 30, PORCION + 28, 1, 0, 1])
  expect(checked[0]).toBe(PORCION + 30)
  // What the rows say one by one is what the import counts.
  expect(
    await comoDueno(
      app.url,
      `SELECT estado, count(*)::int AS n FROM importaciones_filas WHERE importacion_id = ${body.id} GROUP BY 1 ORDER BY 1`,
    ),
  ).toEqual([
    { estado: 'igual', n: 1 },
    { estado: 'nueva', n: PORCION + 28 },
    { estado: 'rechazada', n: 1 },
  ])
})

test.each([
  ['counts that do not add up', { hechas: 5, nueva: 3, rechazada: 1 }, 'importaciones_suma'],
  ['more rows done than it has', { hechas: 11, nueva: 11 }, 'importaciones_check1'],
  ['less than none', { hechas: -1, nueva: -1 }, 'importaciones_check1'],
  [
    'an end before its last row',
    { estado: 'terminada', hechas: 9, nueva: 9 },
    'importaciones_completa',
  ],
  ['a check that ended before its last row', { estado: 'revisada' }, 'importaciones_completa'],
  ['a file without rows', { filas: 0 }, 'importaciones_filas_check'],
  ['a file of too many rows', { filas: 50_001 }, 'importaciones_filas_check'],
  ['a state of its own', { estado: 'lista' }, 'importaciones_estado_check'],
  ['somebody else’s name', { quien: { usuario_id: 0 } }, 'importaciones_check'],
  [
    'writing without the yes that it needs',
    { estado: 'importando', debe: true },
    'importaciones_con_visto',
  ],
])('an import is not kept with %s', async (_, f, constraint) => {
  await expect(sinTriggers(anotar(f as Fila))).rejects.toThrow(constraint)
})

test('whatever is asked for, an import begins with its check and without a yes', async () => {
  await comoDueno(
    app.url,
    "UPDATE importaciones SET estado = 'cancelada', acabada_en = now() WHERE acabada_en IS NULL",
  )
  await comoPrograma(anotar({ estado: 'importando', debe: true }))
  const [row] = await comoDueno(
    app.url,
    'SELECT estado, dado FROM importaciones ORDER BY id DESC LIMIT 1',
  )
  expect(row).toEqual({ estado: 'revisando', dado: false })
})

test.each([
  ['UPDATE importaciones SET filas = 1', /permission denied/],
  ["UPDATE importaciones SET que = 'beneficiarios'", /permission denied/],
  ['UPDATE importaciones SET usuario_id = 1', /permission denied/],
  ["UPDATE importaciones SET sha256 = sha256('y')", /permission denied/],
  ["UPDATE importaciones SET claves = '[]'", /permission denied/],
  ['DELETE FROM importaciones', /permission denied/],
  ['TRUNCATE importaciones', /permission denied/],
  ["UPDATE importaciones_filas SET celdas = '[]'", /permission denied/],
  ['UPDATE importaciones_filas SET importacion_id = 1', /permission denied/],
  ['DELETE FROM importaciones_filas', /permission denied/],
  ["UPDATE importaciones SET estado = 'revisando' WHERE estado = 'terminada'", /not allowed/],
  ["UPDATE importaciones SET nueva = 0, hechas = 0 WHERE estado = 'terminada'", /not allowed/],
  ["UPDATE importaciones SET estado = 'importando' WHERE estado = 'cancelada'", /not allowed/],
])('the program may not: %s', async (text, refusal) => {
  await expect(comoPrograma(text)).rejects.toThrow(refusal)
})
