import { expect, test } from 'vitest'
import { PEN, saldos } from '../../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno, esperaAlguien, retener } from '../../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../../core/dinero/decimal.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato } from '../../contract.ts'

/* what the bank takes of a client's payment for an order is an expense of that order. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, cuentas, pagos } = casa
await comoDueno(
  app.url,
  `UPDATE tipos_pagos SET costo_pct = 3, moneda_id = ${PEN} WHERE id IN (${pagos.yape}, ${pagos.transferencia})`,
)
const limpio = async () => expect((await verificar(app.db)).diferencia).toBeNull()
const detalle = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const mas = async (before: Record<string, string>, code: string) => {
  const now = (await saldos(app))[code] ?? '0'
  return texto(decimal(now).minus(decimal(before[code] ?? '0')), 2)
}

test('a payment that is verified later costs when it comes, and the order earns that much less', async () => {
  const before = await saldos(app)
  const made = await caj.call(contrato.crear, {
    body: casa.orden({ cobros: [casa.yape('500.00')] }),
  })
  const { id } = made.body
  expect((await detalle(id)).gastos).toBe('0.00')
  await limpio()
  await casa.verificarTodo(id)
  expect((await detalle(id)).gastos).toBe('15.00')
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('485.00')
  expect(await mas(before, 'gastos-bancarios')).toBe('15.00')
  await limpio()
})

test('returned money leaves the cost with the house: the bank keeps what it took', async () => {
  const before = await saldos(app)
  const id = await casa.en('pagada')
  expect((await detalle(id)).gastos).not.toBe('0.00')
  await limpio()
  const cost = (await detalle(id)).gastos as string
  const annulled = await adm.call(contrato.anular, {
    params: { id },
    body: { motivo: 'El cliente desistió', cuenta_devolucion_id: cuentas.bcpPen } as never,
  })
  expect(annulled.status).toBe(200)
  expect(await mas(before, 'cuenta:BCP Soles')).toBe(`-${cost}`)
  expect(await mas(before, 'gastos-bancarios')).toBe(cost)
  await limpio()
})

test('a payment that needs no verification costs at once, with the order and added to it', async () => {
  const line = (monto: string, referencia: string) => ({
    ...{ tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, monto, referencia },
  })
  await comoDueno(app.url, "UPDATE ajustes SET valor = '100000' WHERE clave = 'dos_personas_usd'")
  const before = await saldos(app)
  const { body } = await adm.call(contrato.crear, {
    body: { ...casa.orden({ cobros: [line('200.00', 'T1')] }), confirmo_duplicado: true },
  })
  expect((await detalle(body.id)).gastos).toBe('6.00')
  await limpio()
  const more = await adm.call(contrato.registrarCobro, {
    params: { id: body.id },
    body: line('300.00', 'T2') as never,
  })
  expect(more.body.estado).toBe('pagada')
  expect((await detalle(body.id)).gastos).toBe('15.00')
  expect(await mas(before, 'gastos-bancarios')).toBe('15.00')
  await limpio()
})

test('the client pays the fee on top of what he sends, and gets it back with the rest', async () => {
  const before = await saldos(app)
  await comoDueno(app.url, `UPDATE tipos_pagos SET tarifa_pct = 4 WHERE id = ${pagos.yape}`)
  const order = (tarifa?: string) =>
    caj.call(contrato.crear, {
      body: casa.orden({ cobros: [{ ...casa.yape('500.00'), ...(tarifa && { tarifa }) }] }),
    })
  for (const said of [undefined, '19.99'])
    expect((await order(said)).error.codigo).toBe('TARIFA_CAMBIO')
  expect(await saldos(app)).toEqual(before)
  const { id } = (await order('20.00')).body
  // The fee that was agreed counts, and the cost that was stored, whatever the way says when the payment comes.
  await comoDueno(
    app.url,
    `UPDATE tipos_pagos SET tarifa_pct = 9, costo_pct = 5 WHERE id = ${pagos.yape}`,
  )
  expect((await detalle(id)).tarifa).toBe('0.00')
  await casa.verificarTodo(id)
  const o = await detalle(id)
  expect([o.estado, o.tarifa, o.gastos, o.cobros[0]?.monto, o.cobros[0]?.tarifa]).toEqual([
    ...['pagada', '20.00', '15.60', '500.00', '20.00'],
  ])
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('504.40')
  expect(await mas(before, 'tarifas')).toBe('-20.00')
  await limpio()
  const annulled = await adm.call(contrato.anular, {
    params: { id },
    body: { motivo: 'El cliente desistió', cuenta_devolucion_id: cuentas.bcpPen } as never,
  })
  expect(annulled.status).toBe(200)
  expect(await mas(before, 'cuenta:BCP Soles')).toBe('-15.60')
  expect(await mas(before, 'tarifas')).toBe('0.00')
  await limpio()
})

test('a fee is part of what is given back from another account too', async () => {
  await comoDueno(app.url, `UPDATE tipos_pagos SET tarifa_pct = 4 WHERE id = ${pagos.yape}`)
  const { id } = (
    await caj.call(contrato.crear, {
      body: casa.orden({ cobros: [{ ...casa.yape('500.00'), tarifa: '20.00' }] }),
    })
  ).body
  await casa.verificarTodo(id)
  const before = await saldos(app)
  const body = { motivo: 'El cliente desistió', cuenta_devolucion_id: cuentas.cajaPen } as never
  const annulled = await adm.call(contrato.anular, { params: { id }, body })
  expect([annulled.status, annulled.error.message]).toEqual([200, 'Orden OR-2025-000005 anulada.'])
  expect(await mas(before, 'cuenta:Caja soles')).toBe('-520.00')
  await limpio()
})

test('fee and cost of a payment are computed once, though they change while its entry waits', async () => {
  const way = (tarifa: number, costo: number) =>
    comoDueno(
      app.url,
      `UPDATE tipos_pagos SET tarifa_pct = ${tarifa}, costo_pct = ${costo} WHERE id = ${pagos.transferencia}`,
    )
  const line = (monto: string, tarifa: string, referencia: string) => ({
    ...{ tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, monto, tarifa, referencia },
  })
  /** Registers it, and changes fee and cost while it waits for the balance. */
  const meanwhile = async <T>(call: () => Promise<T>): Promise<T> => {
    await way(4, 3)
    const busy = await retener(app.url, cuentas.bcpPen)
    const made = call()
    try {
      await esperaAlguien(app.url)
      await way(9, 7)
    } finally {
      await busy.soltar()
    }
    return made
  }
  const { body } = await meanwhile(() =>
    adm.call(contrato.crear, { body: casa.orden({ cobros: [line('200.00', '8.00', 'M1')] }) }),
  )
  const read = async () => {
    const o = await detalle(body.id)
    return [o.tarifa, o.gastos, o.cobros.map((cobro) => cobro.tarifa)]
  }
  // 3 % of the 208.00 that came.
  expect(await read()).toEqual(['8.00', '6.24', ['8.00']])
  await limpio()
  const more = await meanwhile(() =>
    adm.call(contrato.registrarCobro, {
      params: { id: body.id },
      body: line('300.00', '12.00', 'M2') as never,
    }),
  )
  expect(more.body.estado).toBe('pagada')
  expect(await read()).toEqual(['20.00', '15.60', ['8.00', '12.00']])
  await limpio()
})

