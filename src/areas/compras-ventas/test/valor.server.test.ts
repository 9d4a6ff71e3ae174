import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCargo } from '../../../../test/support/areas/caja.ts'
import { EUR, montarCasa, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal } from '../../../core/dinero/decimal.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as clientesContrato } from '../../clientes/contract.ts'
import { contrato as cuentasContrato } from '../../cuentas/contract.ts'
import { contrato as tiposContrato } from '../../tipos-cambios/contract.ts'
import { contrato, type Registro } from '../contract.ts'
import { resultado } from '../rules.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, tasas, clientes } = casa
const { cash, compra, venta } = mostrador(casa)

const canje = (lineas: readonly string[], more: Partial<Registro> = {}): Registro => ({
  tipo: 'canje',
  cliente_id: clientes.ana,
  divisa_id: USD,
  monto: '10.00',
  historico_id: tasas.canjeUsdEur,
  tasa: '0.8460',
  confirmo_duplicado: true,
  recibimos: lineas.flatMap((monto) => cash(cuentas.cajaUsd, monto)),
  entregamos: cash(cuentas.cajaEur, '8.46'),
  ...more,
})

async function detalle(body: Registro) {
  const { body: made, error } = await adm.call(contrato.crear, { body })
  expect(error.codigo).toBeUndefined()
  return (await adm.call(contrato.obtener, { params: { id: made.id } })).body
}

test('a canje comes in at the value of the whole, however many lines pay it', async () => {
  await comoDueno(app.url, 'UPDATE pares_divisas SET compra = 3.523 WHERE base_id = $1', [USD])
  const whole = await detalle(canje(['10.00']))
  const many = [...Array<string>(8).fill('1.01'), '1.92']
  const parts = await detalle(canje(many))
  const value = ({ apuntes }: typeof whole) =>
    apuntes?.find(({ cuenta }) => cuenta === 'Contravalor USD')?.debe
  expect([value(whole), value(parts)]).toEqual(['35.23', '35.23'])
  expect(parts.ganancia).toBe(whole.ganancia)
})

/** What the counter shows of a canje of US$ 10.00 while it is typed. */
async function previa() {
  const { body } = await adm.call(contrato.opciones)
  const tasa = body.tasas.find(({ historico_id }) => historico_id === tasas.canjeUsdEur)
  if (!tasa?.posicion) throw new Error('no position')
  const { cantidad, costo } = tasa.posicion
  const position = { cantidad: decimal(cantidad), costo: decimal(costo) }
  return resultado('canje', { monto: '10.00', contravalor: '8.46' }, position, tasa.precio_entra)
}

test('the counter shows of a canje the cost and the profit that are booked', async () => {
  for (const price of ['3.523', '3.501', '3.519']) {
    const params = [price, USD]
    await comoDueno(app.url, 'UPDATE pares_divisas SET compra = $1 WHERE base_id = $2', params)
    const shown = await previa()
    const loss = { motivo: 'Se pierde a sabiendas' }
    const { costo, ganancia } = await detalle(canje(['10.00'], loss))
    expect([price, costo, ganancia]).toEqual([price, shown?.costo, shown?.ganancia])
  }
  await comoDueno(app.url, 'UPDATE pares_divisas SET compra = 3.523 WHERE base_id = $1', [USD])
  const own = await app.signedIn('caj')
  const { body } = await own.call(contrato.opciones)
  for (const { posicion, precio_entra } of body.tasas)
    expect([posicion, precio_entra]).toEqual([null, null])
})

test('the fee in soles of a canje is separate from its profit', async () => {
  const plain = await detalle(canje(['10.00']))
  const fee = await detalle(
    canje(['10.00'], {
      servicio: '2.53',
      recibimos: [...cash(cuentas.cajaUsd, '10.00'), ...cash(cuentas.cajaPen, '2.50')],
    }),
  )
  expect(fee).toMatchObject({ servicio: '2.53', redondeo: '0.03', ganancia: plain.ganancia })
})

