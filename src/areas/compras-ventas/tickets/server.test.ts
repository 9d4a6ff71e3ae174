import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { EUR, montarCasa, saldos } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import type { TicketPedido } from '../contract/tickets.ts'
import { contrato, type Registro } from '../contract.ts'

/* Several operations of one client in one ticket, judged by all that it does. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, tasas, clientes } = casa
const { cash, compra, venta } = mostrador(casa)

await comoDueno(
  app.url,
  `UPDATE clientes SET direccion = 'Jr. de la Unión 300', distrito = 'Lima', ocupacion = 'Comerciante',
   origen_fondos = 'Ventas de su tienda' WHERE id = ${clientes.ana}`,
)
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

/** A request of the counter as a line of a ticket. */
const linea = ({ cliente_id: _, ...rest }: Registro): TicketPedido['items'][number] => rest
const dolares = (monto: string, contravalor: string, more: Partial<Registro> = {}) =>
  linea(compra(monto, contravalor, more))
const venden = (monto: string, contravalor: string, more: Partial<Registro> = {}) =>
  linea(venta(monto, contravalor, more))
const euros = (monto: string, contravalor: string, more: Partial<Registro> = {}) =>
  linea({
    ...venta(monto, contravalor),
    divisa_id: EUR,
    historico_id: tasas.ventaEur,
    tasa: '4.160',
    entregamos: cash(cuentas.cajaEur, monto),
    ...more,
  })
const ticket = (items: TicketPedido['items'], more: Partial<TicketPedido> = {}): TicketPedido => ({
  cliente_id: clientes.ana,
  items,
  ...more,
})
const crear = (body: TicketPedido, clave?: string, quien = adm) =>
  quien.call(contrato.crearTicket, { body, ...(clave && { clave }) })
const cuantas = async () =>
  Number(
    (await comoDueno<{ n: string }>(app.url, 'SELECT count(*) AS n FROM compras_ventas'))[0]?.n,
  )
const ajustar = (clave: string, valor: string) =>
  comoDueno(app.url, `UPDATE ajustes SET valor = to_jsonb($2::numeric) WHERE clave = $1`, [
    clave,
    valor,
  ])

test('two currencies in one visit: two operations, one ticket, what changes hands set off', async () => {
  const { status, body } = await crear(
    ticket([dolares('200.00', '704.00'), euros('100.00', '416.00')]),
  )
  expect([status, body.numero]).toEqual([201, expect.stringMatching(/^TK-\d{4}-000001$/)])
  expect(body.operaciones.map(({ contravalor }) => contravalor)).toEqual(['704.00', '416.00'])
  expect(body.totales.map(({ moneda, ...rest }) => ({ iso: moneda.iso, ...rest }))).toEqual([
    { iso: 'PEN', entrega: '0.00', recibe: '288.00' },
    { iso: 'USD', entrega: '200.00', recibe: '0.00' },
    { iso: 'EUR', entrega: '0.00', recibe: '100.00' },
  ])
  const { body: read } = await adm.call(contrato.obtenerTicket, { params: { id: body.id } })
  expect(read).toMatchObject({ numero: body.numero, estado: 'completada', impresiones: 0 })
  expect(read.operaciones.map(({ tipo, monto }) => `${tipo} ${monto}`)).toEqual([
    'compra 200.00',
    'venta 100.00',
  ])
  const [first, second] = body.operaciones
  const { body: one } = await adm.call(contrato.obtener, { params: { id: first?.id ?? 0 } })
  expect(one.ticket).toEqual({
    id: body.id,
    numero: body.numero,
    otras: [{ id: second?.id, numero: second?.numero }],
  })
  const { body: list } = await adm.call(contrato.listar, { query: { ticket_id: body.id } })
  expect(list.items.map(({ numero }) => numero)).toEqual([second?.numero, first?.numero])
  const { body: typed } = await adm.call(contrato.listar, { query: { buscar: body.numero } })
  expect(typed.items).toEqual(list.items)
})

test('all or nothing: what one line is refused for is said with its line, and nothing is kept', async () => {
  const before = [await cuantas(), await saldos(app)]
  const bad = await crear(ticket([dolares('10.00', '35.20'), euros('20.00', '80.00')]))
  expect([bad.status, bad.error.message]).toEqual([
    expect.any(Number),
    expect.stringMatching(/^Línea 2: /),
  ])
  const short = await crear(ticket([dolares('10.00', '35.20'), euros('9000.00', '37440.00')]))
  expect(short.status).toBe(409)
  expect([await cuantas(), await saldos(app)]).toEqual(before)
})