test('a payment that is added pays what the sum of both is charged besides (R-300)', async () => {
  const fee = (set: string) =>
    comoDueno(app.url, `UPDATE tipos_pagos SET ${set} WHERE id = ${pagos.yape}`)
  await fee('tarifa_pct = 1, tarifa_fija = 3')
  const { id } = (
    await caj.call(contrato.crear, {
      body: casa.orden({
        cobros: [
          { ...casa.yape('100.00'), tarifa: '4.00' },
          { ...casa.yape('150.00'), tarifa: '1.50' },
        ],
      }),
    })
  ).body
  const add = (monto: string, tarifa: string) =>
    caj.call(contrato.registrarCobro, {
      params: { id },
      body: { ...casa.yape(monto), tarifa } as never,
    })
  expect((await add('50.00', '3.50')).error.codigo).toBe('TARIFA_CAMBIO')
  expect((await add('50.00', '0.50')).status).toBe(201)
  // What was refused did not pay: the fixed part is owed still.
  const [earliest] = (await detalle(id)).cobros
  const refused = await adm.call(contrato.rechazar, {
    params: { id },
    body: { cobro_id: earliest?.id as number, motivo: 'No llegó' },
  })
  expect(refused.status).toBe(200)
  expect((await add('100.00', '1.00')).error.codigo).toBe('TARIFA_CAMBIO')
  expect((await add('100.00', '4.00')).status).toBe(201)
  // Of two at once the second is told what the first has paid.
  const both = await Promise.all([add('20.00', '0.20'), add('50.00', '0.50')])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  const other = (await caj.call(contrato.crear, { body: casa.orden({ confirmo_duplicado: true }) }))
    .body.id
  const first = (monto: string) =>
    caj.call(contrato.registrarCobro, {
      params: { id: other },
      body: { ...casa.yape(monto), tarifa: '4.00' } as never,
    })
  const once = await Promise.all([first('100.00'), first('100.00')])
  expect(once.map(({ error }) => error.codigo).sort()).toEqual(['TARIFA_CAMBIO', undefined])
  await fee('tarifa_fija = NULL')
})

