import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aCargo } from '../../../test/support/areas/caja.ts'
import { EUR, montarCasa, PEN, saldos, USD } from '../../../test/support/areas/casa.ts'
import { conMargen, conRegla, sinReglas } from '../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { verificar } from '../../main.libros.ts'
import { contrato as comprasVentas, type Registro } from '../compras-ventas/contract.ts'
import { contrato, type Fila } from './contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
await conMargen(app, casa)
const { adm, cuentas, pagos, clientes } = casa
const { compra, venta, cash } = mostrador(casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
await comoDueno(app.url, "UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'")
const caj = await app.signedIn('caj')
await aCargo(app, caj, cuentas.cajaPen, cuentas.cajaUsd)

beforeEach(() => sinReglas(app))

async function registrar(body: Registro, who = adm): Promise<number> {
  const made = await who.call(comprasVentas.crear, { body })
  if (made.status !== 201) throw new Error(JSON.stringify(made.error))
  return made.body.id
}

const anular = (id: number) =>
  adm.call(comprasVentas.anular, { params: { id }, body: { motivo: 'Error de digitación' } })

async function deOperacion(id: number): Promise<Fila[]> {
  const { body } = await adm.call(contrato.listar, { query: { orden: 'fecha', limite: 200 } })
  return body.items.filter((f) => f.origen_id === id)
}

const liquidar = (ids: number[]) => adm.call(contrato.liquidar, { body: { ids } })
const pagar = (id: number, cuenta_id = cuentas.cajaPen) =>
  adm.call(contrato.pagar, { params: { id }, body: { cuenta_id } })

/** Settles the commissions of one operation and pays them. */
async function pagada(id: number): Promise<number> {
  const ids = (await deOperacion(id)).map((f) => f.id)
  const { body } = await liquidar(ids)
  expect((await pagar(body.id)).status).toBe(200)
  return body.id
}

const libro = async () => {
  const all = await saldos(app)
  return [all['gasto:comisiones'], all['comisiones-por-pagar'], all['comisiones-por-recuperar']]
}
const cuadra = async () => expect((await verificar(app.db)).diferencia).toBeNull()

test('a completed operation accrues once, by the rule of that day, with its base', async () => {
  const { id: regla_id } = await conRegla(adm, { usuario_id: adm.usuario_id, valor: '20' })
  const id = await registrar(venta('100.00', '356.00'))
  expect(await deOperacion(id)).toMatchObject([
    {
      ...{ tipo: 'venta', rol: 'creador', beneficiario: `u${adm.usuario_id}`, estado: 'devengada' },
      ...{ monto: '100.00', moneda_id: USD, tasa: '3.560', base: 'margen', importe_base: '4.00' },
      ...{ porcentaje: '20', comision: '0.80', de_id: PEN, a_id: USD, descuento: false },
    },
  ])
  const { rows } = await sql<{ regla: object; debe: string; haber: string }>`
    SELECT c.regla, (SELECT codigo FROM apuntes p JOIN cuentas_contables q ON q.id = p.cuenta_id
                     WHERE p.asiento_id = c.asiento_id AND importe = 0.8) AS debe,
           (SELECT codigo FROM apuntes p JOIN cuentas_contables q ON q.id = p.cuenta_id
                     WHERE p.asiento_id = c.asiento_id AND importe = -0.8) AS haber
    FROM comisiones c WHERE c.origen_id = ${id} AND c.regla_id = ${regla_id}`.execute(app.db)
  expect(rows).toMatchObject([
    {
      regla: { base: 'margen', valor: '20', desde: '2025-11-20', edicion: 1 },
      debe: 'gasto:comisiones',
      haber: 'comisiones-por-pagar',
    },
  ])
  await cuadra()
})

test('the worked example: 20 % of a net profit of 33.73 is 6.75, rounded half up', async () => {
  const { rows } = await sql<{ c: string }>`
    SELECT comisiones_importe('ganancia', 20, NULL, NULL, 33.73)::text AS c`.execute(app.db)
  expect(rows[0]?.c).toBe('6.75')
})

test('creator and agent both earn; an operation without a rule leaves nothing', async () => {
  await comoDueno(app.url, 'UPDATE clientes SET agente_id = $1 WHERE id = $2', [
    clientes.bloqueado,
    clientes.ana,
  ])
  await conRegla(adm, { base: 'ganancia', valor: '10' })
  await conRegla(adm, { rol: 'agente', base: 'monto', valor: '0.5', agente_id: clientes.bloqueado })
  const rows = await deOperacion(await registrar(venta('100.00', '356.00')))
  expect(rows.map((f) => [f.rol, f.importe_base, f.comision])).toEqual([
    ['agente', '356.00', '1.78'],
    ['creador', '5.00', '0.50'],
  ])
  await sinReglas(app)
  expect(await deOperacion(await registrar(venta('100.00', '356.00')))).toEqual([])
  await comoDueno(app.url, 'UPDATE clientes SET agente_id = NULL WHERE id = $1', [clientes.ana])
  await cuadra()
})

test('a pending payment accrues when it is verified, by that day’s rule, for the user who registered it', async () => {
  await conRegla(adm, { base: 'fijo', valor: '2.5', tipo: 'venta' })
  const recibimos = [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '71.20' }]
  const id = await registrar(venta('20.00', '0', { recibimos }), caj)
  expect(await deOperacion(id)).toEqual([])
  const { body } = await adm.call(comprasVentas.obtener, { params: { id } })
  const pago_id = body.pagos.find((p) => p.estado === 'por_verificar')?.id ?? 0
  const done = await adm.call(comprasVentas.verificar, { params: { id }, body: { pago_id } })
  expect(done.status).toBe(200)
  expect(await deOperacion(id)).toMatchObject([
    { comision: '2.50', porcentaje: null, importe_base: null, beneficiario: `u${caj.usuario_id}` },
  ])
})

