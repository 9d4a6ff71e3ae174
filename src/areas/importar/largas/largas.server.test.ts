import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { montarImportar, montarLargas, TITULOS } from '../../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { confirmarse, darVistos } from '../../../../test/support/vistos.ts'
import { contrato as avisos } from '../../notificaciones/contract.ts'
import { contratoLargas } from './contract.ts'
import { PORCION } from './porciones.ts'

/* files of many rows, checked and written in portions. */

const app = await startTestApp()
const [adm, otro] = [await app.signedIn('adm'), await app.signedIn('adm')]
const { fila, archivo } = montarImportar(adm)
const { abrir, una, todas, ver, filas, importar, cancelar } = montarLargas(app, adm)

const clientes = async () =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM clientes`.execute(app.db)).rows[0]?.n ??
  0
const campana = async (who = adm) => (await who.call(avisos.listar)).body.map(({ clave }) => clave)
const muchas = (n: number) => Array.from({ length: n }, () => fila())

afterEach(async () => {
  // One open import a person: none is left for the next test.
  for (const who of [adm, otro]) {
    for (const { id } of (await who.call(contratoLargas.listar)).body) await cancelar(id, who)
  }
})

describe('a file', () => {
  test('is checked in portions without creating anything, waits for its person, and is written in portions', async () => {
    const before = await clientes()
    const rows = muchas(PORCION * 2 + 10)
    rows[PORCION + 1] = fila('12')
    rows[PORCION + 2] = rows[0] as string
    rows[PORCION + 3] = fila(rows[1]?.split(';')[2], 'Otra')
    const { body, status } = await abrir(archivo(...rows))
    expect(status).toBe(201)
    await una()
    expect(await ver(body.id)).toMatchObject({ estado: 'revisando', hechas: PORCION })
    await todas()
    expect([await ver(body.id), await clientes()]).toEqual([
      expect.objectContaining({ estado: 'revisada', hechas: rows.length, debe: false }),
      before,
    ])
    expect(await campana()).toContain('importaciones-por-ver')
    expect(await campana(otro)).not.toContain('importaciones-por-ver')
    await importar(body.id)
    expect(await campana()).not.toContain('importaciones-por-ver')
    await una()
    expect(await clientes()).toBe(before + PORCION)
    await todas()
    const { estado, totales } = await ver(body.id)
    expect([estado, totales]).toEqual([
      'terminada',
      { filas: rows.length, nueva: rows.length - 3, igual: 1, distinta: 0, rechazada: 2 },
    ])
    expect(await clientes()).toBe(before + rows.length - 3)
    expect((await filas(body.id, 'igual')).map(({ motivos }) => motivos[0]?.msg)).toEqual([
      'Repite la fila 1.',
    ])
    expect(
      (await filas(body.id, 'rechazada')).map(({ fila, motivos }) => [fila, motivos[0]?.msg]),
    ).toEqual([
      [PORCION + 2, 'El DNI tiene 8 dígitos.'],
      [PORCION + 4, 'La fila 2 ya lo trae, con otro dato aquí.'],
    ])
    expect(await campana()).toContain('importaciones-por-ver')
    await adm.call(contratoLargas.vista, { params: { id: body.id } })
    expect(await campana()).not.toContain('importaciones-por-ver')
  })

  test('adds nothing when it comes again', async () => {
    const text = archivo(...muchas(PORCION + 5))
    for (const nueva of [PORCION + 5, 0]) {
      const { body } = await abrir(text)
      await todas()
      await importar(body.id)
      await todas()
      expect((await ver(body.id)).totales.nueva).toBe(nueva)
    }
  })

  test('is one while the answer was lost, and a person has one open at a time', async () => {
    const [text, clave] = [archivo(fila()), randomUUID()]
    const [a, b] = [
      await abrir(text, adm, 'clientes', clave),
      await abrir(text, adm, 'clientes', clave),
    ]
    expect(b.body.id).toBe(a.body.id)
    expect((await abrir(archivo(fila()))).status).toBe(409)
    expect((await abrir(archivo(fila()), otro)).status).toBe(201)
  })

  test('gives its refused rows back with the reason of each, as text that no spreadsheet runs', async () => {
    const { body } = await abrir(archivo(fila('12', '=1+1'), fila()))
    await todas()
    const { headers, text } = await bajada(body.id)
    expect(headers['content-disposition']).toContain('a - por corregir.csv')
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      `\uFEFF${TITULOS.replaceAll(';', ',')},Motivo`,
      `Natural,DNI,12,'=1+1,Paredes Soto,987654321,Público,"Nombres: Use solo letras, espacios, apóstrofo y guion. Número de documento: El DNI tiene 8 dígitos."`,
      '',
    ])
    // Its titles are read without a choice.
    expect(
      (
        await adm.raw('POST', '/api/importar/clientes/probar', Buffer.from(text), {
          'content-type': 'text/csv',
        })
      ).status,
    ).toBe(200)
  })

  test('of accounts is not taken: opening balances are all or nothing', async () => {
    expect((await abrir('Nombre\nx', adm, 'cuentas')).status).toBe(400)
    await expect(
      sql`INSERT INTO importaciones (que, nombre, sha256, claves, filas, usuario_id, quien, estado, creada_en)
        VALUES ('cuentas', 'x', sha256(''), '[]', 1, ${adm.usuario_id}, ${JSON.stringify({ usuario_id: adm.usuario_id })}::jsonb,
          'revisando', now())`.execute(app.db),
    ).rejects.toThrow(/importaciones_que_check/)
  })

  test('over its limit of rows, or without a required column, is refused whole', async () => {
    const many = archivo(...Array.from({ length: 50_001 }, () => 'Natural;DNI;1'))
    expect((await abrir(many)).error.message).toMatch(/más de 50,000 filas/)
    expect((await abrir('Nombres\nRosa')).error.errors?.[0]?.msg).toMatch(
      /Falta la columna «Persona»/,
    )
  })
})

