import { describe, expect, test } from 'vitest'
import { montarAgenda, PIDE_MOVIL } from '../../../test/support/areas/agenda.ts'
import { PEN } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { entidades } from '../entidades-financieras/contract.ts'
import { contrato as tiposPago } from '../tipos-pagos/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const { adm, caj, ana, otra, entidad, tipo, transferencia, nuevo, crear } = await montarAgenda(app)

const faults = (errors: { campo?: string }[] | undefined) => errors?.map(({ campo }) => campo)

describe('a beneficiary', () => {
  test("is stored in the bank's spelling, and read with the data to copy when paying him", async () => {
    const { body, status } = await crear(
      nuevo({ alias: 'mamá', parentesco: 'padre', campos: { telefono: '+58 414-7654321' } }),
    )
    expect(status).toBe(201)
    const found = await caj.call(contrato.obtener, { params: { id: body.id } })
    expect(found.body).toMatchObject({
      cliente: { id: ana },
      alias: 'mamá',
      num_doc: 'V12345678',
      campos: { telefono: '04147654321' },
      moneda: { iso: 'VES' },
      metodo: { codigo: 'PAGO_MOVIL' },
      entidad: { codigo: '0134', servicio: 'operativo' },
      verificado: null,
      estatus: true,
      reparos: [],
      repetido_en: [],
      version: 1,
    })
    expect(found.body.datos).toEqual([
      { etiqueta: 'Banco', valor: 'Banesco (0134)' },
      { etiqueta: 'Teléfono', valor: '04147654321' },
      { etiqueta: 'Cédula', valor: 'V12345678' },
      { etiqueta: 'Titular', valor: 'María Pérez' },
    ])
    expect(found.body.historial.map(({ accion }) => accion)).toEqual(['crear'])
  })

  test('is found by name, document and account, and in his client’s agenda', async () => {
    const { body } = await crear(
      nuevo({ nombre: 'Édgar Zambrano', campos: { telefono: '04141119999' } }),
    )
    for (const term of ['edgar zamb', '1119999']) {
      const found = await caj.call(contrato.buscar, { params: { term } })
      expect(found.body.map(({ id }) => id)).toEqual([body.id])
    }
    const agenda = await caj.call(contrato.listar, { params: { id: ana } })
    expect(agenda.body.map(({ id }) => id)).toContain(body.id)
    expect((await caj.call(contrato.listar, { params: { id: otra } })).body).toEqual([])
  })

  const malos: [string, Record<string, unknown>, string[]][] = [
    ['a way that does not exist', { tipo_pago_id: 99999 }, ['tipo_pago_id']],
    ['another country', { pais: 'co' }, ['tipo_pago_id']],
    ['another currency', { moneda_id: PEN }, ['moneda_id']],
    ['no bank', { entidad_id: null }, ['entidad_id']],
    ['a bank that does not exist', { entidad_id: 99999 }, ['entidad_id']],
    ['no phone', { campos: {} }, ['campos.telefono']],
    ['a phone of another country', { campos: { telefono: '987654321' } }, ['campos.telefono']],
    [
      'a phone that does not match the pattern',
      { campos: { telefono: '04991234567' } },
      ['campos.telefono'],
    ],
    [
      'an unknown field',
      { campos: { telefono: '04141112222', correo: 'a@b.co' } },
      ['campos.correo'],
    ],
    ['an invalid document', { num_doc: '12345678' }, ['num_doc']],
    [
      'a document that does not match the way’s pattern',
      { tipo_doc: 'DNI', num_doc: '12345678' },
      ['num_doc'],
    ],
    ['no name', { nombre: '' }, ['nombre']],
    ['the reference market', { pais: 'usd' }, ['pais']],
    ['several faults', { entidad_id: null, campos: {} }, ['entidad_id', 'campos.telefono']],
  ]
  test.each(malos)('is refused with %s, and nothing is stored', async (_, more, campos) => {
    const before = (await caj.call(contrato.listar, { params: { id: ana } })).body.length
    const { status, error } = await crear(nuevo(more))
    expect([status, faults(error.errors)]).toEqual([400, campos])
    expect((await caj.call(contrato.listar, { params: { id: ana } })).body).toHaveLength(before)
  })

  test('is refused for a client who does not exist', async () => {
    expect((await crear(nuevo(), 999_999)).status).toBe(404)
    expect((await caj.call(contrato.listar, { params: { id: 999_999 } })).status).toBe(404)
    expect((await caj.call(contrato.obtener, { params: { id: 999_999 } })).status).toBe(404)
  })

  test('an account needs valid check digits and the prefix of its bank', async () => {
    const entidad_id = await entidad({ nombre: 'BDV', codigo: '0102', algoritmo: 've20' })
    const cuenta = (valor: string, more = {}) =>
      nuevo({ tipo_pago_id: transferencia, campos: { cuenta: valor }, ...more })
    expect((await crear(cuenta('0134-0032-61-0000010012'))).error.errors?.[0]?.msg).toMatch(
      /dígitos de control/,
    )
    expect(
      (await crear(cuenta('01340032610000010011', { entidad_id }))).error.errors?.[0]?.msg,
    ).toMatch(/empiezan con 0102/)
    expect((await crear(cuenta('0134-0032-61-0000010011'))).status).toBe(201)
  })

  test("an entity's pattern that no browser can run is checked by the database", async () => {
    const entidad_id = await entidad({ nombre: 'Libre', codigo: 'LIB', patron: '^(ab)+$' })
    const cuenta = (valor: string) =>
      nuevo({ tipo_pago_id: transferencia, entidad_id, campos: { cuenta: valor } })
    expect(faults((await crear(cuenta('ababa'))).error.errors)).toEqual(['campos.cuenta'])
    expect((await crear(cuenta('abab'))).status).toBe(201)
  })

  test('inactive ways and entities cannot be newly chosen, and a way that only collects pays nobody', async () => {
    const entra = await tipo('SOLO_ENTRA', [], { sentido: 'entra' })
    expect(
      (await crear(nuevo({ tipo_pago_id: entra, entidad_id: null, campos: {} }))).error.errors?.[0]
        ?.msg,
    ).toMatch(/no sirve/)
    const viejo = await tipo('VIEJO', PIDE_MOVIL)
    const { body } = await crear(nuevo({ tipo_pago_id: viejo }))
    await adm.call(tiposPago.estatus, { params: { id: viejo } })
    expect((await crear(nuevo({ tipo_pago_id: viejo }))).error.errors?.[0]?.msg).toMatch(/inactivo/)
    const keeps = await caj.call(contrato.editar, {
      params: { id: body.id },
      body: nuevo({ tipo_pago_id: viejo, version: 1 }),
    })
    expect(keeps.status).toBe(200)
    const entidad_id = await entidad({ nombre: 'Cerrado', codigo: '0199' })
    await adm.call(entidades.contrato.estatus, { params: { id: entidad_id } })
    expect((await crear(nuevo({ entidad_id }))).error.errors?.[0]?.msg).toMatch(/inactiva/)
    const other = await entidad({ nombre: 'Peruano', codigo: '0199', pais: 'pe' })
    expect((await crear(nuevo({ entidad_id: other }))).error.errors?.[0]?.msg).toMatch(
      /no trabaja en ese país/,
    )
  })
})