test('a purchase has no profit: zero commission, without an entry; a negative base also gives zero', async () => {
  await conRegla(adm, { base: 'ganancia', valor: '10', minimo: '1' })
  const before = await libro()
  const id = await registrar(compra('100.00', '352.00'))
  const [row] = await deOperacion(id)
  expect(row).toMatchObject({ comision: '0.00', importe_base: '0.00', estado: 'devengada' })
  // Sold below its cost of 3.51, with a reason.
  await comoDueno(app.url, 'UPDATE usuarios SET desvio_pct = 5 WHERE id = $1', [adm.usuario_id])
  const baja = await registrar(
    venta('10.00', '35.00', { tasa: '3.500', motivo: 'Cliente de años' }),
  )
  expect((await deOperacion(baja))[0]).toMatchObject({
    ...{ comision: '0.00', importe_base: '-0.10', estado: 'devengada' },
  })
  expect(await libro()).toEqual(before)
  // Above it the minimum is due.
  const alta = await registrar(
    venta('10.00', '35.30', { tasa: '3.530', motivo: 'Cliente de años' }),
  )
  expect((await deOperacion(alta))[0]).toMatchObject({ importe_base: '0.20', comision: '1.00' })
  expect(await libro()).not.toEqual(before)
  await cuadra()
})

test('a commission is at least its minimum and at most its maximum', async () => {
  await conRegla(adm, { valor: '50', minimo: '3', maximo: '5', base: 'margen' })
  const small = await deOperacion(await registrar(venta('100.00', '356.00')))
  const large = await deOperacion(await registrar(venta('500.00', '1780.00')))
  expect([small[0]?.comision, large[0]?.comision]).toEqual(['3.00', '5.00'])
})

