import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { baseFolder } from '../../../../test/support/servidor/carpeta.ts'
import { comoDueno, ponerReloj, sesionesSinFin } from '../../../../test/support/servidor/dueno.ts'
import { anotandoRespaldo, EnCurso } from '../../../server/respaldo/anotar.ts'
import { escribirEstado } from '../../../server/respaldo/registro/estado.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { aportes } from '../aportes.ts'
import { contrato } from '../contract.ts'

/* R-394: the daily backup is made when it is due, and somebody hears of it when there is none. */

const datos = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
const respaldo = { destino: null as string | null, ajeno: false, datos }
const app = await startTestApp({ afuera: { anclas: null, clave: Buffer.alloc(32, 7), respaldo } })
afterAll(() => rmSync(datos, { recursive: true, force: true }))
const adm = await app.signedIn('adm')

interface Juicio {
  toca: boolean
  falta: boolean
}

/** What is decided at this instant of a house in Lima, which is five hours behind. */
async function a(instant: string): Promise<Juicio> {
  ponerReloj(app.url, instant)
  try {
    const [row] = await comoDueno<Juicio>(
      app.url,
      'SELECT respaldo_toca() AS toca, respaldo_falta() AS falta',
    )
    return row as Juicio
  } finally {
    ponerReloj(app.url, null)
  }
}

const anotar = (inicio: string, falla: string | null = null) =>
  comoDueno(
    app.url,
    `INSERT INTO respaldos (inicio, fin, carpeta, bytes, falla) VALUES ('${inicio}',
       timestamptz '${inicio}' + interval '1 minute', '/disco', ${falla ? 'NULL' : '5000'}, ${falla ? `'${falla}'` : 'NULL'})`,
  )

test('it is due at its hour of the house, once, and later where the machine was off', async () => {
  expect(await a('2025-11-20T15:00:00Z')).toEqual({ toca: true, falta: false })
  await anotar('2025-11-20T08:00:01Z')
  // 3:00 in Lima is 8:00 UTC.
  expect(await a('2025-11-20T15:00:00Z')).toEqual({ toca: false, falta: false })
  expect(await a('2025-11-21T07:59:59Z')).toEqual({ toca: false, falta: false })
  expect(await a('2025-11-21T08:00:00Z')).toEqual({ toca: true, falta: false })
  expect(await a('2025-11-21T14:30:00Z')).toEqual({ toca: true, falta: true })
  await comoDueno(app.url, "UPDATE ajustes SET valor = '10' WHERE clave = 'respaldo_hora'")
  expect(await a('2025-11-21T14:30:00Z')).toMatchObject({ toca: true })
  await anotar('2025-11-21T14:31:00Z')
  expect(await a('2025-11-21T14:59:59Z')).toEqual({ toca: false, falta: false })
  expect(await a('2025-11-21T15:00:00Z')).toMatchObject({ toca: true })
})

test('one that the log asks for is made once, whichever process sees that it follows none', async () => {
  const pide = async (visto: string | null) => {
    ponerReloj(app.url, '2025-11-21T15:30:00Z')
    const rows = await comoDueno(app.url, 'SELECT respaldo_pedido($1) AS pide', [visto])
    ponerReloj(app.url, null)
    return rows[0]
  }
  expect(await pide(null)).toEqual({ pide: false })
  // The last good one ended at 14:32.
  expect(await pide('2025-11-21T14:31:59Z')).toEqual({ pide: false })
  expect(await pide('2025-11-21T14:32:01Z')).toEqual({ pide: true })
})

test('what a clock dated that was ahead has none be left out, and nobody hear nothing (R-467)', async () => {
  const bueno = async () => (await adm.call(contrato.respaldo)).body.bueno?.fin
  const visto = "SELECT respaldo_pedido('2025-11-21T14:33:00Z') AS pide"
  const pide = async () => {
    ponerReloj(app.url, '2025-11-21T15:30:00Z')
    const [row] = await comoDueno<{ pide: boolean }>(app.url, visto)
    ponerReloj(app.url, null)
    return row?.pide
  }
  await anotar('2036-11-21T15:00:00Z', 'Sin disco')
  expect(await a('2025-11-21T15:30:00Z')).toEqual({ toca: true, falta: false })
  await anotar('2036-11-21T15:10:00Z')
  expect(await a('2025-11-21T15:30:00Z')).toEqual({ toca: true, falta: false })
  expect(await a('2025-11-22T16:33:00Z')).toEqual({ toca: true, falta: true })
  expect(await pide()).toBe(true)
  // The last good one is that which was made last.
  await anotar('2025-11-21T15:20:00Z')
  expect(await bueno()).toContain('2025-11-21T15:21')
  const medida = aportes.mide?.find(({ nombre }) => nombre === 'cambista_backup_timestamp_seconds')
  const [row] = await comoDueno<{ valor: string }>(app.url, medida?.consulta ?? '')
  expect(Number(row?.valor) * 1000).toBe(Date.parse('2025-11-21T15:21:00Z'))
  await comoDueno(app.url, "DELETE FROM respaldos WHERE inicio > '2025-11-21T14:40:00Z'")
})

