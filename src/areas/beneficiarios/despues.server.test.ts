import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { montarAgenda, PIDE_MOVIL } from '../../../test/support/areas/agenda.ts'
import { PEN, VES } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato as tiposPago } from '../tipos-pagos/contract.ts'
import { faltaPatron } from '../tipos-pagos/rules/patron.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const { adm, caj, ana, otra, tipo, movil, transferencia, nuevo, crear } = await montarAgenda(app)
const dondequiera = await tipo('DONDEQUIERA', [], { pais: null })
const soloEntra = await tipo('SOLO_ENTRA', [], { sentido: 'entra' })
const soloAlla = await tipo('SOLO_ALLA', [])
const conBanco = await tipo(
  'CON_BANCO',
  [{ clave: 'banco', etiqueta: 'Banco', tipo: 'entidad', obligatorio: false }],
  { pais: null },
)
const SIN_DATOS = { entidad_id: null, campos: {} }

describe('later', () => {
  test('an edit wants the version it read', async () => {
    const { body } = await crear(nuevo())
    const edit = (version: number) =>
      caj.call(contrato.editar, {
        params: { id: body.id },
        body: nuevo({ nombre: 'María P.', version }),
      })
    expect((await edit(1)).status).toBe(200)
    const { status, error } = await edit(1)
    expect([status, error.codigo]).toEqual([409, 'VERSION'])
    expect(
      (await caj.call(contrato.editar, { params: { id: 999_999 }, body: nuevo({ version: 1 }) }))
        .status,
    ).toBe(404)
  })

  test('who is verified is so until the account or the person changes', async () => {
    const campos = { telefono: '04161230004' }
    const { body } = await crear(nuevo({ campos }))
    const params = { id: body.id }
    const get = async () => (await caj.call(contrato.obtener, { params })).body
    const verificar = (verificado: boolean, version: number) =>
      caj.call(contrato.verificar, { params, body: { verificado, version } })
    expect((await verificar(true, 7)).error.codigo).toBe('VERSION')
    expect((await verificar(true, 1)).body.message).toBe('Beneficiario verificado.')
    expect((await get()).verificado?.por).toBe('Ana Quispe')
    const edit = (more: object) =>
      caj.call(contrato.editar, { params, body: nuevo({ campos, ...more }) })
    expect((await edit({ alias: 'tía', version: 2 })).status).toBe(200)
    expect((await get()).verificado).not.toBeNull()
    expect((await edit({ nombre: 'María López', version: 3 })).body.message).toMatch(
      /Verifíquelo de nuevo/,
    )
    expect((await get()).verificado).toBeNull()
    await verificar(true, 4)
    expect((await verificar(false, 5)).body.message).toMatch(/sin verificar/)
    expect((await get()).historial.map(({ accion }) => accion)).toContain('verificacion')
  })

  test('what the way asks for since then is told, and is put right before anything else', async () => {
    const estricto = await tipo('ESTRICTO', [PIDE_MOVIL[0] as object, PIDE_MOVIL[1] as object])
    const { body } = await crear(
      nuevo({ tipo_pago_id: estricto, campos: { telefono: '04121230005' } }),
    )
    const way = (await adm.call(tiposPago.obtener, { params: { id: estricto } })).body
    const { id: _, estatus: __, ...edit } = way
    const correo = { clave: 'correo', etiqueta: 'Correo', tipo: 'correo', obligatorio: true }
    await adm.call(tiposPago.editar, {
      params: { id: estricto },
      body: { ...edit, campos: [...way.campos, correo] },
    })
    const found = await caj.call(contrato.obtener, { params: { id: body.id } })
    expect(found.body.reparos).toEqual([
      { campo: 'campos.correo', msg: 'Este dato es obligatorio.' },
    ])
    const verified = await caj.call(contrato.verificar, {
      params: { id: body.id },
      body: { verificado: true, version: 1 },
    })
    expect(verified.error.codigo).toBe('BENEFICIARIO_POR_CORREGIR')
    await expect(exigir(body.id, ana, VES)).rejects.toThrow('BENEFICIARIO_POR_CORREGIR')
  })
})

