import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, publicar, saldos, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { cotizado } from '../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato, type Registro } from './contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa

const { compra, venta } = mostrador(casa)

test('the worked example of the books, number by number, and its annulment', async () => {
  const before = await saldos(app)
  expect(before).toMatchObject({ 'posicion:USD': '-10000.00', 'contravalor:USD': '35100.00' })

  const bought = await adm.call(contrato.crear, { body: compra('1000.00', '3520.00') })
  expect(bought.error).toMatchObject({
    monto: '1000.00',
    contravalor: '3520.00',
    estado: 'completada',
  })
  expect(bought.status).toBe(201)
  expect(await saldos(app)).toMatchObject({
    'posicion:USD': '-11000.00',
    'contravalor:USD': '38620.00',
  })

  const sold = await adm.call(contrato.crear, { body: venta('1500.00', '5340.00') })
  expect(sold.status).toBe(201)
  expect(await saldos(app)).toMatchObject({
    'posicion:USD': '-9500.00',
    'contravalor:USD': '33353.64',
    'ganancia:USD': '-73.64',
    'cuenta:Caja dólares': '9500.00',
    'cuenta:Caja soles': '51820.00',
  })
  const { body } = await adm.call(contrato.obtener, { params: { id: sold.body.id } })
  expect(body).toMatchObject({ costo: '5266.36', ganancia: '73.64', margen: '0.00' })
  expect(body.apuntes?.map(({ cuenta, debe, haber }) => [cuenta, debe, haber])).toEqual([
    ['Caja soles', '5340.00', null],
    ['Caja dólares', null, '1500.00'],
    ['Posición USD', '1500.00', null],
    ['Contravalor USD', null, '5266.36'],
    ['Ganancia cambiaria realizada USD', null, '73.64'],
  ])

  for (const { id } of [sold.body, bought.body]) {
    const { body: annulled } = await adm.call(contrato.anular, {
      params: { id },
      body: { motivo: 'Error de digitación' },
    })
    expect(annulled.estado).toBe('anulada')
  }
  expect(await saldos(app)).toEqual(before)
})

test('a purchase whose dollars were sold meanwhile cannot be annulled', async () => {
  const fresh = await startTestAppHouse()
  const { body } = await fresh.buy('200.00', '704.00')
  expect((await fresh.sell('10100.00', '35956.00')).status).toBe(201)
  const refused = await fresh.annul(body.id)
  expect(refused.status).toBe(409)
  expect(refused.error.message).toBe(
    'La divisa de esta compra ya fue vendida; registre una operación inversa.',
  )
})

/** Retries with the same key while the server has no free connection, as the browser does. */
async function untilServed<A extends { status: number }>(post: () => Promise<A>): Promise<A> {
  for (let n = 0; n < 50; n += 1) {
    const answer = await post()
    if (answer.status !== 503) return answer
  }
  return post()
}

async function startTestAppHouse() {
  const other = await startTestApp()
  const h = await montarCasa(other)
  const lines = (cuenta_id: number, monto: string): Registro['recibimos'] => [
    { tipo_pago_id: h.pagos.efectivo, cuenta_id, monto },
  ]
  const common = { cliente_id: null, divisa_id: USD, confirmo_duplicado: true }
  await comoDueno(
    other.url,
    "UPDATE ajustes SET valor = '1000000' WHERE clave = 'umbral_identificacion_usd'",
  )
  return {
    ...h,
    app: other,
    buy: (monto: string, contravalor: string) =>
      h.adm.call(contrato.crear, {
        body: {
          ...common,
          tipo: 'compra',
          monto,
          historico_id: h.tasas.compraUsd,
          tasa: '3.520',
          recibimos: lines(h.cuentas.cajaUsd, monto),
          entregamos: lines(h.cuentas.cajaPen, contravalor),
        },
      }),
    sell: (monto: string, contravalor: string, clave: string = randomUUID()) =>
      untilServed(() =>
        h.adm.call(contrato.crear, {
          clave,
          body: {
            ...common,
            tipo: 'venta',
            monto,
            historico_id: h.tasas.ventaUsd,
            tasa: '3.560',
            recibimos: lines(h.cuentas.cajaPen, contravalor),
            entregamos: lines(h.cuentas.cajaUsd, monto),
          },
        }),
      ),
    annul: (id: number) =>
      h.adm.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } }),
  }
}

