import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
let adm: Client

const ana = {
  tipo_persona: 'natural',
  tipo_doc: 'DNI',
  num_doc: '70000011',
  nombres: 'Ana Lucía',
  apellidos: 'García Peña',
  fecha_nac: '1990-05-10',
  celular: '987 654 321',
  segmento: 'publico',
}
const empresa = {
  tipo_persona: 'juridica',
  tipo_doc: 'RUC',
  num_doc: '20999000020',
  razon_social: 'Importaciones Ñandú S.A.C.',
  celular: '987654322',
  segmento: 'mayorista',
}

let documento = 40_000_000
const otro = (more: object = {}) => {
  documento += 1
  return { ...ana, num_doc: String(documento), nombres: 'Luis', apellidos: 'Rojas Díaz', ...more }
}
const crear = async (body: object) => {
  const { status, body: made } = await adm.call(contrato.crear, { body })
  expect(status).toBe(201)
  return made.id
}

beforeAll(async () => {
  app.setClock('2025-11-20T15:00:00Z')
  adm = await app.signedIn('adm')
})

describe('creation', () => {
  test('keeps the client cleaned, with his level and his history', async () => {
    const id = await crear({ ...ana, limite_dia: '1500.50' })
    const { body } = await adm.call(contrato.obtener, { params: { id } })
    expect(body).toMatchObject({
      nombre: 'Ana Lucía García Peña',
      celular: '+51987654321',
      nivel: 'N1',
      faltan: ['direccion', 'distrito', 'ocupacion', 'origen_fondos'],
      estado: 'activo',
      limite_dia: '1500.50',
      limite_mes: null,
      cuenta_propia: true,
      documento_vencido: false,
      version: 1,
    })
    expect(body.historial).toMatchObject([{ accion: 'crear', usuario: 'Ana Quispe' }])
    expect(Date.parse(body.creado_en)).toBe(Date.parse('2025-11-20T15:00:00Z'))
  })

  test('a company is N3 and says what it lacks', async () => {
    const id = await crear(empresa)
    const { body } = await adm.call(contrato.obtener, { params: { id } })
    expect(body).toMatchObject({ nombre: empresa.razon_social, nivel: 'N3' })
    expect(body.faltan).toContain('representante')
  })

  test('a document that exists is 409 and leads to its client, however it is typed', async () => {
    const id = await crear(otro({ tipo_doc: 'CVE', num_doc: 'V12345678' }))
    const again = otro({ tipo_doc: 'CVE', num_doc: 'v-12.345.678' })
    const { status, error } = await adm.call(contrato.crear, { body: again })
    expect(status).toBe(409)
    expect(error).toMatchObject({
      codigo: 'DUPLICADO',
      message: 'Ya existe un cliente con ese documento: Luis Rojas Díaz.',
      detalle: { cliente_id: id },
      errors: [{ campo: 'num_doc' }],
    })
  })

  test('ten at once with one document make one client', async () => {
    const body = otro()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => adm.call(contrato.crear, { body })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, ...Array(9).fill(409)])
  })

  test('another person with the same name and birth date is told, not refused', async () => {
    const first = await crear(otro({ nombres: 'José', apellidos: 'Núñez' }))
    const { body } = await adm.call(contrato.crear, {
      body: otro({ nombres: 'Jose', apellidos: 'NUÑEZ' }),
    })
    expect(body.parecido_id).toBe(first)
    expect(body.message).toContain('mismo nombre')
  })

  test.each([
    ['a minor', { fecha_nac: '2007-11-21' }, 'fecha_nac'],
    ['an unknown field', { apodo: 'x' }, 'apodo'],
    ['U+0000', { notas: 'a\u0000b' }, 'notas'],
    ['an emoji in the name', { nombres: 'Ana 😀' }, 'nombres'],
    ['20 decimals', { limite_dia: '1.12345678901234567890' }, 'limite_dia'],
    ['1e400', { limite_mes: '1e400' }, 'limite_mes'],
    ['NaN', { limite_mes: 'NaN' }, 'limite_mes'],
    ['a number for a text', { nombres: 5 }, 'nombres'],
    ['a date that is none', { vence_doc: '2025-02-30' }, 'vence_doc'],
    ['a document of another type', { tipo_doc: 'DNI', num_doc: 'AB123' }, 'num_doc'],
    ['no document', { num_doc: '' }, 'num_doc'],
  ])('%s is refused on its field', async (_, wrong, campo) => {
    const { status, error } = await adm.call(contrato.crear, { body: otro(wrong) })
    expect(status).toBe(400)
    expect(error.errors?.map((each) => each.campo)).toContain(campo)
  })

  test('a country that does not exist and a year that PostgreSQL does not know are refused', async () => {
    for (const wrong of [{ nacionalidad: 'zz' }, { vence_doc: '0000-01-01' }]) {
      const { status } = await adm.call(contrato.crear, { body: otro(wrong) })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })
})