test('an order is not paid while its payments owe the fee of one that was refused, unless another person says yes (R-300)', async () => {
  await comoDueno(
    app.url,
    `UPDATE tipos_pagos SET tarifa_pct = NULL, tarifa_fija = 5 WHERE id = ${pagos.yape}`,
  )
  const { id } = (
    await caj.call(contrato.crear, {
      body: casa.orden({
        confirmo_duplicado: true,
        cobros: [
          { ...casa.yape('1.00'), tarifa: '5.00' },
          { ...casa.yape('490.00'), tarifa: '0.00' },
        ],
      }),
    })
  ).body
  const [invented, real] = (await detalle(id)).cobros.map(({ id }) => id)
  const move = (call: typeof contrato.verificar, cobro_id = 0) =>
    adm.call(call, { params: { id }, body: { cobro_id, motivo: 'No llegó' } as never })
  expect(
    (await adm.call(contrato.verificar, { params: { id }, body: { cobro_id: real as number } }))
      .status,
  ).toBe(200)
  expect((await move(contrato.rechazar as never, invented)).status).toBe(200)
  const cash = () =>
    caj.call(contrato.registrarCobro, { params: { id }, body: casa.efectivo('10.00') as never })
  const { error } = await cash()
  expect([error.codigo, error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringContaining('dejar de cobrar una tarifa de S/ 5.00'),
  ])
  expect((await detalle(id)).estado).toBe('pendiente')
  // By the same way the rest pays the fee, and nothing is missing.
  const same = await caj.call(contrato.registrarCobro, {
    params: { id },
    body: { ...casa.yape('10.00'), tarifa: '5.00' } as never,
  })
  expect(same.status).toBe(201)
  const [, , last] = (await detalle(id)).cobros
  const paid = await adm.call(contrato.verificar, {
    params: { id },
    body: { cobro_id: last?.id as number },
  })
  expect(paid.body.estado).toBe('pagada')
  await comoDueno(app.url, `UPDATE tipos_pagos SET tarifa_fija = NULL WHERE id = ${pagos.yape}`)
})

test('a fee that starts or rises after a payment was registered asks nobody: none of it was refused (R-300)', async () => {
  const fee = (set: string) =>
    comoDueno(app.url, `UPDATE tipos_pagos SET ${set} WHERE id = ${pagos.yape}`)
  for (const [before, tarifa] of [
    ['tarifa_pct = NULL', '0.00'],
    ['tarifa_pct = 1', '5.00'],
  ]) {
    await fee(before as string)
    const { id } = (
      await caj.call(contrato.crear, {
        body: casa.orden({ cobros: [{ ...casa.yape('500.00'), tarifa }] }),
      })
    ).body
    await fee('tarifa_pct = 3')
    const [cobro] = (await detalle(id)).cobros
    const done = await caj.call(contrato.verificar, {
      params: { id },
      body: { cobro_id: cobro?.id as number },
    })
    expect([done.error.codigo, done.body.estado]).toEqual([undefined, 'pagada'])
  }
  await fee('tarifa_pct = NULL')
})
