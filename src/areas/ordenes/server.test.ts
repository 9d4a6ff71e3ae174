import { expect, test } from 'vitest'
import { saldos } from '../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { verificar } from '../../main.libros.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, ves } = casa

test('the worked example, to the digit: 500 soles are 26,206.00 bolívares and earn 35.12', async () => {
  const before = await saldos(app)
  const made = await caj.call(contrato.crear, { body: casa.orden() })
  expect(made.error?.message).toBe('Orden OR-2025-000001 registrada.')
  expect(made).toMatchObject({
    status: 201,
    body: { numero: 'OR-2025-000001', estado: 'pendiente', envia: '500.00', recibe: '26206.00' },
  })
  const { id } = made.body
  // An unpaid order has no entry.
  expect(await saldos(app)).toEqual(before)

  const cobro = await caj.call(contrato.registrarCobro, {
    params: { id },
    body: casa.yape('500.00'),
  })
  expect(cobro).toMatchObject({ status: 201, body: { estado: 'pendiente' } })
  const verified = await caj.call(contrato.verificar, {
    params: { id },
    body: { cobro_id: cobro.body.cobro_id, referencia: null },
  })
  expect(verified).toMatchObject({ status: 200, body: { estado: 'pagada' } })
  expect(await saldos(app)).toEqual({
    ...before,
    'cuenta:BCP Soles': '20500.00',
    'ordenes-por-pagar': '-500.00',
  })

  expect((await pag.call(contrato.tomar, { params: { id } })).body.estado).toBe('en_proceso')
  const paid = await pag.call(contrato.pagar, {
    params: { id },
    body: {
      cuenta_id: ves.banesco,
      monto: '26206.00',
      comision: '78.62',
      referencia: '0099887766',
    },
  })
  expect(paid).toMatchObject({ status: 201, body: { estado: 'completada' } })
  expect(await saldos(app)).toEqual({
    ...before,
    'cuenta:BCP Soles': '20500.00',
    'cuenta:Banesco VES': '1185715.38',
    'posicion:VES': '-1185715.38',
    'contravalor:VES': '21033.73',
    'gastos-bancarios': '1.39',
    'ganancia:VES': '-35.12',
  })

  const { body } = await adm.call(contrato.obtener, { params: { id } })
  expect(body).toMatchObject({
    estado: 'completada',
    margen: '30.01',
    costo: '464.88',
    ganancia: '35.12',
    gastos: '1.39',
    valor: '500.00',
    pagado: '26206.00',
    cobrado: '500.00',
    pagos: [{ costo: '464.88', gasto: '1.39', ganancia: '35.12', referencia: '0099887766' }],
  })
  expect(body.pasos.map(({ accion, de, a }) => [accion, de, a])).toEqual([
    ['crear', null, 'pendiente'],
    ['cobrar', 'pendiente', 'pendiente'],
    ['verificar', 'pendiente', 'pagada'],
    ['tomar', 'pagada', 'en_proceso'],
    ['pagar', 'en_proceso', 'completada'],
  ])
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('neither a payer nor a cashier sees cost', async () => {
  const id = await casa.en('completada')
  const { body } = await pag.call(contrato.obtener, { params: { id } })
  expect(body.ganancia).toBeUndefined()
  expect(body.margen).toBeUndefined()
  expect(body.apuntes).toBeUndefined()
  expect(body.pagos[0]?.costo).toBeUndefined()
  const list = await caj.call(contrato.listar)
  expect(JSON.stringify(list.body)).not.toMatch(/ganancia|margen/)
})

test('lists, pages, the board and filters agree', async () => {
  const ids = []
  for (const estado of ['pendiente', 'pagada', 'en_proceso'] as const)
    ids.push(await casa.en(estado))
  const first = await caj.call(contrato.listar, { query: { limite: 2 } })
  expect(first.body.items).toHaveLength(2)
  const next = await caj.call(contrato.listar, {
    query: { limite: 2, cursor: first.body.siguiente as string },
  })
  expect(next.body.items[0]?.id).toBeLessThan(first.body.items[1]?.id as number)
  const board = (await caj.call(contrato.resumen)).body
  expect(board.map(({ estado, ordenes }) => [estado, ordenes])).toEqual([
    ['pendiente', 1],
    ['vencida', 0],
    ['pagada', 1],
    ['en_proceso', 1],
    ['completada', 2],
    ['anulada', 0],
  ])
  expect(board[2]?.por_pagar).toEqual([{ moneda_id: 1, monto: '26206.00' }])
  const paid = await caj.call(contrato.listar, { query: { revisar: 'por_pagar' } })
  expect(paid.body.items.map(({ id }) => id)).toEqual([ids[1]])
  const queries: Record<string, string | number>[] = [
    { buscar: 'OR-2025-000003' },
    { buscar: 'garcía', estado: 'pendiente' },
    { buscar: 'maría pérez', estado: 'pendiente' },
    { pagador_id: pag.usuario_id, estado: 'en_proceso' },
    { recibe_moneda_id: 1, pais_destino: 've', estado: 'pagada' },
  ]
  for (const query of queries) {
    expect(
      (await caj.call(contrato.listar, { query })).body.items,
      JSON.stringify(query),
    ).toHaveLength(1)
  }
})

test('the options of a new order are answered', async () => {
  const { status, body } = await caj.call(contrato.opciones)
  expect(status).toBe(200)
  const fund = body.fondos.find(({ moneda_id }) => moneda_id === 1)
  expect(Number(fund?.comprometido)).toBeGreaterThan(0)
  const corredor = body.corredores.find(({ historico_id }) => historico_id === casa.historico)
  expect(corredor).toMatchObject({
    tasa: '52.412',
    destinos: expect.arrayContaining([{ id: 've', nombre: 'Venezuela' }]),
  })
  expect(corredor?.tasa_costo).toBeNull()
  const quoted = await caj.call(contrato.cotizar, {
    query: { pais: 'pe', base_id: 2, cotizacion_id: 1, recibe: '26206.00' },
  })
  expect(quoted.body).toMatchObject({ envia: '500.00', recibe: '26206.00', falta: '0.00' })
  expect(quoted.body.margen).toBeUndefined()
})

test.each([
  [{ envia: '10.005' }, 'envia'],
  [{ recibe: '10.005' }, 'recibe'],
])('a quote refuses decimals that the currency does not have: %o', async (amount, campo) => {
  const { status, error } = await caj.call(contrato.cotizar, {
    query: { pais: 'pe', base_id: 2, cotizacion_id: 1, ...amount },
  })
  expect([status, error.errors]).toEqual([400, [{ msg: 'Admite hasta 2 decimales.', campo }]])
})