const euros = (monto: string, contravalor: string, cliente_id: number | null): Registro => ({
  tipo: 'venta',
  cliente_id,
  divisa_id: EUR,
  monto,
  historico_id: tasas.ventaEur,
  tasa: '4.160',
  confirmo_duplicado: true,
  recibimos: cash(cuentas.cajaPen, contravalor),
  entregamos: cash(cuentas.cajaEur, monto),
})

test.each([
  ['the pair is switched off', 'UPDATE pares_divisas SET estatus = false'],
  ['the only pair is another market’s', "UPDATE pares_divisas SET pais = 'usd', estatus = true"],
  [
    'there is no pair, but our position has a cost',
    'UPDATE pares_divisas SET base_id = 12 WHERE base_id = 3',
  ],
])('a client is required even if %s', async (_, text) => {
  await comoDueno(app.url, text)
  const refused = await adm.call(contrato.crear, { body: euros('1000.00', '4160.00', null) })
  expect(refused.error.codigo).toBe('IDENTIFICACION_REQUERIDA')
  const small = await adm.call(contrato.crear, { body: euros('1.00', '4.10', null) })
  expect(small.status).toBe(201)
})

test('without any price of the dollar everything is required', async () => {
  await comoDueno(app.url, "UPDATE monedas SET iso = 'USX' WHERE id = $1", [USD])
  for (const cliente of [null, clientes.ana]) {
    const refused = await adm.call(contrato.crear, { body: euros('2.00', '8.30', cliente) })
    expect(refused.error.codigo).toBe('IDENTIFICACION_REQUERIDA')
  }
  await comoDueno(app.url, "UPDATE monedas SET iso = 'USD' WHERE id = $1", [USD])
  await comoDueno(app.url, "UPDATE pares_divisas SET base_id = 3, pais = 'pe', estatus = true")
})

test('a canje without a price is valued at the cost of what leaves, and earns nothing', async () => {
  await comoDueno(app.url, 'UPDATE pares_divisas SET estatus = false')
  const big = canje(['500.00'], {
    monto: '500.00',
    cliente_id: null,
    entregamos: cash(cuentas.cajaEur, '423.00'),
  })
  const refused = await adm.call(contrato.crear, { body: big })
  expect(refused.error.codigo).toBe('IDENTIFICACION_REQUERIDA')
  expect((await previa())?.ganancia).toBe('0.00')
  expect((await detalle(canje(['10.00']))).ganancia).toBe('0.00')
  await comoDueno(app.url, 'UPDATE pares_divisas SET estatus = true')
})

test('below cost: users who may see cost receive the figures, others only the fact', async () => {
  await sql`UPDATE usuarios SET desvio_pct = 5`.execute(app.db)
  const caj = await app.signedIn('caj')
  await aCargo(app, caj, cuentas.cajaPen, cuentas.cajaUsd)
  await sql`UPDATE usuarios SET desvio_pct = 5`.execute(app.db)
  const body = venta('10.00', '33.90', { tasa: '3.390' })
  const told = await adm.call(contrato.crear, { body })
  expect(told.error).toMatchObject({ codigo: 'BAJO_COSTO', detalle: { perdida: '-1.20' } })
  const blind = await caj.call(contrato.crear, { body })
  expect(blind.error).toEqual({
    codigo: 'BAJO_COSTO',
    message: 'La venta está por debajo del costo promedio. Escriba un motivo para continuar.',
  })
  const motivo = 'Cliente de siempre'
  expect((await caj.call(contrato.crear, { body: { ...body, motivo } })).status).toBe(201)
})

test('the counter’s options contain the position only for users who may see cost', async () => {
  const sale = async (client: typeof adm) =>
    (await client.call(contrato.opciones)).body.tasas.find(({ tipo }) => tipo === 'venta')
  expect((await sale(adm))?.posicion).toMatchObject({ costo: expect.any(String) })
  expect((await sale(await app.signedIn('caj')))?.posicion).toBeNull()
})

