import { afterAll, beforeEach, expect, test } from 'vitest'
import { cuenta, saldos, VES } from '../../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../../../test/support/servidor/respuesta.ts'
import { conVisto, darVistos } from '../../../../../test/support/vistos.ts'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato as formas } from '../../../tipos-pagos/contract.ts'
import { contrato } from '../../contract.ts'
import { montarLotes } from '../lotes/casa.ts'

/* what the bank charges for a payout is what the beneficiary's way of being paid says, else what its account says. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, pag, ves, movil } = casa
const jefe = await app.signedIn('adm')
const owner = (text: string) => comoDueno(app.url, text)
const forma = (change: string) => owner(`UPDATE tipos_pagos SET ${change} WHERE id = ${movil}`)
// The account says much, so that what only it says is seen: 2 % and 500.00.
await owner(
  `UPDATE cuentas SET comision_salida_pct = 2, comision_salida_fija = 500 WHERE id = ${ves.banesco}`,
)
beforeEach(() => forma('costo_pago_pct = 1, costo_pago_fijo = 50'))
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const detalle = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const propuesta = (id: number) => hecho(pag.call(contrato.propuesta, en(id)))
const pagar = (id: number, comision: string, monto = '26206.00') =>
  pag.call(contrato.pagar, {
    params: { id },
    body: { cuenta_id: ves.banesco, monto, comision, referencia: casa.referencia() },
  })
const tomada = () => casa.en('en_proceso', { historico_id: casa.historico })
async function movio(before: Record<string, string>) {
  const now = await saldos(app)
  const moved = (code: string) =>
    texto(decimal(now[code] ?? '0').minus(decimal(before[code] ?? '0')), 2)
  return [moved('cuenta:Banesco VES'), moved('gastos-bancarios'), moved('posicion:VES')]
}

test('the payer is proposed what the way says, and not what the account says besides', async () => {
  const id = await tomada()
  const { lineas, cargos } = await propuesta(id)
  expect(lineas.map(({ monto, comision }) => [monto, comision])).toEqual([['26206.00', '312.06']])
  const de = (cuenta: number) => cargos.find(({ cuenta_id }) => cuenta_id === cuenta)
  expect(de(ves.banesco)).toEqual({
    ...{ cuenta_id: ves.banesco, pct: '1', fijo: '50', segun: 'PAGO_MOVIL' },
  })
  // Zero is something that it says.
  await forma('costo_pago_pct = 0, costo_pago_fijo = NULL')
  expect((await propuesta(id)).lineas[0]?.comision).toBe('0.00')
  await forma('costo_pago_pct = NULL')
  const account = await propuesta(id)
  expect(account.lineas[0]?.comision).toBe('1024.12')
  expect(account.cargos[0]).toMatchObject({ pct: '2', fijo: '500', segun: 'Banesco VES' })
})

test('it is an expense of the order at its average cost, in the entry of the payout, and bounces with it', async () => {
  const id = await tomada()
  const before = await saldos(app)
  const { pago_id } = (await pagar(id, '312.06')).body
  const o = await detalle(id)
  // 312.06 bolívares that cost 21,500.00 for 1,212,000.00.
  expect([o.estado, o.gastos, o.pagos[0]?.comision, o.pagos[0]?.gasto]).toEqual([
    ...['completada', '5.54', '312.06', '5.54'],
  ])
  expect(await movio(before)).toEqual(['-26518.06', '5.54', '26518.06'])
  const asientos = new Set(
    o.apuntes?.filter(({ glosa }) => glosa.startsWith('Pago de')).map((a) => a.asiento_id),
  )
  expect(asientos.size).toBe(1)
  expect((await verificar(app.db)).diferencia).toBeNull()
  const body = { pago_id, motivo: 'Cuenta cerrada' }
  expect((await adm.call(contrato.rebotar, { params: { id }, body })).status).toBe(200)
  expect(await movio(before)).toEqual(['0.00', '0.00', '0.00'])
  expect((await detalle(id)).gastos).toBe('0.00')
})

test('more than it says takes another person, though the account says more', async () => {
  const id = await tomada()
  const much = () => pagar(id, '1500.00', '1000.00')
  const refused = await much()
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/la comisión bancaria de Bs 1,500.00 en Banesco VES/),
  ])
  const [asked] = await owner('SELECT motivo FROM vistos ORDER BY id DESC LIMIT 1')
  expect(asked).toEqual({
    motivo: expect.stringMatching(/Según PAGO_MOVIL sería de Bs 60.00; puede pasar de eso hasta/),
  })
  expect((await conVisto(adm, much)).status).toBe(201)
  // The account alone would have stopped this one, which the way says.
  await forma('costo_pago_fijo = 5000')
  expect((await pagar(id, '3520.00', '1000.00')).status).toBe(201)
})

/* the payouts of an order are judged together. */
test('an order in parts pays the fixed part once, and the small excess once', async () => {
  const id = await tomada()
  // The excess of 10.00 soles is some 560 bolívares.
  expect((await pagar(id, '560.00', '1000.00')).status).toBe(201)
  const { lineas, cargos } = await propuesta(id)
  expect([lineas[0]?.monto, lineas[0]?.comision]).toEqual(['25206.00', '252.06'])
  expect(cargos.map(({ pct, fijo }) => [pct, fijo])).toContainEqual(['1', '0'])
  const more = () => pagar(id, '120.00', '1000.00')
  const { error } = await more()
  expect(error.codigo).toBe('VISTO_FALTA')
  const [asked] = await owner('SELECT motivo FROM vistos ORDER BY id DESC LIMIT 1')
  expect(asked).toEqual({
    motivo: expect.stringMatching(
      /Según PAGO_MOVIL, con los Bs 560.00 que cobraron sus otros pagos quedaría Bs 10.00; entre todos pueden pasar/,
    ),
  })
  // What the percentage says adds nothing to the excess.
  expect((await pagar(id, '10.00', '1000.00')).status).toBe(201)
  expect((await conVisto(adm, more)).status).toBe(201)
  expect((await pagar(id, '10.00', '1000.00')).status).toBe(201)
})

