import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { areas } from '../../main.app.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { contrato } from './contract.ts'

const CONTADORES = areas.flatMap(({ contadores = [] }) => contadores)

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const avisos = async (client = adm) => (await client.call(contrato.listar)).body
const aviso = async (clave: string) => (await avisos()).find((a) => a.clave === clave)

test('without anything pending the list is empty', async () => {
  expect(await avisos()).toEqual([])
})

test('every counter runs and names a permission that exists', () => {
  expect(new Set(CONTADORES.map(({ clave }) => clave)).size).toBe(CONTADORES.length)
})

test('a payment to verify is shown to those who may verify it, with a link to the list', async () => {
  const { venta } = mostrador(casa)
  const body = venta('10.00', '35.60')
  const recibimos = [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '35.60' }]
  expect((await adm.call(compras.crear, { body: { ...body, recibimos } })).status).toBe(201)
  expect(await aviso('pagos')).toEqual({
    clave: 'pagos',
    titulo: '1 operación con pagos por verificar',
    cuantos: 1,
    // The ten dollars that were handed out, at 3.520.
    riesgo: '35.20',
    pantalla: 'compras-ventas',
    filtro: { estado: 'pendiente' },
  })
  const caj = await app.signedIn('caj')
  expect((await avisos(caj)).map(({ clave }) => clave)).toEqual(['pagos'])
  const mgr = await app.signedIn('mgr')
  expect(await avisos(mgr)).toEqual([])
})

test('what is at risk is what was handed out, no more than is still to come, and one side of an operation', async () => {
  const { compra } = mostrador(casa)
  const yape = (monto: string) => [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto }]
  const anular = async (id: number) =>
    adm.call(compras.anular, { params: { id }, body: { motivo: 'El cliente se arrepintió' } })
  // Received in cash, and not handed out yet: a debt, and no risk.
  const debe = await adm.call(compras.crear, {
    body: compra('20.00', '0', { entregamos: yape('70.40') }),
  })
  expect([debe.status, (await aviso('pagos'))?.cuantos]).toEqual([201, 2])
  expect((await aviso('pagos'))?.riesgo).toBe('35.20')
  expect((await anular(debe.body.id)).status).toBe(200)
})

test('low balances, expired documents and unsent messages are counted', async () => {
  await sql`UPDATE cuentas SET saldo_min = 999999 WHERE id IN (${cuentas.cajaUsd}, ${cuentas.cajaEur})`.execute(
    app.db,
  )
  await sql`UPDATE clientes SET vence_doc = '2020-01-01' WHERE num_doc = '10000001'`.execute(app.db)
  expect((await aviso('saldos'))?.titulo).toBe('2 cuentas con saldo bajo')
  expect((await aviso('documentos'))?.titulo).toBe('1 cliente con documento vencido')
})

test('items are sorted by money at risk, those without a value last', async () => {
  const found = (await avisos()).map(({ clave, riesgo }) => [clave, riesgo])
  // 999,999 less the 9,990 dollars left after the sale, at 3.520; the euro has no price.
  expect(found).toEqual([
    ['saldos', '3484831.68'],
    ['pagos', '35.20'],
    ['documentos', null],
  ])
})

test('a rate that gives more than its pair costs is counted, with what was agreed at it today', async () => {
  const { id: par_destino_id } = await app.db
    .selectFrom('pares_divisas')
    .select('id')
    .where('base_id', '=', USD)
    .executeTakeFirstOrThrow()
  const { tipo_cambio_id } = await app.db
    .selectFrom('tipos_cambios_historico')
    .select('tipo_cambio_id')
    .where('id', '=', casa.tasas.compraUsd)
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('tipos_cambios')
    .set({ par_destino_id })
    .where('id', '=', tipo_cambio_id)
    .execute()
  const compra = (valor: string) =>
    comoDueno(app.url, 'UPDATE pares_divisas SET compra = $1 WHERE id = $2', [
      valor,
      par_destino_id,
    ])
  expect(await aviso('bajo-costo')).toBeUndefined()
  expect(
    (await adm.call(compras.crear, { body: mostrador(casa).compra('100.00', '352.00') })).status,
  ).toBe(201)
  await compra('3.519')
  expect(await aviso('bajo-costo')).toMatchObject({ cuantos: 1, riesgo: '352.00' })
  const { body } = await adm.call(tipos.listar)
  expect(body.filter(({ bajo_costo }) => bajo_costo).map(({ id }) => id)).toEqual([tipo_cambio_id])
  await compra('3.520')
})

test('a rate that nobody confirmed for a day is counted', async () => {
  app.setClock(new Date(Date.now() + 25 * 3_600_000).toISOString())
  await sql`UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 day'`.execute(
    app.db,
  )
  expect((await aviso('tasas'))?.cuantos).toBeGreaterThan(0)
  app.setClock(null)
})
