import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { PLAZO } from '../../../../test/support/plazos.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { connect } from '../../../server/db/db.ts'
import { eslabones } from '../queries.ts'
import { huella, ORIGEN } from './cadena.ts'
import { anclasContra } from './contra.ts'
import { publicarCabeza, sellar } from './sellado.ts'

const app = await startTestApp()
const { db, url } = app
const adm = await app.signedIn('adm')
const datos = mkdtempSync(join(tmpdir(), 'cambista-anclas-'))
const afuera = { anclas: datos, clave: Buffer.alloc(32, 7) }
afterAll(() => rmSync(datos, { recursive: true, force: true }))

const auditar = (quienDb: typeof db, accion: string, despues: unknown = null) =>
  sql`SELECT auditar(${JSON.stringify({ usuario_id: adm.usuario_id, ip: '10.0.0.7' })}::jsonb, ${accion}, 'prueba', '1',
      NULL, ${JSON.stringify(despues)}::jsonb)`.execute(quienDb)

test('SQL and the offline check compute the same link, whatever the fields contain', async () => {
  const valores = [null, {}, { a: 'ñandú 😀 "x"\n', b: [1.5, null, true] }, 'texto', 12.3, [['']]]
  for (const valor of valores) await auditar(db, 'editar', valor)
  await sql`SELECT auditar('{}', 'x', 'y', NULL, NULL, NULL)`.execute(db)
  await sellar(db)
  const filas = await eslabones(db, 1, 1000)
  expect(filas.length).toBeGreaterThanOrEqual(valores.length + 1)
  let previo = ORIGEN
  for (const [i, fila] of filas.entries()) {
    expect(fila.pos).toBe(i + 1)
    expect(fila.fecha).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect(huella(fila, previo)).toBe(fila.hash)
    previo = fila.hash
  }
})

test('200 concurrent writers and four sealers: no fork, every row sealed exactly once', async () => {
  const many = connect({ url, max: 60, espera: PLAZO })
  try {
    let writing = true
    const sealer = async () => {
      while (writing) await sql`SELECT auditoria_sellar(7)`.execute(many)
    }
    const sealers = Array.from({ length: 4 }, sealer)
    const writer = async (n: number) => {
      for (let i = 0; i < 3; i += 1) {
        await many
          .transaction()
          .execute(async (tx) => {
            await auditar(tx, 'paralelo', { n, i })
            // Some transactions commit long after their row got its number, some roll back.
            if (n % 5 === 0) await sql`SELECT pg_sleep(0.05)`.execute(tx)
            if (n % 9 === 0) throw new Error('rolled back')
          })
          .catch((error: Error) => {
            if (error.message !== 'rolled back') throw error
          })
      }
    }
    await Promise.all(Array.from({ length: 200 }, (_, n) => writer(n)))
    writing = false
    await Promise.all(sealers)
    await sellar(many)
  } finally {
    await many.destroy()
  }
  const [row] = await comoDueno<Record<string, number>>(
    url,
    `SELECT (SELECT count(*)::int FROM auditoria WHERE accion = 'paralelo') AS escritas,
            (SELECT count(*)::int FROM auditoria) AS todas,
            (SELECT count(*)::int FROM auditoria_cadena) AS selladas,
            (SELECT count(DISTINCT auditoria_id)::int FROM auditoria_cadena) AS distintas,
            (SELECT max(pos)::int FROM auditoria_cadena) AS ultima,
            (SELECT count(*)::int FROM auditoria_por_sellar) AS esperan`,
  )
  expect(row).toMatchObject({ escritas: (200 - 23) * 3, esperan: 0 })
  expect(row?.selladas).toBe(row?.todas)
  expect(row?.distintas).toBe(row?.todas)
  expect(row?.ultima).toBe(row?.todas)
  expect((await verificar(db)).diferencia).toBeNull()
})

test('a row is sealed only after it is committed', async () => {
  const before = await comoDueno(url, 'SELECT FROM auditoria_cadena')
  await db.transaction().execute(async (tx) => {
    await auditar(tx, 'lenta')
    expect(await sellar(db)).toBe(0)
  })
  expect(await sellar(db)).toBe(1)
  expect(await comoDueno(url, 'SELECT FROM auditoria_cadena')).toHaveLength(before.length + 1)
})