describe('edit', () => {
  test('saves under the version that was read, else 409 with what is stored', async () => {
    const body = otro()
    const id = await crear(body)
    const edited = { ...body, direccion: 'Av. Perú 123', version: 1 }
    expect((await adm.call(contrato.editar, { params: { id }, body: edited })).status).toBe(200)
    const late = await adm.call(contrato.editar, { params: { id }, body: edited })
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({
      codigo: 'VERSION',
      detalle: { version: 2, actual: { direccion: 'Av. Perú 123' } },
    })
  })

  test('a person becomes a company, and nothing of the person stays', async () => {
    const id = await crear(otro({ ocupacion: 'Comerciante' }))
    const body = { ...empresa, num_doc: '20999000038', version: 1 }
    expect((await adm.call(contrato.editar, { params: { id }, body })).status).toBe(200)
    const { body: found } = await adm.call(contrato.obtener, { params: { id } })
    expect(found).toMatchObject({ nombre: empresa.razon_social, nombres: null, ocupacion: null })
  })

  test('the document of another client is refused', async () => {
    const [one, two] = [otro(), otro()]
    const other = await crear(one)
    const id = await crear(two)
    const { status, error } = await adm.call(contrato.editar, {
      params: { id },
      body: { ...two, num_doc: one.num_doc, version: 1 },
    })
    expect(status).toBe(409)
    expect(error.detalle).toMatchObject({ cliente_id: other })
  })

  test('a client that does not exist is 404', async () => {
    const missing = { params: { id: 999_999 } }
    expect((await adm.call(contrato.obtener, missing)).status).toBe(404)
    const { status } = await adm.call(contrato.editar, {
      ...missing,
      body: { ...otro(), version: 1 },
    })
    expect(status).toBe(404)
  })
})

describe('state', () => {
  test('is changed with a reason by who may, and stays in the history', async () => {
    const id = await crear(otro())
    const body = { estado: 'bloqueado', motivo: 'Documento falso' }
    const cum = await app.signedIn('cum')
    const { status, body: answer } = await cum.call(contrato.estado, { params: { id }, body })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ estado: 'bloqueado', message: 'El cliente está bloqueado.' })
    const { body: found } = await adm.call(contrato.obtener, { params: { id } })
    expect(found).toMatchObject({
      estado: 'bloqueado',
      motivo_estado: 'Documento falso',
      version: 1,
    })
    expect(found.historial.map(({ accion }) => accion)).toEqual(['estado', 'crear'])
    const again = await cum.call(contrato.estado, { params: { id }, body })
    expect(again.error.errors).toEqual([{ msg: 'El cliente ya está bloqueado.', campo: 'estado' }])
  })

  test('asks for a reason', async () => {
    const id = await crear(otro())
    for (const body of [{ estado: 'bloqueado' }, { estado: 'bloqueado', motivo: 'no' }]) {
      expect((await adm.call(contrato.estado, { params: { id }, body })).status).toBe(400)
    }
  })
})

test('each call needs its permission', async () => {
  const id = await crear(otro())
  const caj = await app.signedIn('caj')
  const mgr = await app.signedIn('mgr')
  const body = { estado: 'bloqueado', motivo: 'Documento falso' }
  expect((await caj.call(contrato.crear, { body: otro() })).status).toBe(201)
  expect((await caj.call(contrato.estado, { params: { id }, body })).status).toBe(403)
  expect((await mgr.call(contrato.listar)).status).toBe(403)
  expect((await mgr.call(contrato.crear, { body: otro() })).status).toBe(403)
  const stranger = { 'x-token': '' }
  expect((await adm.raw('GET', '/api/clientes', undefined, stranger)).status).toBe(401)
})
