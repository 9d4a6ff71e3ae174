import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj, pag } = casa
const declaracion = { origen: 'Venta de un vehículo', destino: 'Ayuda a su familia' }
const of = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

test('the declaration is printed with the client’s data of that time, and each paper counts its prints', async () => {
  const { body } = await caj.call(contrato.crear, { body: casa.orden({ declaracion }) })
  const params = { id: body.id }
  await comoDueno(app.url, `UPDATE clientes SET nombres = 'Otra' WHERE id = ${casa.ana}`)
  const paper = await caj.call(contrato.declaracion, { params })
  expect(paper.body).toMatchObject({
    ...declaracion,
    numero: body.numero,
    entrega: { monto: '500.00', simbolo: 'S/' },
    recibe: { monto: '26206.00' },
    anulada: false,
    impresiones: 0,
    cliente: { nombre: 'Ana García Peña', num_doc: '10000001' },
  })
  const print = (papel: 'recibo' | 'declaracion') =>
    caj.call(contrato.imprimir, { params, body: { papel } })
  expect((await print('declaracion')).body).toEqual({ id: body.id, impresiones: 1 })
  expect((await print('declaracion')).body.impresiones).toBe(2)
  expect((await print('recibo')).body.impresiones).toBe(1)
  expect(await of(body.id)).toMatchObject({ impresiones: 1, impresiones_declaracion: 2 })
  // It contains the client's whole document, so a payer may not read it.
  expect((await pag.call(contrato.declaracion, { params })).status).toBe(403)
  await adm.call(contrato.anular, { params, body: { motivo: 'Se arrepintió' } as never })
  expect((await caj.call(contrato.declaracion, { params })).body.anulada).toBe(true)
})

test('an order without a declaration has none to print', async () => {
  const id = await casa.en('pendiente')
  expect((await caj.call(contrato.declaracion, { params: { id } })).status).toBe(404)
})

test('the service state of the beneficiary’s bank is shown, for the bank of the order', async () => {
  const id = await casa.en('pagada')
  expect((await of(id)).banco).toMatchObject({ nombre: 'Banesco', servicio: 'operativo' })
  await comoDueno(
    app.url,
    "UPDATE entidades_financieras SET servicio = 'caido' WHERE nombre = 'Banesco'",
  )
  expect((await of(id)).banco?.servicio).toBe('caido')
  // His agenda has another bank by now: the order keeps its own.
  await comoDueno(
    app.url,
    `UPDATE ordenes SET beneficiario = jsonb_set(beneficiario, '{lineas,1,valor}', '"Mercantil (0105)"'), version = version + 1
     WHERE id = ${id}`,
  )
  expect((await of(id)).banco).toBeNull()
})