test('the settings say until when all is kept, as it is written down, of the folder of now', async () => {
  const hasta = async () => (await adm.call(contrato.respaldo, {})).body.hasta
  const known = { hasta: '2025-11-21T15:00:00.000Z', segmento: '0', hecho: null, suelto: false }
  const escribir = (suelto: boolean) =>
    escribirEstado(datos, { ...known, suelto, de: '/disco/registro/7/00000001' })
  respaldo.destino = '/disco'
  expect(await hasta()).toBeNull()
  escribir(false)
  expect(await hasta()).toBe(known.hasta)
  escribir(true)
  expect(await hasta()).toBeNull()
  escribir(false)
  respaldo.destino = '/otro'
  expect(await hasta()).toBeNull()
  respaldo.destino = null
})

test('one that failed is tried again within the hour, and rings when a day has passed without a good one', async () => {
  await anotar('2025-11-22T15:00:00Z', 'No queda espacio')
  expect(await a('2025-11-22T15:59:00Z')).toEqual({ toca: false, falta: false })
  expect(await a('2025-11-22T16:02:00Z')).toEqual({ toca: true, falta: false })
  expect(await a('2025-11-22T16:33:00Z')).toEqual({ toca: true, falta: true })
  await comoDueno(app.url, "UPDATE ajustes SET valor = 'false' WHERE clave = 'respaldo_diario'")
  expect(await a('2025-11-22T16:33:00Z')).toEqual({ toca: false, falta: false })
  await comoDueno(app.url, "UPDATE ajustes SET valor = 'true' WHERE clave = 'respaldo_diario'")
})

test('the bell says at once that the last one failed and why, and later that a good one is missing', async () => {
  const suena = async () =>
    (await adm.call(notificaciones.listar, {})).body
      .filter(({ clave }) => clave.startsWith('respaldo'))
      .map(({ titulo }) => titulo)
  const medida = aportes.mide?.find(({ nombre }) => nombre === 'cambista_backup_missing')
  const falta = async () =>
    (await sql<{ valor: number }>`${sql.raw(medida?.consulta ?? '')}`.execute(app.db)).rows[0]
      ?.valor
  app.setClock('2025-11-22T15:10:00Z')
  expect(await suena()).toEqual(['1 respaldo que falló, el último: No queda espacio'])
  expect(await falta()).toBe(0)
  app.setClock('2025-11-22T17:00:00Z')
  expect(await suena()).toEqual([
    '1 respaldo que falta, el último bueno tiene más de un día: No queda espacio',
  ])
  expect(await falta()).toBe(1)
  await anotar('2025-11-22T17:05:00Z')
  app.setClock('2025-11-22T17:06:00Z')
  expect(await suena()).toEqual([])
  app.setClock(null)
  await comoDueno(app.url, 'DELETE FROM respaldos WHERE id = (SELECT max(id) FROM respaldos)')
})

test('the settings say which was the last good one, and why the last one failed', async () => {
  expect((await adm.call(contrato.respaldo, {})).body).toMatchObject({
    ...{ destino: null, ajeno: false },
    bueno: { carpeta: '/disco', bytes: 5000, fin: expect.stringContaining('2025-11-21T14:32') },
    falla: { motivo: 'No queda espacio' },
  })
  await anotar('2025-11-23T15:00:00Z')
  expect((await adm.call(contrato.respaldo, {})).body).toMatchObject({ falla: null, archivo: null })
  // Of a PostgreSQL of the house's own (R-456) what it says of its log, too.
  respaldo.ajeno = true
  expect((await adm.call(contrato.respaldo, {})).body).toMatchObject({
    ...{ ajeno: true, bueno: { bytes: 5000 } },
    archivo: { archiva: false, ultimo: null, falla: null },
  })
  respaldo.ajeno = false
})