test('a canje has no margin: its commission on margin is zero, and on the amount it uses the value of what came in', async () => {
  const canje = (): Registro => ({
    ...{ tipo: 'canje', cliente_id: clientes.ana, divisa_id: USD, monto: '100.00' },
    ...{ historico_id: casa.tasas.canjeUsdEur, tasa: '0.8460' },
    recibimos: cash(cuentas.cajaUsd, '100.00'),
    entregamos: cash(cuentas.cajaEur, '84.60'),
  })
  await conRegla(adm, { valor: '50' })
  expect((await deOperacion(await registrar(canje())))[0]).toMatchObject({
    ...{ importe_base: null, comision: '0.00', de_id: USD, a_id: EUR },
  })
  await sinReglas(app)
  await conRegla(adm, { base: 'monto', valor: '1', tipo: 'canje' })
  expect((await deOperacion(await registrar(canje())))[0]).toMatchObject({
    ...{ importe_base: '352.00', comision: '3.52' },
  })
})

test('annulled before it was settled: the commission is annulled too, and the books are as before', async () => {
  await conRegla(adm, { valor: '30' })
  const before = await libro()
  const id = await registrar(venta('100.00', '356.00'))
  expect(await libro()).not.toEqual(before)
  expect((await anular(id)).status).toBe(200)
  expect(await libro()).toEqual(before)
  const [row] = await deOperacion(id)
  expect(row?.estado).toBe('anulada')
  expect((await liquidar([row?.id ?? 0])).error.codigo).toBe('COMISION_TOMADA')
  await cuadra()
})

test('annulled after it was paid: the amount is deducted from the next settlement, selected or not', async () => {
  await conRegla(adm, { valor: '50', usuario_id: caj.usuario_id })
  const first = await registrar(venta('100.00', '356.00'), caj)
  await pagada(first)
  expect((await anular(first)).status).toBe(200)
  const [paid, back] = await deOperacion(first)
  expect(paid).toMatchObject({ estado: 'pagada', comision: '2.00' })
  expect(back).toMatchObject({ estado: 'devengada', comision: '-2.00', descuento: true })
  expect((await libro())[2]).toBe('2.00')
  await cuadra()
  // There is nothing to pay yet.
  expect((await liquidar([back?.id ?? 0])).error.codigo).toBe('LIQUIDACION_SIN_SALDO')
  const small = await registrar(venta('50.00', '178.00'), caj)
  const [little] = await deOperacion(small)
  expect((await liquidar([little?.id ?? 0])).error.codigo).toBe('LIQUIDACION_SIN_SALDO')
  const second = await registrar(venta('200.00', '712.00'), caj)
  const [row] = await deOperacion(second)
  const till = (await saldos(app))['cuenta:Caja soles']
  const settled = await liquidar([row?.id ?? 0])
  expect(settled.body).toMatchObject({ total: '2.00', filas: 2 })
  expect((await pagar(settled.body.id)).status).toBe(200)
  expect(Number((await saldos(app))['cuenta:Caja soles']) - Number(till)).toBeCloseTo(-2)
  expect((await libro())[2]).toBeUndefined()
  await cuadra()
})

test('a settlement has one beneficiary, takes a row once and is paid once', async () => {
  await conRegla(adm, { valor: '50' })
  const mine = await deOperacion(await registrar(venta('100.00', '356.00')))
  const his = await deOperacion(await registrar(venta('100.00', '356.00'), caj))
  const [a, b] = [mine[0]?.id ?? 0, his[0]?.id ?? 0]
  const both = await liquidar([a, b])
  expect([both.status, both.error.errors]).toEqual([
    400,
    [{ campo: 'ids', msg: 'Elija comisiones de un solo beneficiario.' }],
  ])
  expect((await liquidar([a, 999_999])).status).toBe(404)
  const { body } = await liquidar([a])
  expect(body.numero).toMatch(/^LQ-2025-\d{6}$/)
  expect((await liquidar([a])).error.codigo).toBe('COMISION_TOMADA')
  const before = await saldos(app)
  expect((await pagar(body.id)).body.estado).toBe('pagada')
  const after = await saldos(app)
  expect(Number(before['cuenta:Caja soles']) - Number(after['cuenta:Caja soles'])).toBeCloseTo(2)
  const again = await pagar(body.id)
  expect([again.status, again.error.message]).toEqual([
    409,
    `La liquidación ${body.numero} ya está pagada.`,
  ])
  expect(await saldos(app)).toEqual(after)
  await cuadra()
})