test('a yes to a charge serves for the payouts with which it was asked for, and says how much they were charged', async () => {
  const id = await tomada()
  expect((await pagar(id, '560.00', '1000.00')).status).toBe(201)
  const more = () => pagar(id, '120.00', '1000.00')
  expect((await more()).error.codigo).toBe('VISTO_FALTA')
  await darVistos(adm)
  // Meanwhile another payout, which asks nobody, is charged as well.
  expect((await pagar(id, '10.00', '1000.00')).status).toBe(201)
  expect((await more()).error.codigo).toBe('VISTO_FALTA')
  const asked = await owner("SELECT que->'antes' AS antes FROM vistos ORDER BY id DESC LIMIT 2")
  expect(asked).toEqual([{ antes: 570 }, { antes: 560 }])
  await darVistos(adm)
  expect((await more()).status).toBe(201)
})

test('of a payout that bounced the fixed part is there again, and another account of the way has none', async () => {
  const id = await tomada()
  const { pago_id } = (await pagar(id, '60.00', '1000.00')).body
  const { cargos } = await propuesta(id)
  expect(new Set(cargos.map(({ fijo }) => fijo))).toEqual(new Set(['0']))
  const body = { pago_id, motivo: 'Cuenta cerrada' }
  expect((await adm.call(contrato.rebotar, { params: { id }, body })).status).toBe(200)
  expect((await propuesta(id)).lineas[0]?.comision).toBe('312.06')
  // As accounts say it, each has its own.
  await forma('costo_pago_pct = NULL, costo_pago_fijo = NULL')
  expect((await pagar(id, '520.00', '1000.00')).status).toBe(201)
  const each = await propuesta(id)
  expect(each.cargos.find(({ cuenta_id }) => cuenta_id === ves.banesco)?.fijo).toBe('0')
  await owner(`UPDATE cuentas SET comision_salida_fija = 70 WHERE id = ${ves.mercantil}`)
  expect(
    (await propuesta(id)).cargos.find(({ cuenta_id }) => cuenta_id === ves.mercantil)?.fijo,
  ).toBe('70')
})

