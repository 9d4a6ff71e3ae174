import { expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as aprobaciones } from '../../aprobaciones/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { campos, contrato } from '../contract.ts'

/* A blocked client who returns with another document waits until compliance has looked. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, ana } = casa
const { compra } = mostrador(casa)
const cum = await app.signedIn('cum')

let n = 0
/** A client with a document, a name and a phone of his own, and a small purchase of his. */
async function nuevo(more: object = {}, quien: Client = caj): Promise<number> {
  n += 1
  const letra = String.fromCharCode(96 + n)
  const body = {
    tipo_persona: 'natural',
    tipo_doc: 'DNI',
    num_doc: String(43_000_000 + n),
    nombres: `Nombre ${letra}`,
    apellidos: `Apellido ${letra}`,
    fecha_nac: '1980-01-31',
    celular: String(911_000_000 + n),
    segmento: 'publico',
    ...more,
  }
  const { status, body: made, error } = await quien.call(contrato.crear, { body })
  expect([status, error.errors]).toEqual([201, undefined])
  return made.id
}
const opera = (cliente_id: number) =>
  adm.call(compras.crear, {
    body: { ...compra('10.00', '35.20', { cliente_id }), confirmo_duplicado: true },
  })
const estado = (id: number, cual: 'activo' | 'bloqueado') =>
  adm.call(contrato.estado, { params: { id }, body: { estado: cual, motivo: 'Señal de alerta' } })
async function bloqueado(more: object = {}): Promise<number> {
  const id = await nuevo(more)
  expect((await estado(id, 'bloqueado')).status).toBe(200)
  return id
}
const esperan = async (quien: Client = cum) =>
  (await quien.call(aprobaciones.listar)).body.filter(({ tipo }) => tipo === 'parecido')
const ver = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

test.each([
  [
    'name in another order and birth date',
    { nombres: 'José María', apellidos: 'Núñez Díaz' },
    { nombres: 'Nunez', apellidos: 'JOSE  maria Diaz' },
    'mismo nombre y fecha de nacimiento',
  ],
  [
    'name without a birth date',
    { nombres: 'Rosa', apellidos: 'Quispe' },
    { nombres: 'Rosa', apellidos: 'Quispe', fecha_nac: null },
    'mismo nombre',
  ],
  ['phone', { celular: '922000001' }, { celular: '+51 922 000 001' }, 'mismo celular'],
  [
    'number under another type of document',
    { num_doc: '44444444' },
    { tipo_doc: 'RUC', num_doc: '10444444440' },
    'mismo número de documento',
  ],
  [
    'company that he represents',
    { num_doc: '45454545' },
    {
      tipo_persona: 'juridica',
      tipo_doc: 'RUC',
      num_doc: '20999000020',
      nombres: null,
      apellidos: null,
      fecha_nac: null,
      razon_social: 'Pantalla S.A.C.',
      representante: 'Otro Nombre',
      representante_doc: 'DNI 45454545',
    },
    'representante o dueño de la empresa',
  ],
])('by %s he is recognised and stopped at any amount', async (_, antes, ahora, por) => {
  await bloqueado(antes)
  const id = await nuevo(ahora)
  const { status, error } = await opera(id)
  expect([status, error.codigo, error.detalle?.por]).toEqual([409, 'CLIENTE_PARECIDO', por])
  expect(error.message).toMatch(/No opera hasta que cumplimiento lo vea en Aprobaciones \(.+\)/)
  expect((await ver(id)).parecidos).toMatchObject([{ por }])
})

test('by the account to which both send; the order, its payment and its payout wait too', async () => {
  const otro = await nuevo()
  const agenda = casa.nuevo({ nombre: 'Cuenta Común' })
  expect((await casa.crear(agenda, otro)).status).toBe(201)
  const propio = await casa.crear(agenda)
  const orden = casa.orden({ envia: '100.00', beneficiario_id: propio.body.id })
  const made = (await caj.call(ordenes.crear, { body: orden })).body
  await estado(otro, 'bloqueado')
  expect((await ver(ana)).parecidos).toMatchObject([{ id: otro, por: 'envía a la misma cuenta' }])
  const cobro = { params: { id: made.id }, body: casa.efectivo('100.00') }
  for (const { error } of [
    await caj.call(ordenes.crear, { body: orden }),
    await caj.call(ordenes.registrarCobro, cobro),
  ]) {
    expect(error.codigo).toBe('CLIENTE_PARECIDO')
  }
  await estado(otro, 'activo')
  expect((await caj.call(ordenes.registrarCobro, cobro)).status).toBe(201)
})

