import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import type { Campos } from '../../../core/fields.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { campos, contrato } from '../contract.ts'

/* The database enforces the limits of a client that the screen shows, at the counter and in orders. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, ana } = casa
const { compra } = mostrador(casa)

const LLENA = {
  direccion: 'Av. Arequipa 1234',
  distrito: 'Lince',
  ocupacion: 'Comerciante',
  origen_fondos: 'Ventas de su negocio',
}
const EMPRESA = {
  tipo_persona: 'juridica',
  tipo_doc: 'RUC',
  nombres: null,
  apellidos: null,
  fecha_nac: null,
  razon_social: 'Comercial Demo S.A.C.',
}
const LLENA_EMPRESA = {
  direccion: 'Jr. Camaná 200',
  distrito: 'Lima',
  objeto_social: 'Comercio',
  representante: 'Carmen Poma',
  representante_doc: 'DNI 41000099',
  sin_beneficiario_final: true,
  origen_fondos: 'Giro del negocio',
}
/** Above every threshold of the settings. */
const HUGE = 2_000_000_000
let documento = 61_000_000
const RUCS = ['20999000020', '20999000038', '20999000046', '20999000054', '20999000062']
async function crear(more: Record<string, unknown> = {}): Promise<number> {
  documento += 1
  const natural = {
    tipo_persona: 'natural',
    tipo_doc: 'DNI',
    num_doc: more.tipo_doc === 'RUC' ? RUCS.shift() : String(documento),
    nombres: 'Luis',
    apellidos: 'Rojas',
    fecha_nac: '1980-01-31',
    celular: '987654321',
    segmento: 'publico',
  }
  const { status, body, error } = await adm.call(contrato.crear, { body: { ...natural, ...more } })
  expect([status, error.errors]).toEqual([201, undefined])
  return body.id
}
const ver = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
async function editar(id: number, cambio: object, quien = adm) {
  const actual = (await ver(id)) as unknown as Record<string, unknown>
  const own = Object.fromEntries(Object.keys(campos).map((name) => [name, actual[name]]))
  const body = { ...own, version: actual.version, ...cambio }
  return quien.call(contrato.editar, { params: { id }, body })
}
const estado = (id: number, cual: 'activo' | 'observado' | 'bloqueado') =>
  adm.call(contrato.estado, { params: { id }, body: { estado: cual, motivo: 'Señal de alerta' } })
const opera = (id: number, dolares: string, soles: string) =>
  adm.call(comprasVentas.crear, {
    body: { ...compra(dolares, soles, { cliente_id: id }), confirmo_duplicado: true },
  })
const grande = (id: number) => opera(id, '500.00', '1760.00')
const chica = (id: number) => opera(id, '100.00', '352.00')
/** The missing data of a client for an operation of so many dollars, as the refusal names them. */
async function faltan(id: number, usd: number | null): Promise<string | null> {
  const asked = sql`SELECT clientes_admitir(${id}, ${usd}, fecha_negocio(ahora()))`.execute(app.db)
  const error = (await asked.catch((e: unknown) => e)) as { message?: string; detail?: string }
  if (!error.message) return null
  expect(error.message).toBe('IDENTIFICACION_REQUERIDA')
  return JSON.parse(error.detail ?? '{}').faltan
}

test('US$ 500 of a client of level N0 are refused, and the refusal names the missing data', async () => {
  const id = await crear({ fecha_nac: null })
  expect((await ver(id)).nivel).toBe('N0')
  expect((await chica(id)).status).toBe(201)
  const { status, error } = await grande(id)
  expect([status, error.codigo, error.detalle]).toEqual([
    409,
    'IDENTIFICACION_REQUERIDA',
    {
      umbral: '200',
      faltan: 'fecha de nacimiento',
      cliente_id: id,
      pide: expect.stringMatching(/^en el mes, la ficha de .+ debe tener: fecha de nacimiento$/),
    },
  ])
  expect((await editar(id, { fecha_nac: '1980-01-31' })).status).toBe(200)
  expect((await grande(id)).status).toBe(201)
})

