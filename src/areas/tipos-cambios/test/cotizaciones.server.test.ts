import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, publicar } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { sinTomar } from '../../../../test/support/areas/tasas.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* a rate that changed is kept for what was promised, by whom, to whom, up to how much, until when; once. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, tasas, clientes } = casa
const otra = await app.signedIn('adm')
const { venta } = mostrador(casa)
const { rows } = await sql<{ id: number }>`
  SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = ${tasas.ventaUsd}`.execute(
  app.db,
)
const tipo = rows[0]?.id as number
let vigente = tasas.ventaUsd

/** Promises a sale at the rate in force. */
const cotizar = (more: object = {}, quien: Client = adm) =>
  quien.call(contrato.cotizar, {
    body: {
      tipo: 'venta',
      historico_id: vigente,
      cliente_id: clientes.ana,
      monto: '100.00',
      ...more,
    },
  })
/** Another rate is published; answers the id of the row that ended. */
async function cambia(tasa: string): Promise<number> {
  const ended = vigente
  vigente = await publicar(app, tipo, 'd', tasa, 3)
  return ended
}
const vender = (historico_id: number, tasa: string, more: object = {}, quien: Client = adm) =>
  quien.call(compras.crear, {
    body: venta('100.00', '356.00', {
      ...{ historico_id, tasa, mantener_tasa: true, confirmo_duplicado: true },
      ...more,
    }),
  })

test('the rate that was promised is kept once, for that client, that amount and by that cashier', async () => {
  const made = await cotizar()
  expect([made.status, made.body.message]).toEqual([
    201,
    expect.stringMatching(/^Cotización guardada: US\$ 100\.00 a 3\.560, hasta las \d\d:\d\d\.$/),
  ])
  const [one] = (await adm.call(contrato.cotizaciones)).body
  expect(one).toMatchObject({
    tasa: '3.560',
    monto: '100.00',
    contravalor: '356.00',
    cliente: 'Ana García Peña',
  })
  expect((await otra.call(contrato.cotizaciones)).body).toEqual([])
  const old = await cambia('3.570')

  const falta = async (more: object, quien?: Client) => {
    const { status, error } = await vender(old, '3.560', more, quien)
    return [status, error.codigo]
  }
  const refused = [409, 'COTIZACION_FALTA']
  expect(await falta({}, otra)).toEqual(refused)
  expect(await falta({ cliente_id: null })).toEqual(refused)
  expect(
    await falta({
      monto: '101.00',
      recibimos: venta('1', '359.60').recibimos,
      entregamos: venta('101.00', '1').entregamos,
    }),
  ).toEqual(refused)
  // Without being asked to keep it, the refusal says until when the promise is good.
  const asked = await vender(old, '3.560', { mantener_tasa: false })
  expect(asked.error.detalle).toMatchObject({
    bloqueada_hasta: new Date(one?.vence_en ?? 0).toISOString(),
  })
  expect((await vender(old, '3.560')).status).toBe(201)
  expect(await falta({})).toEqual(refused)
  expect((await vender(old, '3.560', { mantener_tasa: false })).error.detalle).toMatchObject({
    bloqueada_hasta: null,
  })
  expect((await adm.call(contrato.cotizaciones)).body).toEqual([])
})