describe('the same account', () => {
  test('at another client is reported, never refused', async () => {
    const campos = { telefono: '04241230001' }
    await crear(nuevo({ campos }))
    const { status, body } = await crear(nuevo({ campos, nombre: 'Otra Persona' }), otra)
    expect([status, body.repetido_en.map(({ id }) => id)]).toEqual([201, [ana]])
    expect(body.message).toMatch(/Atención: .* tiene la misma cuenta/)
    const seen = await caj.call(contrato.obtener, { params: { id: body.id } })
    expect(seen.body.repetido_en.map(({ id }) => id)).toEqual([ana])
  })

  test('twice in one agenda is refused, naming the beneficiary who has it', async () => {
    const campos = { telefono: '04241230002' }
    const first = await crear(nuevo({ campos, alias: 'papá' }))
    const { status, error } = await crear(nuevo({ campos }))
    expect([status, error.codigo, error.detalle?.beneficiario_id]).toEqual([
      409,
      'DUPLICADO',
      first.body.id,
    ])
    expect(error.message).toMatch(/papá/)
    // Deactivating frees the account; it cannot be reactivated while another beneficiary has it.
    await caj.call(contrato.estatus, { params: { id: first.body.id } })
    expect((await crear(nuevo({ campos }))).status).toBe(201)
    expect((await caj.call(contrato.estatus, { params: { id: first.body.id } })).error.codigo).toBe(
      'DUPLICADO',
    )
  })

  test('of two concurrent ones, one is stored', async () => {
    const campos = { telefono: '04241230003' }
    const both = await Promise.all([crear(nuevo({ campos })), crear(nuevo({ campos }), ana, adm)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

test('a user who may only view changes nothing; a user without permission sees nothing', async () => {
  const { body } = await crear(nuevo())
  const pag = await app.signedIn('pag')
  expect((await pag.call(contrato.obtener, { params: { id: body.id } })).status).toBe(200)
  const writes = [
    pag.call(contrato.crear, { params: { id: ana }, body: nuevo() }),
    pag.call(contrato.editar, { params: { id: body.id }, body: nuevo({ version: 1 }) }),
    pag.call(contrato.estatus, { params: { id: body.id } }),
    pag.call(contrato.verificar, {
      params: { id: body.id },
      body: { verificado: true, version: 1 },
    }),
  ]
  for (const { status } of await Promise.all(writes)) expect(status).toBe(403)
  const con = await app.signedIn('con')
  const reads = [
    con.call(contrato.listar, { params: { id: ana } }),
    con.call(contrato.obtener, { params: { id: body.id } }),
    con.call(contrato.buscar, { params: { term: 'maria' } }),
  ]
  for (const { status } of await Promise.all(reads)) expect(status).toBe(403)
})