describe('an expired document', () => {
  test('operates below the identity threshold; from it on the refusal says what to do', async () => {
    const id = await crear({ vence_doc: '2024-06-30' })
    expect((await chica(id)).status).toBe(201)
    const { status, error } = await grande(id)
    expect([status, error.codigo]).toEqual([409, 'DOCUMENTO_VENCIDO'])
    expect(error.message).toMatch(
      /^El documento de Luis Rojas venció el 30\/06\/2024: desde US\$ 200 .* Pídale el nuevo y anótelo en su ficha\.$/,
    )
    expect((await editar(id, { vence_doc: '2030-06-30' })).status).toBe(200)
    expect((await grande(id)).status).toBe(201)
  })

  test('is valid on its last day and not on the next', async () => {
    const id = await crear({ vence_doc: '2025-11-20' })
    expect((await grande(id)).status).toBe(201)
    const next = sql`SELECT clientes_admitir(${id}, 500, '2025-11-21')`.execute(app.db)
    await expect(next).rejects.toThrow('DOCUMENTO_VENCIDO')
  })

  test('does not become valid by clearing its date', async () => {
    const id = await crear({ vence_doc: '2024-06-30' })
    const { status, error } = await editar(id, { vence_doc: null })
    expect([status, error.errors]).toEqual([
      400,
      [{ campo: 'vence_doc', msg: 'El documento venció: escriba el vencimiento del nuevo.' }],
    ])
    const forget = sql`UPDATE clientes SET vence_doc = NULL WHERE id = ${id}`.execute(app.db)
    await expect(forget).rejects.toThrow('VALIDACION')
    // Another document may have no date.
    documento += 1
    expect((await editar(id, { vence_doc: null, num_doc: String(documento) })).status).toBe(200)
  })
})

describe('an observed client', () => {
  test('operates below the identity threshold; from it on compliance must review him first', async () => {
    const id = await crear()
    await estado(id, 'observado')
    expect((await chica(id)).status).toBe(201)
    // The month's second operation reaches US$ 200: splitting does not help.
    const { status, error } = await chica(id)
    expect([status, error.codigo, error.detalle?.cliente_id]).toEqual([
      409,
      'CLIENTE_OBSERVADO',
      id,
    ])
    expect(error.message).toMatch(/hasta que cumplimiento lo revise y lo pase a activo/)
    const cajera = { params: { id }, body: { estado: 'activo', motivo: 'Ya está' } } as const
    expect((await caj.call(contrato.estado, cajera)).status).toBe(403)
    await estado(id, 'activo')
    expect((await grande(id)).status).toBe(201)
  })

  test('sends no order, makes no payment and receives none until compliance has reviewed him', async () => {
    const body = casa.orden({ envia: '1000.00' })
    const made = (await caj.call(ordenes.crear, { body })).body
    await estado(ana, 'observado')
    const create = await caj.call(ordenes.crear, { body })
    expect(create.error.codigo).toBe('CLIENTE_OBSERVADO')
    const params = { id: made.id }
    const cobro = { params, body: casa.efectivo('1000.00') }
    expect((await caj.call(ordenes.registrarCobro, cobro)).error.codigo).toBe('CLIENTE_OBSERVADO')
    await estado(ana, 'activo')
    expect((await caj.call(ordenes.registrarCobro, cobro)).status).toBe(201)
    expect((await casa.pag.call(ordenes.tomar, { params })).status).toBe(200)
    await estado(ana, 'observado')
    const paid = () => casa.pago(made.id, casa.ves.banesco, made.recibe)
    expect((await paid()).error.codigo).toBe('CLIENTE_OBSERVADO')
    await estado(ana, 'activo')
    expect((await paid()).error.codigo).toBeUndefined()
  })

  test('is checked again when an order is requoted for more', async () => {
    const id = (await caj.call(ordenes.crear, { body: casa.orden() })).body.id
    await estado(ana, 'observado')
    const body = { historico_id: casa.historico, envia: '2000.00' }
    const answer = await caj.call(ordenes.recotizar, { params: { id }, body })
    expect([answer.error.codigo, answer.error.errors]).toEqual(['CLIENTE_OBSERVADO', undefined])
    await estado(ana, 'activo')
  })
})