const bajada = async (id: number) => {
  const answer = await app.http.inject({
    method: 'GET',
    url: `/api/importar/largas/${id}/rechazadas`,
    headers: { 'x-token': adm.token },
  })
  return { headers: answer.headers as Record<string, string>, text: answer.body }
}

describe('what a portion leaves', () => {
  test('is kept when it is cancelled between two; the rest is not written', async () => {
    const before = await clientes()
    const { body } = await abrir(archivo(...muchas(PORCION * 2)))
    await todas()
    await importar(body.id)
    await una()
    const { body: said } = await cancelar(body.id)
    expect(said.message).toBe(`Se detuvo. Quedan creados ${PORCION} clientes.`)
    await todas()
    expect([(await ver(body.id)).estado, await clientes()]).toEqual(['cancelada', before + PORCION])
    expect((await importar(body.id)).error.codigo).toBe('IMPORTAR_PASO')
  })

  test('of one that died is nothing: its rows are done by the next server, once', async () => {
    const before = await clientes()
    const { body } = await abrir(archivo(...muchas(PORCION + 1)))
    await todas()
    await importar(body.id)
    // Two servers at once, of which one at a time has the import.
    await Promise.all([una(), una()])
    await todas()
    expect([(await ver(body.id)).estado, await clientes()]).toEqual([
      'terminada',
      before + PORCION + 1,
    ])
  })

  test('of a fault of the program is an import that stopped and says where', async () => {
    const { body } = await abrir(archivo(...muchas(PORCION + 1)))
    await una()
    const roto = { crear: () => Promise.reject(new TypeError('roto')) }
    await expect(una({ handlers: roto })).rejects.toThrow('roto')
    expect(await ver(body.id)).toMatchObject({
      estado: 'detenida',
      motivo: `Un fallo del programa la detuvo después de la fila ${PORCION}. Lo creado queda.`,
    })
  })
})