test('two payouts at once share the fixed part', async () => {
  await owner("UPDATE ajustes SET valor = '0' WHERE clave = 'cargo_exceso_funcional'")
  const id = await tomada()
  const both = await Promise.all([pagar(id, '60.00', '1000.00'), pagar(id, '60.00', '1000.00')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  await owner("UPDATE ajustes SET valor = '10' WHERE clave = 'cargo_exceso_funcional'")
})

test('what leaves a till pays no bank: nothing is proposed, and a charge is refused', async () => {
  const id = await tomada()
  const cuenta_id = await cuenta(app, pag, 'Caja VES', VES, '5000.00', '90.00')
  const { cargos } = await propuesta(id)
  expect(cargos.find((cargo) => cargo.cuenta_id === cuenta_id)).toMatchObject({
    pct: '0',
    fijo: '0',
  })
  const body = { cuenta_id, monto: '1000.00', comision: '1.00', referencia: casa.referencia() }
  const { error } = await pag.call(contrato.pagar, { params: { id }, body })
  expect(error.errors?.[0]).toEqual({
    campo: 'comision',
    msg: 'Lo que sale de una caja no paga comisión a un banco: déjela en cero.',
  })
})

test('the code by which an open order names its way stays', async () => {
  await tomada()
  const { id: _, estatus: __, ...way } = (await adm.call(formas.obtener, en(movil))).body
  const { error } = await adm.call(formas.editar, {
    params: { id: movil },
    body: { ...way, codigo: 'OTRO_MOVIL' } as never,
  })
  expect(error.errors?.[0]).toEqual({
    campo: 'codigo',
    msg: expect.stringMatching(/^Hay órdenes abiertas que nombran .* por su código: OR-/),
  })
})

test('a batch proposes it for each of its lines', async () => {
  const lotes = await montarLotes(app, casa)
  await owner(
    `UPDATE tipos_pagos SET costo_pago_pct = 1, costo_pago_fijo = 3 WHERE codigo = 'TRANSFERENCIA_VE'`,
  )
  const { id } = (await lotes.crear([await lotes.tomada(0)])).body
  const [linea] = (await lotes.ver(id)).lineas
  expect([linea?.monto, linea?.comision]).toEqual(['5241.20', '55.41'])
  const paid = await lotes.pagar(id, [
    { linea_id: linea?.id, referencia: 'BAN-1', comision: '55.41' },
  ])
  expect(paid.body.pagadas).toBe(1)
})

test('it is a control, and a form with an impossible one names the field', async () => {
  const save = async (id: number, change: object) => {
    const { id: _, estatus: __, ...way } = (await adm.call(formas.obtener, { params: { id } })).body
    return adm.call(formas.editar, { params: { id }, body: { ...way, ...change } as never })
  }
  for (const change of [
    { costo_pago_pct: '3' },
    { costo_pago_fijo: '0' },
    { costo_pago_pct: null },
  ])
    expect((await save(movil, change)).error.codigo).toBe('VISTO_FALTA')
  const more = () => save(movil, { costo_pago_pct: '3' })
  expect((await conVisto(jefe, more)).status).toBe(200)
  expect((await detalleForma()).costo_pago_pct).toBe('3')

  const campo = async (id: number, change: object) =>
    (await save(id, change)).error.errors?.[0]?.campo
  const { efectivo, yape } = casa.pagos
  expect(await campo(movil, { sentido: 'entra' })).toBe('costo_pago_pct')
  expect(await campo(movil, { sentido: 'entra', costo_pago_pct: null })).toBe('costo_pago_fijo')
  expect(await campo(efectivo, { costo_pago_pct: '1' })).toBe('efectivo')
  expect(await campo(yape, { moneda_id: null, costo_pago_fijo: '1.00' })).toBe('moneda_id')
  expect(await campo(movil, { costo_pago_pct: '20.001' })).toBe('costo_pago_pct')
  expect(await campo(movil, { moneda_id: VES, costo_pago_fijo: '1.001' })).toBe('costo_pago_fijo')
})
const detalleForma = async () =>
  (await adm.call(formas.obtener, { params: { id: movil } })).body as { costo_pago_pct: string }