test('a key belongs to its user: another user’s equal key is another operation', async () => {
  const other = await app.signedIn('adm')
  const clave = randomUUID()
  const mine = await adm.call(contrato.crear, { body: compra('11.00', '38.80'), clave })
  const yours = await other.call(contrato.crear, { body: compra('12.00', '42.30'), clave })
  expect([mine.status, yours.status]).toEqual([201, 201])
  expect(yours.headers).not.toHaveProperty('idempotency-replayed')
  // Stored answers are deleted after days; the document's own key still prevents a second effect.
  await comoDueno(app.url, 'DELETE FROM idempotencia')
  const late = await adm.call(contrato.crear, {
    body: compra('11.00', '38.80', { confirmo_duplicado: true }),
    clave,
  })
  expect([late.status, late.error.codigo]).toEqual([409, 'DUPLICADO'])
})

test('operation number one million of a year is unique and can be found', async () => {
  await comoDueno(app.url, 'UPDATE series SET ultimo = 999998')
  const numbers: string[] = []
  const pays = { '101.00': '355.60', '102.00': '359.10', '103.00': '362.60' }
  for (const [monto, contravalor] of Object.entries(pays)) {
    const { body } = await adm.call(contrato.crear, { body: compra(monto, contravalor) })
    numbers.push(body.numero.slice(8))
  }
  expect(numbers).toEqual(['999999', '1000000', '1000001'])
  const year = new Date().getFullYear()
  const { body: short } = await adm.call(contrato.listar, { query: { buscar: '1000000' } })
  expect(short.items.some(({ numero }) => numero.endsWith('-1000000'))).toBe(true)
  for (const buscar of [`CV-${year}-1000000`, `cv-${year}-1000000`, `${year}-1000000`]) {
    const { body } = await adm.call(contrato.listar, { query: { buscar } })
    expect(body.items.map(({ numero }) => numero.slice(8))).toEqual(['1000000'])
  }
  const { body: none } = await adm.call(contrato.listar, { query: { buscar: '2001-1000000' } })
  expect(none.items).toEqual([])
  const { body: first } = await adm.call(contrato.listar, { query: { buscar: '1' } })
  expect(first.items.some(({ numero }) => numero.endsWith('-000001'))).toBe(true)
})

test('a rate that has operations cannot change its country or currencies', async () => {
  const [row] = await comoDueno<{ id: number }>(
    app.url,
    'SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = $1',
    [tasas.compraUsd],
  )
  const params = { id: row?.id ?? 0 }
  const { body: t } = await adm.call(tiposContrato.obtener, { params })
  const { pais, base_id, cotizacion_id, metodo_calculo, precision, version } = t
  const same = {
    base_id,
    cotizacion_id,
    metodo_calculo,
    precision,
    version,
    margen: '0',
    tasa: '3.520',
  }
  const edit = (more: object) =>
    adm.call(tiposContrato.editar, { params, body: { ...same, pais, ...more } })
  for (const more of [{ pais: 've' }, { base_id: EUR }, { cotizacion_id: EUR }]) {
    expect((await edit(more)).error.codigo).toBe('CONGELADO')
  }
  expect((await edit({})).status).toBe(200)
})

test('a cursor of one list is not valid for another, even with the same filters', async () => {
  const { body } = await adm.call(contrato.listar, { query: { limite: 1 } })
  const query = { limite: 1, cursor: body.siguiente ?? '' }
  expect((await adm.call(contrato.listar, { query })).status).toBe(200)
  expect((await adm.call(cuentasContrato.movimientos, { query })).status).toBe(400)
  expect((await adm.call(clientesContrato.listar, { query })).status).toBe(400)
})

test('after all of it the entries balance', async () => {
  const { diferencia } = await verificar(app.db)
  // This test made the numbers jump; nothing else may differ.
  expect(diferencia?.regla).toBe('Los números no tienen saltos')
})