test('the same key answers the first ticket and registers nothing more', async () => {
  const clave = randomUUID()
  const body = ticket([dolares('25.00', '88.00'), euros('50.00', '208.00')])
  const first = await crear(body, clave)
  const count = await cuantas()
  expect((await crear(body, clave)).body).toEqual(first.body)
  expect(await cuantas()).toBe(count)
  const other = await crear(ticket([dolares('15.00', '52.80'), euros('50.00', '208.00')]), clave)
  expect(other.error.codigo).toBe('CLAVE_REUTILIZADA')
})

test('a ticket and an operation have one space of keys: what one was saved under, the other is refused (R-288)', async () => {
  const [clave, other] = [randomUUID(), randomUUID()]
  expect(
    (await crear(ticket([dolares('45.00', '158.40'), euros('25.00', '104.00')]), clave)).status,
  ).toBe(201)
  expect(
    (await adm.call(contrato.crear, { body: compra('35.00', '123.20'), clave: other })).status,
  ).toBe(201)
  const count = await cuantas()
  const one = await adm.call(contrato.crear, { body: compra('45.00', '158.40'), clave })
  const two = await crear(ticket([dolares('35.00', '123.20'), euros('75.00', '312.00')]), other)
  expect([one.error.codigo, two.error.codigo]).toEqual(['CLAVE_REUTILIZADA', 'CLAVE_REUTILIZADA'])
  expect(await cuantas()).toBe(count)
})

test('two to ten lines', async () => {
  expect((await crear(ticket([dolares('10.00', '35.20')]))).status).toBe(400)
  const many = Array.from({ length: 11 }, () => dolares('10.00', '35.20'))
  expect((await crear(ticket(many))).status).toBe(400)
})

test('the same line twice is confirmed, as an operation again is', async () => {
  const items = [dolares('30.00', '105.60'), dolares('30.00', '105.60')]
  const asked = await crear(ticket(items))
  expect([asked.error.codigo, asked.error.message]).toEqual([
    'DOBLE_OPERACION',
    'Línea 2: En este ticket se registró una operación igual (la línea 1). Confirme si es otra.',
  ])
  expect((await crear(ticket(items, { confirmo_duplicado: true }))).status).toBe(201)
})

test('an amount in parts is judged whole: identity, declaration, the limit of its user and of the client', async () => {
  await ajustar('umbral_identificacion_usd', '1000')
  const parts = [dolares('600.00', '2112.00'), venden('450.00', '1602.00')]
  const unknown = await crear(ticket(parts, { cliente_id: null }))
  expect(unknown.error.codigo).toBe('IDENTIFICACION_REQUERIDA')
  await ajustar('umbral_identificacion_usd', '5000')
  await ajustar('umbral_declaracion_usd', '1200')
  expect((await crear(ticket(parts))).error.codigo).toBe('DECLARACION_REQUERIDA')
  const declaracion = { origen: 'Ahorros propios', destino: 'Viaje familiar' }
  await comoDueno(app.url, 'UPDATE usuarios SET limite_usd = 1000 WHERE id = $1', [adm.usuario_id])
  expect((await crear(ticket(parts, { declaracion }))).error.codigo).toBe('LIMITE_EXCEDIDO')
  await comoDueno(app.url, 'UPDATE usuarios SET limite_usd = NULL WHERE id = $1', [adm.usuario_id])
  await comoDueno(
    app.url,
    'UPDATE clientes SET limite_dia = 1000 + (clientes_operado(id, fecha_negocio(now()), NULL)).dia WHERE id = $1',
    [clientes.ana],
  )
  expect((await crear(ticket(parts, { declaracion }))).error.codigo).toBe('LIMITE_EXCEDIDO')
  await comoDueno(app.url, 'UPDATE clientes SET limite_dia = NULL WHERE id = $1', [clientes.ana])
  const made = await crear(ticket(parts, { declaracion }))
  expect(made.status).toBe(201)
  const { body: one } = await adm.call(contrato.obtener, {
    params: { id: made.body.operaciones[0]?.id ?? 0 },
  })
  expect(one.declaracion).toEqual(declaracion)
  await ajustar('umbral_declaracion_usd', '100000')
  await ajustar('umbral_identificacion_usd', '50000')
})