test('one promise serves one of two operations at once', async () => {
  await cotizar()
  const tasa = '3.570'
  const old = await cambia('3.580')
  const recibimos = venta('1', '357.00').recibimos
  const both = await Promise.all([1, 2].map(() => vender(old, tasa, { recibimos })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('what is no longer in force is not promised, nor to nobody; and no promise outlives its minutes', async () => {
  const old = await cambia('3.590')
  const late = await cotizar({ historico_id: old })
  expect([late.status, late.error.errors?.[0]?.msg]).toEqual([
    400,
    'La tasa publicada cambió mientras tanto: revise el monto y cotice de nuevo.',
  ])
  const whom = await cotizar({ cliente_id: null })
  expect(whom.error.errors?.[0]?.campo).toBe('nota')
  const cum = await app.signedIn('cum')
  expect((await cotizar({}, cum)).error.codigo).toBe('SIN_PERMISO')

  expect((await cotizar({ cliente_id: null, nota: 'Señora de verde', monto: '101' })).status).toBe(
    201,
  )
  const ended = await cambia('3.600')
  app.setClock(new Date(Date.now() + 21 * 60_000).toISOString())
  const recibimos = venta('1', '359.00').recibimos
  expect((await vender(ended, '3.590', { recibimos })).error.codigo).toBe('COTIZACION_FALTA')
})

test('another rate, another typed rate and another kind of operation are not what was promised', async () => {
  const cara = await app.signedIn('adm')
  const refused = async (historico_id: number, tasa: string, soles: string) => {
    const recibimos = venta('1', soles).recibimos
    return (await vender(historico_id, tasa, { recibimos, motivo: 'Prueba' }, cara)).error.codigo
  }
  // An order of as many soles, at the same rate.
  expect((await cotizar({ tipo: 'orden', monto: '500.00' }, cara)).status).toBe(201)
  const first = await cambia('3.605')
  expect(await refused(first, '3.600', '360.00')).toBe('COTIZACION_FALTA')
  expect((await cotizar({}, cara)).status).toBe(201)
  const second = await cambia('3.608')
  const third = await cambia('3.600')
  expect(await refused(third, '3.605', '360.50')).toBe('COTIZACION_FALTA')
  expect(await refused(second, '3.604', '360.40')).toBe('COTIZACION_FALTA')
  expect(await refused(second, '3.605', '360.50')).toBeUndefined()
})

test('a note says to whom: a name of two words or a phone, whoever writes it', async () => {
  const guardar = (nota: string | null) =>
    sql`SELECT cotizaciones_guardar(${JSON.stringify({ usuario_id: adm.usuario_id })}::jsonb, ${JSON.stringify(
      { tipo: 'venta', historico_id: vigente, nota, monto: '1.00' },
    )}::jsonb)`.execute(app.db)
  for (const nota of [
    null,
    'Sin cliente',
    'sin  nombre',
    'Juan',
    '12345',
    'x y z',
    'Ningún cliente',
  ])
    await expect(guardar(nota), String(nota)).rejects.toThrow(/VALIDACION/)
  for (const nota of ['Juan Pérez', 'Sra. Rosa del puesto 4', 'Celular 987 654 321'])
    expect(await cotizar({ cliente_id: null, nota, monto: '1.00' })).toMatchObject({ status: 201 })
  const { error } = await cotizar({ cliente_id: null, nota: 'Sin cliente' })
  expect(error.errors?.[0]).toEqual({
    campo: 'nota',
    msg: 'Elija al cliente o escriba a quién se le dijo el precio: su nombre y apellido, o su teléfono.',
  })
})

test('one person is told one price: the same again is the same quote, another price is refused', async () => {
  const first = await cotizar({ monto: '70.00' })
  const again = await cotizar({ monto: '70.00' })
  expect([again.status, again.body.id]).toEqual([201, first.body.id])
  const { rows } = await sql<{ repetidas: number }>`SELECT count(*)::int AS repetidas FROM auditoria
    WHERE entidad = 'cotizaciones' AND despues ? 'repetida'`.execute(app.db)
  expect(rows).toEqual([{ repetidas: 1 }])
  expect(again.body.message).toMatch(/^Esa cotización ya estaba guardada: US\$ 70\.00 a 3\.600/)
  expect((await cotizar({ monto: '70.00', tasa: '3.590' })).error.codigo).toBe('COTIZACION_IGUAL')
  await cambia('3.610')
  const other = await cotizar({ monto: '75.00' })
  expect([other.status, other.error.message]).toEqual([
    409,
    expect.stringMatching(
      /^A Ana García Peña ya le prometió US\$ 70\.00 a 3\.600, hasta las \d\d:\d\d\. Úsela/,
    ),
  ])
  // Somebody else's promise, another client's, and the other direction are not hers.
  expect((await cotizar({ monto: '70.00' }, otra)).status).toBe(201)
  const compra = { tipo: 'compra', historico_id: tasas.compraUsd, monto: '70.00' }
  expect((await cotizar(compra)).status).toBe(201)
})

test('an operation at the rate in force uses up what was promised of it', async () => {
  const open = async () =>
    (await otra.call(contrato.cotizaciones)).body.filter(({ tipo }) => tipo === 'venta')
  expect(await open()).toHaveLength(1)
  const body = venta('70.00', '252.70', { historico_id: vigente, tasa: '3.610' })
  expect((await otra.call(compras.crear, { body })).status).toBe(201)
  expect(await open()).toEqual([])
  expect((await cotizar({ cliente_id: null, nota: 'Juan Pérez' }, otra)).status).toBe(201)
  const other = venta('60.00', '216.60', { historico_id: vigente, tasa: '3.610', cliente_id: null })
  expect((await otra.call(compras.crear, { body: other })).status).toBe(201)
  expect(await open()).toHaveLength(1)
})

test('what one cashier promises has an end: in dollars, in number, in a day', async () => {
  const cara = await app.signedIn('adm')
  const uno = (n: number, more: object = {}) =>
    cotizar(
      {
        cliente_id: null,
        nota: `Cliente de turno ${'abcdefghijklmn'[n % 14]}${'xyz'[n % 3]}`,
        monto: '10.00',
        ...more,
      },
      cara,
    )
  await comoDueno(app.url, 'UPDATE usuarios SET limite_usd = 500 WHERE id = $1', [cara.usuario_id])
  expect((await uno(0, { monto: '300.00' })).status).toBe(201)
  const dear = await uno(1, { monto: '200.01' })
  expect([dear.status, dear.error.message]).toEqual([
    409,
    expect.stringMatching(/suman US\$ 500\.01 y pueden sumar US\$ 500\.00/),
  ])
  await comoDueno(app.url, 'UPDATE usuarios SET limite_usd = NULL WHERE id = $1', [cara.usuario_id])
  expect((await uno(1, { monto: '9700.01' })).error.codigo).toBe('COTIZACION_LIMITE')
  for (let n = 1; n < 10; n += 1) expect((await uno(n)).status).toBe(201)
  const many = await uno(10)
  expect([many.error.codigo, many.error.message]).toEqual([
    'COTIZACION_CUPO',
    expect.stringMatching(/^Ya tiene 10 cotizaciones abiertas\./),
  ])
})

test('what was promised is not rewritten, and the operation itself asks for its quote', async () => {
  const write = (set: string) => comoDueno(app.url, `UPDATE tipos_cambios_cotizaciones SET ${set}`)
  for (const set of [
    'monto = monto * 2',
    "vence_en = vence_en + interval '1 day'",
    'usada_en = NULL, origen = NULL, origen_id = NULL',
  ])
    await expect(write(set), set).rejects.toThrow(/not rewritten/)
  await expect(comoDueno(app.url, 'DELETE FROM tipos_cambios_cotizaciones')).rejects.toThrow(
    /not rewritten/,
  )
  await cotizar({ monto: '33.00' }, otra)
  const old = await cambia('3.611')
  app.setClock(new Date(Date.now() + 22 * 60_000).toISOString())
  await sinTomar(app.url, async () => {
    const recibimos = venta('1', '118.80').recibimos
    const more = { monto: '33.00', recibimos, entregamos: venta('33.00', '1').entregamos }
    expect((await vender(old, '3.600', more, otra)).status).toBe(500)
    expect(String(app.bugs.splice(0))).toMatch(/the rate was not in force/)
  })
})