test('a house that works without any backup hears of it, and so does one whose log is not kept', async () => {
  const suena = async () => {
    const [row] = await comoDueno(
      app.url,
      'SELECT respaldo_nunca() AS nunca, registro_falla() AS registro',
    )
    return row
  }
  const copia = (await comoDueno(app.url, 'SELECT * FROM respaldos')).length
  expect(copia).toBeGreaterThan(0)
  await comoDueno(app.url, 'CREATE TABLE aparte AS SELECT * FROM respaldos; DELETE FROM respaldos')
  // Its books are of today alone, or there is none.
  expect(await suena()).toMatchObject({ nunca: false })
  await comoDueno(
    app.url,
    `INSERT INTO trabajos (trabajo, nombre, fallas, desde, motivo)
     VALUES ('registro', 'registro continuo', 1, ahora() - interval '9 minutes', 'Sin disco')`,
  )
  expect(await suena()).toMatchObject({ registro: false })
  await comoDueno(app.url, "UPDATE trabajos SET desde = ahora() - interval '11 minutes'")
  expect(await suena()).toMatchObject({ registro: true })
  expect((await adm.call(contrato.respaldo, {})).body).toMatchObject({
    registro: { motivo: 'Sin disco' },
  })
  await comoDueno(app.url, 'DELETE FROM trabajos; INSERT INTO respaldos SELECT * FROM aparte')
})

test('a phrase that nobody has typed for long rings, until somebody proves that he has it', async () => {
  const suena = async () =>
    (await adm.call(notificaciones.listar)).body.filter(({ clave }) => clave === 'frase').length
  const frase = async () => (await adm.call(contrato.respaldo, {})).body.frase
  const dias = (n: number) =>
    comoDueno(app.url, `UPDATE ajustes SET valor = '${n}' WHERE clave = 'respaldo_frase_dias'`)
  // The first good one ended on 20 November at 8:01: before anybody proved it, it counts from there.
  app.setClock('2026-02-18T08:00:00Z')
  await sesionesSinFin(app.url)
  expect([await suena(), (await frase())?.falta]).toEqual([0, false])
  app.setClock('2026-02-18T08:02:00Z')
  expect([await suena(), (await frase())?.falta]).toEqual([1, true])
  await dias(0)
  expect(await suena()).toBe(0)
  await dias(120)
  expect(await suena()).toBe(0)
  await dias(90)
  expect(await suena()).toBe(1)
  await comoDueno(app.url, "SELECT respaldo_frase_anotar('probada')")
  expect([await suena(), (await frase())?.falta]).toEqual([0, false])
  expect((await frase())?.desde).toContain('2026-02-18T08:02')
  app.setClock('2026-05-19T08:03:00Z')
  expect(await suena()).toBe(1)
  app.setClock(null)
  for (const text of ["SELECT respaldo_frase_anotar('probada')", 'DELETE FROM respaldos_frases'])
    await expect(sql.raw(text).execute(app.db)).rejects.toThrow('permission denied')
  await expect(comoDueno(app.url, 'DELETE FROM respaldos_frases')).rejects.toThrow()
})

test('what came of a backup is written by its command, and by nobody at a screen', async () => {
  const good = { carpeta: '/otro', manifiesto: { paquete: { bytes: 7 } } }
  expect(await anotandoRespaldo(app.url, '/d', async () => good)).toBe(good)
  const fails = (error: Error) =>
    anotandoRespaldo(app.url, '/d', async () => {
      throw error
    })
  await expect(fails(new Error('Sin disco'))).rejects.toThrow('Sin disco')
  // Another process is at it: nothing came of this one.
  await expect(fails(new EnCurso('Ya se está haciendo'))).rejects.toThrow('Ya se')
  const { rows } = await sql<{ carpeta: string; bytes: string | null; falla: string | null }>`
    SELECT carpeta, bytes::text, falla FROM respaldos ORDER BY id DESC LIMIT 2`.execute(app.db)
  expect(rows).toEqual([
    { carpeta: '/d', bytes: null, falla: 'Sin disco' },
    { carpeta: '/otro', bytes: '7', falla: null },
  ])
  // R-432: a full disk is said in words, also where it does not take the note of it.
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const lleno = /no se hizo, o no se pudo anotar: el disco de la base de datos está lleno/
  await expect(fails(full)).rejects.toThrow(lleno)
  await comoDueno(app.url, 'ALTER TABLE respaldos RENAME TO otros')
  await expect(fails(full)).rejects.toThrow(lleno)
  await comoDueno(app.url, 'ALTER TABLE otros RENAME TO respaldos')
  // Not even the owner writes one that is both good and failed, or neither.
  for (const [bytes, falla] of [
    ['1', "'x'"],
    ['NULL', 'NULL'],
    ['NULL', "''"],
    ['0', 'NULL'],
  ]) {
    const text = `INSERT INTO respaldos (inicio, fin, carpeta, bytes, falla) VALUES (now(), now(), '/x', ${bytes}, ${falla})`
    await expect(comoDueno(app.url, text)).rejects.toThrow('respaldos_final')
  }
  for (const text of [
    "INSERT INTO respaldos (inicio, fin, carpeta, bytes) VALUES (now(), now(), '/x', 1)",
    'UPDATE respaldos SET bytes = 1',
    'DELETE FROM respaldos',
  ])
    await expect(sql.raw(text).execute(app.db)).rejects.toThrow('permission denied')
})