describe('who', () => {
  test('has begun it may alone see, write and stop it', async () => {
    const { body } = await abrir(archivo(fila()))
    await todas()
    const params = { id: body.id }
    const [a, b] = [await importar(body.id, otro), await cancelar(body.id, otro)]
    const [c, d] = [
      await otro.call(contratoLargas.filas, { params }),
      await otro.call(contratoLargas.obtener, { params }),
    ]
    expect([a, b, c, d].map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const suyas = (await otro.call(contratoLargas.listar)).body
    expect(suyas.map(({ id }) => id)).not.toContain(body.id)
    expect((await otro.raw('GET', `/api/importar/largas/${body.id}/rechazadas`)).status).toBe(404)
  })

  test.each([
    ['is switched off', sql`UPDATE usuarios SET estatus = false`, /ya no puede ingresar/],
    [
      'has a temporary password',
      sql`UPDATE usuarios SET password_temporal_hasta = now() + interval '1 day'`,
      /ingresar/,
    ],
    ['lost the permission', sql`UPDATE usuarios SET rol_slug = 'mgr'`, /ya no tiene el permiso/],
  ])('%s: not one row more is written', async (_, change, motivo) => {
    const quien = await app.signedIn('adm')
    const { body } = await abrir(archivo(...muchas(PORCION + 1)), quien)
    await todas()
    await importar(body.id, quien)
    await una()
    const before = await clientes()
    await sql`${change} WHERE id = ${quien.usuario_id}`.execute(app.db)
    await todas()
    const { rows } = await sql<{ estado: string; motivo: string }>`
      SELECT estado, motivo FROM importaciones WHERE id = ${body.id}`.execute(app.db)
    expect([rows[0]?.estado, await clientes()]).toEqual(['detenida', before])
    expect(rows[0]?.motivo).toMatch(motivo)
  })
})

describe('rows that loosen a control', () => {
  test('take another person’s yes to the file before the first one is written, and to no other file', async () => {
    const text = archivo(...muchas(PORCION), fila()).replaceAll('Público', 'Mayorista')
    const before = await clientes()
    const { body } = await abrir(text)
    await todas()
    expect(await ver(body.id)).toMatchObject({ estado: 'revisada', debe: true })
    await confirmarse(adm)
    const refused = await importar(body.id)
    expect([refused.error.codigo, refused.error.message]).toEqual([
      'VISTO_FALTA',
      expect.stringMatching(/importar 101 clientes de «a.csv»/),
    ])
    await todas()
    expect([(await ver(body.id)).estado, await clientes()]).toEqual(['revisada', before])
    await darVistos(otro)
    await confirmarse(adm)
    expect((await importar(body.id)).status).toBe(200)
    await todas()
    expect([(await ver(body.id)).totales.nueva, await clientes()]).toEqual([101, before + 101])
    // The same file again: its rows are there, and the yes is used up.
    const again = await abrir(text.replaceAll('Rosa', 'Rosario'))
    await todas()
    expect((await ver(again.body.id)).totales).toMatchObject({ nueva: 0, distinta: 101 })
  })

  test('are not written by a portion without it, whatever the row of the import says', async () => {
    const { body } = await abrir(archivo(fila()).replaceAll('Público', 'Mayorista'))
    await todas()
    const set = sql`UPDATE importaciones SET estado = 'importando', hechas = 0, nueva = 0 WHERE id = ${body.id}`
    await expect(set.execute(app.db)).rejects.toThrow(/importaciones_con_visto/)
    await expect(
      sql`UPDATE importaciones SET debe = false WHERE id = ${body.id}`.execute(app.db),
    ).rejects.toThrow(/not allowed/)
    await expect(
      sql`UPDATE importaciones_filas SET celdas = '[]' WHERE importacion_id = ${body.id}`.execute(
        app.db,
      ),
    ).rejects.toThrow(/permission denied/)
  })
})