test('who is alike in nothing, or only in the name with another birth date, operates', async () => {
  await bloqueado({ nombres: 'Luis', apellidos: 'Rojas', fecha_nac: '1970-01-01' })
  expect((await opera(await nuevo())).status).toBe(201)
  const tocayo = await nuevo({ nombres: 'Luis', apellidos: 'Rojas', fecha_nac: '1991-12-31' })
  expect((await opera(tocayo)).status).toBe(201)
})

test('compliance says from Aprobaciones that it is another person, once and for all', async () => {
  const malo = await bloqueado({ celular: '933000001' })
  const { body: creado } = await caj.call(contrato.crear, {
    body: {
      tipo_persona: 'natural',
      tipo_doc: 'DNI',
      num_doc: '46000001',
      nombres: 'Hermana',
      apellidos: 'Distinta',
      fecha_nac: '1991-01-31',
      celular: '933000001',
      segmento: 'publico',
    },
  })
  expect(creado.message).toMatch(/se parece a un cliente bloqueado/)
  const { id } = creado
  expect((await opera(id)).error.codigo).toBe('CLIENTE_PARECIDO')
  const [espera] = (await esperan()).filter((one) => one.id === id)
  expect(espera?.titulo).toMatch(/^Hermana Distinta .* se parece a .*, bloqueado$/)
  const { body: campana } = await cum.call(notificaciones.listar)
  expect(JSON.stringify(campana)).toContain('clientes-parecidos')
  const params = { id }
  const si = { params, body: espera?.confirma as never }
  const mgr = await app.signedIn('mgr')
  for (const quien of [caj, mgr]) {
    expect((await quien.call(contrato.distinto, si)).status).toBe(403)
  }
  // What she saw is not what there is any more.
  const otro = await bloqueado({ celular: '933000001' })
  expect((await cum.call(contrato.distinto, si)).error.codigo).toBe('PARECIDO_CAMBIO')
  const body = { vistos: `${malo},${otro}`, nota: null }
  expect((await cum.call(contrato.distinto, { params, body })).status).toBe(200)
  expect((await opera(id)).status).toBe(201)
  // Neither an edit nor a second block asks again.
  await estado(malo, 'activo')
  await estado(malo, 'bloqueado')
  const row = (await ver(id)) as unknown as Record<string, unknown>
  const own = Object.fromEntries(Object.keys(campos).map((name) => [name, row[name]]))
  const put = { ...own, version: row.version, correo: 'hermana@demo.pe' }
  expect((await caj.call(contrato.editar, { params, body: put as never })).status).toBe(200)
  expect((await opera(id)).status).toBe(201)
  expect((await esperan()).some((one) => one.id === id)).toBe(false)
  await expect(comoDueno(app.url, 'DELETE FROM clientes_distintos')).rejects.toMatchObject({
    code: 'CB002',
  })
})

test('or that it is the same person, who is blocked too', async () => {
  const malo = await bloqueado({ celular: '933000002' })
  const id = await nuevo({ celular: '933000002' })
  const body = { vistos: String(malo), nota: 'Misma foto y misma firma' }
  expect((await cum.call(contrato.mismo, { params: { id }, body })).status).toBe(200)
  expect((await opera(id)).error.codigo).toBe('CLIENTE_BLOQUEADO')
  expect((await ver(id)).motivo_estado).toBe(body.nota)
})

test('who registered him does not judge him where another can', async () => {
  const malo = await bloqueado({ celular: '933000003' })
  const id = await nuevo({ celular: '933000003' }, cum)
  expect((await esperan()).some((one) => one.id === id)).toBe(false)
  const { body: mias } = await cum.call(aprobaciones.mias)
  expect(mias.some((one) => one.tipo === 'parecido' && one.id === id)).toBe(true)
  const call = { params: { id }, body: { vistos: String(malo), nota: null } }
  const own = await cum.call(contrato.distinto, call)
  expect([own.status, own.error.codigo]).toEqual([403, 'PARECIDO_PROPIO'])
  expect((await adm.call(contrato.distinto, call)).status).toBe(200)
})
