import { afterAll, expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type Registro } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, clientes } = casa
const { compra } = mostrador(casa)
await comoDueno(
  app.url,
  `UPDATE clientes SET direccion = 'Jr. de la Unión 300', distrito = 'Lima', ocupacion = 'Comerciante',
   origen_fondos = 'Ventas de su tienda', pep = true, pep_cargo = 'Regidora',
   aprobado_en = now(), aprobado_nota = 'Se revisó su cargo.' WHERE id = ${clientes.ana}`,
)
const declaracion = { origen: 'Venta de un vehículo', destino: 'Compra de mercadería' }

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const registrar = (body: Registro) => adm.call(contrato.crear, { body })
const anular = (id: number) =>
  adm.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } })

test('from the threshold on the client declares his funds, and the paper keeps his data of that moment', async () => {
  const body = compra('5000.00', '17600.00')
  const refused = await registrar(body)
  expect([refused.status, refused.error]).toMatchObject([
    409,
    {
      codigo: 'DECLARACION_REQUERIDA',
      message: 'Desde US$ 5,000 en el mes el cliente declara el origen y el destino de los fondos.',
      detalle: { origen_fondos: 'Ventas de su tienda' },
    },
  ])
  const made = await registrar({ ...body, declaracion })
  expect(made.status).toBe(201)
  const params = { id: made.body.id }
  const { body: d } = await adm.call(contrato.obtener, { params })
  expect([d.declaracion, d.impresiones_declaracion]).toEqual([declaracion, 0])
  await comoDueno(app.url, `UPDATE clientes SET nombres = 'Otra', direccion = 'Lejos'`)
  const { body: paper } = await adm.call(contrato.declaracion, { params })
  expect(paper).toMatchObject({
    ...declaracion,
    numero: made.body.numero,
    entrega: { monto: '5000.00', simbolo: 'US$' },
    recibe: { monto: '17600.00', simbolo: 'S/' },
    monto_usd: '5000.00',
    anulada: false,
    impresiones: 0,
    cliente: {
      nombre: 'Ana García Peña',
      num_doc: '10000001',
      direccion: 'Jr. de la Unión 300',
      ocupacion: 'Comerciante',
      pep: true,
      pep_cargo: 'Regidora',
    },
  })
  const print = await adm.call(contrato.imprimir, { params, body: { papel: 'declaracion' } })
  expect(print.body).toEqual({ id: params.id, impresiones: 1 })
  expect((await adm.call(contrato.declaracion, { params })).body.impresiones).toBe(1)
  // The ticket has its own print count, also after an annulment.
  expect((await adm.call(contrato.obtener, { params })).body.impresiones).toBe(0)
  await anular(params.id)
  const again = await adm.call(contrato.imprimir, { params, body: { papel: 'declaracion' } })
  expect(again.body.impresiones).toBe(2)
  expect((await adm.call(contrato.declaracion, { params })).body.anulada).toBe(true)
})

test('what the client moved this month counts, annulled operations do not', async () => {
  const one = await registrar(compra('4990.00', '17564.80'))
  expect(one.status).toBe(201)
  expect((await registrar(compra('10.00', '35.20'))).error.codigo).toBe('DECLARACION_REQUERIDA')
  expect((await registrar(compra('9.99', '35.20'))).status).toBe(201)
  await anular(one.body.id)
  expect((await registrar(compra('10.00', '35.20'))).status).toBe(201)
})

test('it may also be given below the threshold; an occasional client makes none', async () => {
  const given = await registrar(compra('20.00', '70.40', { declaracion }))
  const nobody = await registrar(compra('21.00', '74.00', { declaracion, cliente_id: null }))
  for (const [id, expected] of [
    [given.body.id, declaracion],
    [nobody.body.id, null],
  ] as const) {
    const { body } = await adm.call(contrato.obtener, { params: { id } })
    expect(body.declaracion).toEqual(expected)
  }
  const { status } = await adm.call(contrato.declaracion, { params: { id: nobody.body.id } })
  expect(status).toBe(404)
})

test.each([
  ['incomplete', { origen: 'Ahorros' }],
  ['too short', { origen: 'a', destino: 'b' }],
  ['extended with an unknown field', { ...declaracion, firma: 'x' }],
])('a declaration that is %s is refused', async (_, wrong) => {
  const body = { ...compra('22.00', '77.50'), declaracion: wrong }
  expect((await adm.call(contrato.crear, { body })).status).toBe(400)
})

test('an unknown kind of paper is refused', async () => {
  const call = { params: { id: 1 }, body: { papel: 'factura' } }
  expect((await adm.call(contrato.imprimir, call)).status).toBe(400)
})