const exigir = (id: number, cliente: number, moneda: number) =>
  sql`SELECT beneficiarios_exigir(${id}, ${cliente}, ${moneda})`.execute(app.db)

test('an order goes only to somebody of the client’s agenda, in use, in that currency', async () => {
  const { body } = await crear(nuevo())
  await expect(exigir(body.id, ana, VES)).resolves.toBeDefined()
  await expect(exigir(body.id, otra, VES)).rejects.toThrow('NO_EXISTE')
  await expect(exigir(999_999, ana, VES)).rejects.toThrow('NO_EXISTE')
  await expect(exigir(body.id, ana, PEN)).rejects.toThrow('VALIDACION')
  await caj.call(contrato.estatus, { params: { id: body.id } })
  await expect(exigir(body.id, ana, VES)).rejects.toThrow('INACTIVO')
})

describe('the database decides the same', () => {
  const insert = (more: Record<string, unknown>) => {
    const row = {
      cliente_id: ana,
      ...nuevo(),
      num_doc: 'V12345678',
      campos: { telefono: '04123000001' },
      ...more,
    }
    return app.db
      .insertInto('beneficiarios')
      .values({ ...row, campos: JSON.stringify(row.campos) } as never)
      .execute()
  }
  const malos: [string, Record<string, unknown>][] = [
    ['another country', { pais: 'co' }],
    ['another currency', { moneda_id: PEN }],
    ['no bank', { entidad_id: null }],
    ['no phone', { campos: {} }],
    ['a phone with spaces', { campos: { telefono: '0414 1234567' } }],
    ['a phone against the pattern', { campos: { telefono: '04991234567' } }],
    ['a datum that nobody asked for', { campos: { telefono: '04141112222', x: '1' } }],
    ['a document against the pattern', { num_doc: '12345678' }],
  ]
  test.each(malos)('%s', async (_, more) => {
    await expect(insert(more)).rejects.toThrow('VALIDACION')
  })
  const solos: [string, string, Record<string, unknown>][] = [
    ['a way by which nothing leaves', 'tipo_pago_id', { ...SIN_DATOS, tipo_pago_id: soloEntra }],
    [
      'a way of another country',
      'tipo_pago_id',
      { ...SIN_DATOS, tipo_pago_id: soloAlla, pais: 'co' },
    ],
    [
      'a way of another currency',
      'moneda_id',
      { ...SIN_DATOS, tipo_pago_id: dondequiera, moneda_id: PEN },
    ],
    ['a bank of another country', 'entidad_id', { campos: {}, tipo_pago_id: conBanco, pais: 'co' }],
  ]
  test.each(solos)('%s, and nothing else wrong', async (_, field, more) => {
    await expect(insert(more)).rejects.toMatchObject({
      detail: expect.stringContaining(`"${field}"`),
    })
  })
  test('and lets in what is right', async () => {
    await expect(insert({})).resolves.toBeDefined()
  })
  test.each(['01340032610000010012', '01020223060000010012', '0134003261000001001'])(
    'account %s',
    async (cuenta) => {
      await expect(insert({ tipo_pago_id: transferencia, campos: { cuenta } })).rejects.toThrow(
        'VALIDACION',
      )
    },
  )
  test('the check digits of Peru and Venezuela', async () => {
    const digits = async (fn: string, text: string) =>
      (await sql<{ d: string }>`SELECT ${sql.raw(fn)}(${text}) AS d`.execute(app.db)).rows[0]?.d
    expect(await digits('cci_digito', '002191')).toBe('5')
    expect(await digits('cci_digito', '170000011001')).toBe('9')
    expect(await digits('ve20_digito', '01340032')).toBe('6')
    expect(await digits('ve20_digito', '00320000010011')).toBe('1')
  })
  const reglas: [string, Record<string, unknown>][] = [
    ['beneficiarios_pais_check', { pais: 'usd', tipo_pago_id: 0 }],
    ['beneficiarios_nombre_check', { nombre: ' ' }],
    ['beneficiarios_tipo_doc_check', { tipo_doc: 'XXX' }],
    ['beneficiarios_verificado', { verificado_en: '2025-11-20T15:00:00Z' }],
  ]
  test.each(reglas)('%s', async (regla, more) => {
    const tipo_pago_id = more.tipo_pago_id === 0 ? dondequiera : movil
    await expect(
      insert({ ...more, tipo_pago_id, ...(more.tipo_pago_id === 0 && SIN_DATOS) }),
    ).rejects.toThrow(regla)
  })
  test('an account stands once in an agenda while it is in use', async () => {
    const row = { huella: 'p1:04123000001' }
    await insert(row)
    await expect(insert(row)).rejects.toThrow('beneficiarios_cuenta_unica')
    await expect(insert({ ...row, estatus: false })).resolves.toBeDefined()
    await expect(insert({ ...row, cliente_id: otra })).resolves.toBeDefined()
  })
  test('nobody takes a beneficiary to another client, or away, not even the owner', async () => {
    const { body } = await crear(nuevo())
    const owner = (text: string) => comoDueno(app.url, text, text.includes('$1') ? [body.id] : [])
    await expect(
      owner(`UPDATE beneficiarios SET cliente_id = ${otra} WHERE id = $1`),
    ).rejects.toThrow(/another row/)
    await expect(owner('DELETE FROM beneficiarios WHERE id = $1')).rejects.toThrow(/not allowed/)
    await expect(owner('TRUNCATE beneficiarios CASCADE')).rejects.toThrow(/not allowed/)
  })
})