describe('the mark of a politically exposed person (R-152)', () => {
  test('is set by whoever edits, and by no edit removed, the administrator’s neither', async () => {
    const id = await crear()
    const pep = { pep: true, pep_cargo: 'Alcalde', pep_entidad: 'Municipalidad' }
    expect((await editar(id, pep, caj)).status).toBe(200)
    for (const quien of [caj, adm]) {
      const { status, error } = await editar(id, { pep: false }, quien)
      expect([status, error.errors]).toEqual([
        400,
        [
          {
            campo: 'pep',
            msg: 'Esta marca la quita cumplimiento, con su motivo: «Quitar marca PEP» en la ficha del cliente.',
          },
        ],
      ])
    }
    const raw = sql`UPDATE clientes SET pep = false WHERE id = ${id}`.execute(app.db)
    await expect(raw).rejects.toThrow('VALIDACION')
  })

  test('is lifted by compliance alone, with a reason that the audit keeps', async () => {
    const id = await crear({ pep: true, pep_cargo: 'Alcalde', pep_entidad: 'Municipalidad' })
    const quitar = async (quien: typeof adm, motivo: string) =>
      quien.call(contrato.quitarPep, {
        params: { id },
        body: { motivo, version: (await ver(id)).version },
      })
    const cum = await app.signedIn('cum')
    const mgr = await app.signedIn('mgr')
    const motivo = 'Dejó el cargo en 2019'
    expect((await quitar(caj, motivo)).status).toBe(403)
    expect((await quitar(mgr, motivo)).status).toBe(403)
    expect((await quitar(cum, 'ya')).status).toBe(400)
    expect((await quitar(cum, motivo)).status).toBe(200)
    expect((await ver(id)).pep).toBe(false)
    const { rows } = await sql<{ despues: unknown }>`SELECT despues FROM auditoria
      WHERE entidad = 'clientes' AND entidad_id = ${String(id)} AND accion = 'pep'`.execute(app.db)
    expect(rows).toEqual([{ despues: { pep: false, motivo } }])
    expect((await quitar(cum, motivo)).error.errors?.[0]?.msg).toBe(
      'Este cliente no lleva la marca PEP.',
    )
  })
})

describe('the requirements of each level are one table', () => {
  test.each([
    ['a person', {}, LLENA],
    [
      'a politically exposed person',
      { pep: true, pep_cargo: 'Alcalde', pep_entidad: 'MEF' },
      LLENA,
    ],
    ['a company', EMPRESA, LLENA_EMPRESA],
  ])('%s: the refusal names the same missing fields as the screen', async (_, persona, llena) => {
    const id = await crear(persona)
    const nota = 'Se revisó su cargo y el origen de sus fondos.'
    const approve = async () => {
      const { reforzado, version } = await ver(id)
      if (reforzado) await adm.call(contrato.aprobar, { params: { id }, body: { nota, version } })
    }
    await approve()
    const all: Campos = campos
    const words = async () =>
      (await ver(id)).faltan.map((name) => all[name]?.etiqueta.toLowerCase()).join(', ')
    expect((await ver(id)).faltan.length).toBeGreaterThanOrEqual(4)
    for (const [name, value] of Object.entries(llena)) {
      expect(await faltan(id, HUGE)).toBe(await words())
      expect((await editar(id, { [name]: value })).status).toBe(200)
      await approve()
    }
    const whole = await ver(id)
    expect([whole.faltan, whole.faltan_identidad]).toEqual([[], []])
    expect(whole.nivel).toBe(whole.reforzado ? 'N3' : 'N2')
    expect(await faltan(id, HUGE)).toBeNull()
    expect(await faltan(id, null)).toBeNull()
  })

  test('a person without birth date is N0, with it N1, with the full form N2', async () => {
    const id = await crear({ fecha_nac: null })
    const level = async () => (await ver(id)).nivel
    expect([await level(), (await ver(id)).faltan_identidad]).toEqual(['N0', ['fecha_nac']])
    await editar(id, { fecha_nac: '1980-01-31' })
    expect(await level()).toBe('N1')
    await editar(id, LLENA)
    expect(await level()).toBe('N2')
    await editar(id, { riesgo: 'alto' })
    expect(await level()).toBe('N3')
  })
})
