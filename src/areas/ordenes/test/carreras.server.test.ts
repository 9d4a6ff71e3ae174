import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { montarOrdenes, publicarVes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp({ max: 12 })
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, otro, ves, cuentas } = casa
const of = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const statuses = (all: readonly { status: number }[]) =>
  all.map(({ status }) => status).sort((a, b) => a - b)
const times = <T>(n: number, what: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => what(i))
const whole = async () => expect((await verificar(app.db)).diferencia).toBeNull()

test('fifty concurrent requests take one order: one succeeds, the others are told who has it', async () => {
  const id = await casa.en('pagada')
  const all = await Promise.all(
    times(50, (i) => (i % 2 ? pag : otro).call(contrato.tomar, { params: { id } })),
  )
  expect(statuses(all).filter((status) => status === 200)).toHaveLength(1)
  const lost = all.filter(({ status }) => status !== 200)
  expect(new Set(lost.map(({ error }) => error.codigo))).toEqual(new Set(['ORDEN_TOMADA']))
  expect((await of(id)).pasos.filter(({ accion }) => accion === 'tomar')).toHaveLength(1)
  await whole()
})

test('of two concurrent full payouts with different keys, one is made', async () => {
  const id = await casa.en('en_proceso')
  const all = await Promise.all(
    times(8, () =>
      pag.call(contrato.pagar, {
        params: { id },
        body: { cuenta_id: ves.banesco, monto: '26206.00', referencia: casa.referencia() },
      }),
    ),
  )
  expect(statuses(all).filter((status) => status === 201)).toHaveLength(1)
  expect((await of(id)).pagado).toBe('26206.00')
  await whole()
})

test('concurrent partial payouts never exceed the order', async () => {
  const id = await casa.en('en_proceso')
  const all = await Promise.all(
    times(6, () =>
      pag.call(contrato.pagar, {
        params: { id },
        body: { cuenta_id: ves.banesco, monto: '10000.00', referencia: casa.referencia() },
      }),
    ),
  )
  expect(statuses(all).filter((status) => status === 201)).toHaveLength(2)
  expect((await of(id)).pagado).toBe('20000.00')
  await whole()
})

test('concurrent payouts of different orders never spend an account’s balance twice', async () => {
  const before = Number((await saldos(app))['cuenta:Banesco VES'])
  const ids = await Promise.all(times(4, () => casa.en('en_proceso', { envia: '8000.00' })))
  const all = await Promise.all(ids.map((id) => casa.pago(id, ves.banesco, '419296.00')))
  const fit = Math.floor(before / 419_296)
  expect(fit).toBeLessThan(4)
  expect(statuses(all).filter((status) => status === 201)).toHaveLength(fit)
  expect(
    new Set(all.filter(({ status }) => status !== 201).map(({ error }) => error.codigo)),
  ).toEqual(new Set(['POSICION_INSUFICIENTE']))
  await whole()
})

test('a payment verified twice at once is posted once', async () => {
  const id = await casa.en('pendiente', { cobros: [casa.yape('500.00')] })
  const cobro_id = (await of(id)).cobros[0]?.id as number
  const before = Number((await saldos(app))['ordenes-por-pagar'])
  const all = await Promise.all(
    times(6, () =>
      caj.call(contrato.verificar, { params: { id }, body: { cobro_id, referencia: null } }),
    ),
  )
  expect(statuses(all).filter((status) => status === 200)).toHaveLength(1)
  expect(Number((await saldos(app))['ordenes-por-pagar'])).toBeCloseTo(before - 500, 2)
  await whole()
})

test('annulling races with paying out: one of them succeeds', async () => {
  for (let n = 0; n < 6; n++) {
    const id = await casa.en('en_proceso', { envia: '10.00' })
    const [paid, undone] = await Promise.all([
      pag.call(contrato.pagar, {
        params: { id },
        body: { cuenta_id: ves.banesco, monto: '524.12', referencia: casa.referencia() },
      }),
      adm.call(contrato.anular, {
        params: { id },
        body: { motivo: 'Se arrepintió', cuenta_devolucion_id: cuentas.bcpPen },
      }),
    ])
    expect([paid.status < 300, undone.status < 300].filter(Boolean)).toHaveLength(1)
  }
  await whole()
})

test('requoting races with verifying: the payment counts for the quote that is valid', async () => {
  for (let n = 0; n < 6; n++) {
    const id = await casa.en('pendiente', { cobros: [casa.yape('500.00')] })
    const cobro_id = (await of(id)).cobros[0]?.id as number
    const [again, verified] = await Promise.all([
      caj.call(contrato.recotizar, {
        params: { id },
        body: { historico_id: casa.historico, envia: '600.00' },
      }),
      caj.call(contrato.verificar, { params: { id }, body: { cobro_id, referencia: null } }),
    ])
    const { estado, envia } = await of(id)
    expect(verified.status).toBe(200)
    // Verified first: requoting is refused. Requoted first: the payment covers a part.
    expect([estado, envia, again.status]).toEqual(
      again.status === 200 ? ['pendiente', '600.00', 200] : ['pagada', '500.00', 409],
    )
  }
  await whole()
})

test('orders made while a rate changes never use a rate that is not in force', async () => {
  const all = await Promise.all([
    ...times(10, () => caj.call(contrato.crear, { body: casa.orden({ envia: '20.00' }) })),
    publicarVes(app, casa.tipo, '52.400').then(() => ({ status: 0, error: { codigo: '' } })),
    ...times(10, () => caj.call(contrato.crear, { body: casa.orden({ envia: '20.00' }) })),
  ])
  const refused = all.filter(({ status }) => status >= 300)
  expect(new Set(refused.map(({ error }) => error.codigo))).toEqual(
    refused.length ? new Set(['TASA_CAMBIO']) : new Set(),
  )
  await publicarVes(app, casa.tipo, '52.412')
  await whole()
})

test('the same key makes one order, also in concurrent requests', async () => {
  const clave = randomUUID()
  const body = casa.orden({
    envia: '33.00',
    cobros: [casa.efectivo('33.00')],
    historico_id: await actual(),
  })
  const all = await Promise.all(times(5, () => caj.call(contrato.crear, { body, clave })))
  expect(new Set(all.map(({ body: { numero } }) => numero)).size).toBe(1)
  expect(statuses(all)).toEqual([201, 201, 201, 201, 201])
  const other = await caj.call(contrato.crear, { body: { ...body, envia: '34.00' }, clave })
  expect(other.error.codigo).toBe('CLAVE_REUTILIZADA')
  await whole()
})

async function actual(who: Client = caj): Promise<number> {
  const { body } = await who.call(contrato.cotizar, {
    query: { pais: 'pe', base_id: 2, cotizacion_id: 1, envia: '10' },
  })
  return body.historico_id
}