describe('what a way of paying asks for', () => {
  const campo = (more: object) => ({
    clave: 'a',
    etiqueta: 'A',
    tipo: 'texto',
    obligatorio: false,
    ...more,
  })
  const malos: [string, object[], RegExp][] = [
    ['two of one key', [campo({}), campo({})], /ya está en la lista/],
    [
      'two banks',
      [campo({ tipo: 'entidad' }), campo({ clave: 'b', tipo: 'entidad' })],
      /ya se pide/,
    ],
    ['a key with capitals', [campo({ clave: 'Aa' })], /minúsculas/],
    ['a pattern that does not compile', [campo({ patron: '(' })], /no es válida/],
    ['a pattern that runs for ever', [campo({ patron: '(a+)+' })], /no se repite/],
    ['a type that is none', [campo({ tipo: 'x' })], /lista/],
    ['thirteen', Array.from({ length: 13 }, (_, i) => campo({ clave: `c${i}` })), /12/],
  ]
  test.each(malos)('is refused with %s', async (_, campos, message) => {
    const body = { codigo: 'MALO', nombre: 'Malo', sentido: 'sale', campos }
    const { status, error } = await adm.call(tiposPago.crear, { body })
    expect(status).toBe(400)
    expect(error.errors?.[0]?.msg).toMatch(message)
    const direct = app.db
      .insertInto('tipos_pagos')
      .values({
        codigo: 'MALO',
        nombre: 'Malo',
        sentido: 'sale',
        campos: JSON.stringify(campos),
      } as never)
      .execute()
    await expect(direct).rejects.toThrow(/tipos_pagos_campos/)
  })

  const patrones = [
    '\\d{4}',
    '(a+)+',
    'a?b*',
    '[^]',
    '[]a]',
    '\\d*\\d*\\d*\\d*',
    '(?=a)',
    '(?:a|b)c',
    '\\y',
    'a{130}',
    '(a|b){2}',
    `${'(a|a)'.repeat(24)}`,
    'x{2,}',
    '[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}',
    '(',
    '',
  ]
  test.each(patrones)('pattern %s is judged alike here and there', async (patron) => {
    const { rows } = await sql<{ ok: boolean }>`SELECT patron_seguro(${patron}) AS ok`.execute(
      app.db,
    )
    expect(rows[0]?.ok).toBe(patron !== '' && faltaPatron(patron) === null)
  })
})