test('it is paid only from an active account in soles with enough balance', async () => {
  await conRegla(adm, { base: 'fijo', valor: '10' })
  const [row] = await deOperacion(await registrar(venta('100.00', '356.00')))
  const { body } = await liquidar([row?.id ?? 0])
  expect((await pagar(body.id, cuentas.cajaUsd)).error.errors).toEqual([
    { campo: 'cuenta_id', msg: 'Las comisiones se pagan de una cuenta en soles.' },
  ])
  expect((await pagar(body.id, 999_999)).status).toBe(404)
  await comoDueno(app.url, 'UPDATE cuentas SET estatus = false WHERE id = $1', [cuentas.bcpPen])
  expect((await pagar(body.id, cuentas.bcpPen)).error.codigo).toBe('INACTIVO')
  await comoDueno(app.url, 'UPDATE cuentas SET estatus = true WHERE id = $1', [cuentas.bcpPen])
  expect((await adm.call(contrato.liquidacion, { params: { id: body.id } })).body).toMatchObject({
    ...{ estado: 'liquidada', cuenta: null, total: '10.00', filas: 1 },
  })
  const { body: ready } = await adm.call(contrato.cuentas)
  expect(ready.map(({ id }) => id).sort()).toEqual([cuentas.cajaPen, cuentas.bcpPen].sort())
})

test('an annulled settlement releases its rows; a paid one cannot be annulled', async () => {
  await conRegla(adm, { base: 'fijo', valor: '7' })
  const [row] = await deOperacion(await registrar(venta('100.00', '356.00')))
  const { body } = await liquidar([row?.id ?? 0])
  const back = (id: number) =>
    adm.call(contrato.anularLiquidacion, { params: { id }, body: { motivo: 'Era otra fila' } })
  expect((await back(body.id)).body.estado).toBe('anulada')
  expect((await pagar(body.id)).error.codigo).toBe('LIQUIDACION_ESTADO')
  const { body: second } = await liquidar([row?.id ?? 0])
  expect((await pagar(second.id)).status).toBe(200)
  expect((await back(second.id)).error.codigo).toBe('LIQUIDACION_ESTADO')
  await cuadra()
})

test('a negative commission is carried over where the setting allows it, and restored on annulment', async () => {
  await comoDueno(app.url, "UPDATE ajustes SET valor = 'true' WHERE clave = 'comisiones_arrastre'")
  await conRegla(adm, { valor: '50', usuario_id: caj.usuario_id })
  const at = (tasa: string, total: string) =>
    venta('100.00', total, {
      tasa,
      motivo: 'Cliente de años',
      recibimos: cash(cuentas.cajaPen, total),
    })
  // A rate below its cost: the margin is −2.00, the commission would be −1.00.
  await comoDueno(app.url, 'UPDATE usuarios SET desvio_pct = 5 WHERE id = $1', [caj.usuario_id])
  const bad = await registrar(at('3.500', '350.00'), caj)
  expect((await deOperacion(bad))[0]).toMatchObject({ importe_base: '-2.00', comision: '0.00' })
  const good = await registrar(venta('100.00', '356.00'), caj)
  expect((await deOperacion(good))[0]?.comision).toBe('1.00')
  // The deduction of the annulled operation is returned with the next commission.
  expect((await anular(bad)).status).toBe(200)
  const next = await registrar(venta('100.00', '356.00'), caj)
  expect((await deOperacion(next))[0]?.comision).toBe('3.00')
  await comoDueno(app.url, "UPDATE ajustes SET valor = 'false' WHERE clave = 'comisiones_arrastre'")
  const last = await registrar(at('3.500', '350.00'), caj)
  expect((await deOperacion(last))[0]?.comision).toBe('0.00')
  expect((await deOperacion(await registrar(venta('100.00', '356.00'), caj)))[0]?.comision).toBe(
    '2.00',
  )
  await cuadra()
})