test('50 parallel posts with one key are one operation with 50 equal answers', async () => {
  const h = await startTestAppHouse()
  const clave = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => h.sell('10.00', '35.60', clave)),
  )
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(
    49,
  )
  expect(await saldos(h.app)).toMatchObject({ 'cuenta:Caja dólares': '9990.00' })
  const other = await h.sell('20.00', '71.20', clave)
  expect([other.status, other.error.codigo]).toEqual([409, 'CLAVE_REUTILIZADA'])
})

test('100 parallel sales of the last units never go below the minimum and leave the books balanced', async () => {
  const h = await startTestAppHouse()
  const answers = await Promise.all(Array.from({ length: 100 }, () => h.sell('150.00', '534.00')))
  const sold = answers.filter(({ status }) => status === 201).length
  expect(sold).toBe(66)
  expect(
    new Set(answers.filter(({ status }) => status !== 201).map(({ error }) => error.codigo)),
  ).toEqual(new Set(['POSICION_INSUFICIENTE']))
  expect(await saldos(h.app)).toMatchObject({
    'cuenta:Caja dólares': '100.00',
    'posicion:USD': '-100.00',
  })
  const { rows } = await sql<{
    numero: string
  }>`SELECT numero FROM compras_ventas ORDER BY numero`.execute(h.app.db)
  expect(rows.map(({ numero }) => Number(numero.slice(-6)))).toEqual(
    Array.from({ length: 66 }, (_, i) => i + 1),
  )
})

test('a rate that changed between quote and save is reported with both amounts and nothing is posted', async () => {
  const h = await startTestAppHouse()
  const { rows } = await sql<{ id: number }>`
    SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = ${h.tasas.ventaUsd}`.execute(
    h.app.db,
  )
  const before = await saldos(h.app)
  await publicar(h.app, rows[0]?.id as number, 'd', '3.570', 3)
  const refused = await h.sell('100.00', '356.00')
  expect(refused.status).toBe(409)
  expect(refused.error).toMatchObject({
    message: 'La tasa cambió de 3.560 a 3.570. Confirme la nueva tasa.',
    codigo: 'TASA_CAMBIO',
    detalle: { contravalor_anterior: '356.00', contravalor_nuevo: '357.00', monto_nuevo: '100.00' },
  })
  expect(await saldos(h.app)).toEqual(before)
})

test('a quoted rate can be kept until its validity ends, and not a minute longer', async () => {
  const h = await startTestAppHouse()
  const { rows } = await sql<{ id: number }>`
    SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = ${h.tasas.ventaUsd}`.execute(
    h.app.db,
  )
  await publicar(h.app, rows[0]?.id as number, 'd', '3.570', 3)
  const body: Registro = {
    tipo: 'venta',
    divisa_id: USD,
    monto: '100.00',
    historico_id: h.tasas.ventaUsd,
    tasa: '3.560',
    mantener_tasa: true,
    recibimos: [{ tipo_pago_id: h.pagos.efectivo, cuenta_id: h.cuentas.cajaPen, monto: '356.00' }],
    entregamos: [{ tipo_pago_id: h.pagos.efectivo, cuenta_id: h.cuentas.cajaUsd, monto: '100.00' }],
  }
  // Nobody was told that price.
  expect((await h.adm.call(contrato.crear, { body })).error.codigo).toBe('COTIZACION_FALTA')
  const promised = { historico_id: h.tasas.ventaUsd, tipo: 'venta', tasa: '3.560' } as const
  await cotizado(h.app.url, h.adm.usuario_id, promised)
  expect((await h.adm.call(contrato.crear, { body })).status).toBe(201)
  await cotizado(h.app.url, h.adm.usuario_id, promised)
  const late = new Date(Date.now() + 21 * 60_000).toISOString()
  h.app.setClock(late)
  expect((await h.adm.call(contrato.crear, { body })).error.codigo).toBe('COTIZACION_FALTA')
  h.app.setClock(null)
})