test.each([
  "INSERT INTO auditoria (accion, entidad) VALUES ('x', 'y')",
  "UPDATE auditoria SET accion = 'x'",
  'DELETE FROM auditoria',
  "INSERT INTO auditoria_cadena VALUES (999999, 1, sha256(''))",
  'UPDATE auditoria_cadena SET pos = pos + 1',
  'DELETE FROM auditoria_cadena',
  'TRUNCATE auditoria_cadena',
  'DELETE FROM auditoria_por_sellar',
  'INSERT INTO auditoria_por_sellar VALUES (1)',
])('the application role is refused: %s', async (text) => {
  await expect(sql.raw(text).execute(db)).rejects.toThrow(/permission denied/)
})

test.each([
  "UPDATE auditoria SET accion = 'x' WHERE id = 1",
  'DELETE FROM auditoria WHERE id = 1',
  "UPDATE auditoria_cadena SET hash = sha256('') WHERE pos = 1",
  'DELETE FROM auditoria_cadena WHERE pos = 1',
  'TRUNCATE auditoria_cadena',
])('the owner of the database is refused while triggers are on: %s', async (text) => {
  await expect(comoDueno(url, text)).rejects.toThrow(/not allowed/)
})

test('no two links follow the same link', async () => {
  await expect(
    comoDueno(url, "INSERT INTO auditoria_cadena VALUES (1, 987654, sha256(''))"),
  ).rejects.toThrow(/auditoria_cadena_pkey/)
})

test('secrets are removed when a row is inserted', async () => {
  await auditar(db, 'clave', { usuario: 'ana', password: 'x', password_hash: 'y', token: 'z' })
  const [row] = await comoDueno<{ despues: unknown }>(
    url,
    "SELECT despues FROM auditoria WHERE accion = 'clave'",
  )
  expect(row?.despues).toEqual({ usuario: 'ana' })
})

/** Acts as an attacker who controls the server: triggers are off for this session. */
const sinGuardas = (text: string) =>
  comoDueno(url, `SET session_replication_role = replica; ${text}`)

test('the head is published every ten minutes, at a close and when the day changes', async () => {
  app.setClock('2025-11-20T15:00:00Z')
  await sellar(db)
  expect(await publicarCabeza(db, afuera, true)).toMatchObject({
    motivo: 'periodo',
    dia: '2025-11-19',
  })
  expect(await publicarCabeza(db, afuera, true)).toBeNull()
  app.setClock('2025-11-21T01:00:00Z')
  await comoDueno(
    url,
    "INSERT INTO cierres (fecha, cerrado_en) VALUES ('2025-11-20', '2025-11-21T01:00:00Z')",
  )
  expect(await publicarCabeza(db, afuera, false)).toMatchObject({
    motivo: 'cierre',
    dia: '2025-11-20',
  })
  app.setClock('2025-11-21T15:00:00Z')
  expect(await publicarCabeza(db, afuera, false)).toBeNull()
  app.setClock('2025-11-22T05:00:01Z')
  expect(await publicarCabeza(db, afuera, false)).toMatchObject({
    motivo: 'cierre',
    dia: '2025-11-21',
  })
  await auditar(db, 'otra')
  await sellar(db)
  expect(await publicarCabeza(db, afuera, false)).toBeNull()
  expect(await publicarCabeza(db, afuera, true)).toMatchObject({ motivo: 'periodo' })
  expect(await anclasContra(db, datos)).toEqual({ revisadas: 4, diferencia: null })
  app.setClock(null)
})

test('npm run verificar finds a changed row, a row without a link, and a cut tail', async () => {
  await auditar(db, 'ultima')
  await sellar(db)
  expect((await verificar(db)).diferencia).toBeNull()
  await sinGuardas("UPDATE auditoria SET accion = 'otra' WHERE id = 3")
  expect((await verificar(db)).diferencia?.regla).toMatch(/encadenado/)
  await sinGuardas("UPDATE auditoria SET accion = 'editar' WHERE id = 3")
  expect((await verificar(db)).diferencia).toBeNull()
  await sinGuardas("INSERT INTO auditoria (accion, entidad) VALUES ('a mano', 'prueba')")
  expect((await verificar(db)).diferencia?.regla).toMatch(/espera para entrar/)
  await sinGuardas("DELETE FROM auditoria WHERE accion = 'a mano'")
  await publicarCabeza(db, afuera, true)
  await sinGuardas(
    'DELETE FROM auditoria WHERE id = (SELECT auditoria_id FROM auditoria_cadena ORDER BY pos DESC LIMIT 1)',
  )
  await sinGuardas(
    'DELETE FROM auditoria_cadena WHERE pos = (SELECT max(pos) FROM auditoria_cadena)',
  )
  expect((await verificar(db)).diferencia).toBeNull()
  expect((await anclasContra(db, datos)).diferencia?.detalle).toMatch(/ya no existe/)
})
