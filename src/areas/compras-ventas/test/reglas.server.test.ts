import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EUR, montarCasa, saldos, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { decimal } from '../../../core/dinero/decimal.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type Registro } from '../contract.ts'
import { montos, resultado } from '../rules.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos, tasas, clientes } = casa

const { cash, compra, venta } = mostrador(casa)

test('several payments per side, a fee, and cash rounding', async () => {
  const before = await saldos(app)
  const body = venta('100.01', '0', {
    servicio: '5.00',
    recibimos: [
      {
        tipo_pago_id: pagos.transferencia,
        cuenta_id: cuentas.bcpPen,
        monto: '300.00',
        referencia: 'OP-1',
      },
      { tipo_pago_id: pagos.efectivo, cuenta_id: cuentas.cajaPen, monto: '61.00' },
    ],
  })
  // 100.01 × 3.560 = 356.0356, charged up: 356.04; with the fee 361.04; in cash 361.00.
  const { status, body: made } = await adm.call(contrato.crear, { body })
  expect([status, made.contravalor]).toEqual([201, '356.04'])
  const { body: d } = await adm.call(contrato.obtener, { params: { id: made.id } })
  expect(d).toMatchObject({ redondeo: '0.04', servicio: '5.00' })
  expect(await saldos(app)).toMatchObject({ redondeo: '0.04', servicio: '-5.00' })
  const repeated = await adm.call(contrato.crear, {
    body: { ...body, monto: '100.01', confirmo_duplicado: true },
  })
  expect([repeated.status, repeated.error.codigo]).toEqual([409, 'REFERENCIA_REPETIDA'])
  await adm.call(contrato.anular, { params: { id: made.id }, body: { motivo: 'Prueba de vuelta' } })
  expect(await saldos(app)).toEqual(before)
})

const otra = await app.signedIn('caj')

test('a payment to be verified is a receivable from the client, and its verification completes the operation', async () => {
  const before = await saldos(app)
  const recibimos = [
    { tipo_pago_id: pagos.efectivo, cuenta_id: cuentas.cajaPen, monto: '1780.00' },
    { tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '1780.00' },
  ]
  const { body: made } = await adm.call(contrato.crear, {
    body: venta('1000.00', '0', { recibimos }),
  })
  expect(made.estado).toBe('pendiente')
  expect(await saldos(app)).toMatchObject({ 'por-cobrar:PEN': '1780.00' })
  const { body: d } = await adm.call(contrato.obtener, { params: { id: made.id } })
  const waiting = d.pagos.find(({ estado }) => estado === 'por_verificar')
  const body = { pago_id: waiting?.id ?? 0, referencia: 'YAPE-77' }
  const done = await Promise.all(
    Array.from({ length: 5 }, () =>
      otra.call(contrato.verificar, { params: { id: made.id }, body }),
    ),
  )
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(await saldos(app)).not.toHaveProperty('por-cobrar:PEN')
  await adm.call(contrato.anular, { params: { id: made.id }, body: { motivo: 'Prueba de vuelta' } })
  expect(await saldos(app)).toEqual(before)
})

test('a canje comes in at its price in soles and earns against the cost of what leaves', async () => {
  const before = await saldos(app)
  const body: Registro = {
    tipo: 'canje',
    cliente_id: clientes.ana,
    divisa_id: USD,
    monto: '1000.00',
    historico_id: tasas.canjeUsdEur,
    tasa: '0.8460',
    recibimos: cash(cuentas.cajaUsd, '1000.00'),
    entregamos: cash(cuentas.cajaEur, '846.00'),
  }
  const { status, body: made } = await adm.call(contrato.crear, { body })
  expect(status).toBe(201)
  // 846 EUR cost 846 × 4.04 = 3,417.84; 1,000 USD come in at 3.520: 3,520.00; profit 102.16.
  const { body: d } = await adm.call(contrato.obtener, { params: { id: made.id } })
  expect(d).toMatchObject({ costo: '3417.84', ganancia: '102.16', contramoneda_id: EUR })
  await adm.call(contrato.anular, { params: { id: made.id }, body: { motivo: 'Prueba de vuelta' } })
  expect(await saldos(app)).toEqual(before)
})

test.each([
  [
    'a blocked client',
    compra('10.00', '35.20', { cliente_id: clientes.bloqueado }),
    'CLIENTE_BLOQUEADO',
  ],
  [
    'an occasional client above the threshold',
    compra('200.00', '704.00', { cliente_id: null }),
    'IDENTIFICACION_REQUERIDA',
  ],
  [
    'a known client without what his amount asks for',
    compra('6000.00', '21120.00'),
    'IDENTIFICACION_REQUERIDA',
  ],
  [
    'a rate outside the operator’s range',
    compra('10.00', '36.00', { tasa: '3.600' }),
    'TASA_FUERA_DE_RANGO',
  ],
  ['payments that do not sum', compra('10.00', '35.10'), 'PAGOS_NO_CUADRAN'],
  [
    'more cash than the till has',
    venta('20000.00', '71200.00', { cliente_id: clientes.ana }),
    'IDENTIFICACION_REQUERIDA',
  ],
  [
    'a sale below cost without a reason',
    venta('10.00', '35.10', { tasa: '3.510', recibimos: cash(cuentas.cajaPen, '35.10') }),
    'TASA_FUERA_DE_RANGO',
  ],
])('refuses %s and changes nothing', async (_, body, codigo) => {
  const before = await saldos(app)
  const { status, error } = await adm.call(contrato.crear, { body })
  expect([status, error.codigo]).toEqual([409, codigo])
  expect(await saldos(app)).toEqual(before)
})

test('cash is paid in coins that there are, each line of it', async () => {
  const entregamos = [...cash(cuentas.cajaPen, '35.17'), ...cash(cuentas.cajaPen, '0.03')]
  const before = await saldos(app)
  const { error } = await adm.call(contrato.crear, {
    body: compra('10.00', '35.20', { entregamos }),
  })
  expect(error.errors?.[0]?.campo).toBe('entregamos.0')
  expect(error.message).toMatch(/35\.17 no se puede pagar en efectivo/)
  expect(await saldos(app)).toEqual(before)
})

test('a corridor refuses amounts outside its bounds', async () => {
  const { rows } = await sql<{ id: number }>`
    UPDATE tipos_cambios t SET monto_min = 20, monto_max = 500 FROM tipos_cambios_historico h
    WHERE h.tipo_cambio_id = t.id AND h.id = ${tasas.compraUsd} RETURNING t.id`.execute(app.db)
  const low = await adm.call(contrato.crear, { body: compra('19.99', '70.40') })
  expect([low.status, low.error.message]).toEqual([
    400,
    'Este tipo de cambio admite montos desde 20 hasta 500.',
  ])
  await sql`UPDATE tipos_cambios SET monto_min = NULL WHERE id = ${rows[0]?.id}`.execute(app.db)
  const high = await adm.call(contrato.crear, { body: compra('500.01', '1760.10') })
  expect(high.error.message).toBe('Este tipo de cambio admite montos hasta 500.')
  await sql`UPDATE tipos_cambios SET monto_max = NULL WHERE id = ${rows[0]?.id}`.execute(app.db)
})

test('a duplicate a few minutes ago is asked about once', async () => {
  expect((await adm.call(contrato.crear, { body: compra('33.00', '116.20') })).status).toBe(201)
  const again = await adm.call(contrato.crear, { body: compra('33.00', '116.20') })
  expect(again.error.codigo).toBe('DOBLE_OPERACION')
  const confirmed = await adm.call(contrato.crear, {
    body: compra('33.00', '116.20', { confirmo_duplicado: true }),
  })
  expect(confirmed.status).toBe(201)
})

test('profit and cost are missing for users who may not see them', async () => {
  const caj = await app.signedIn('caj')
  const { body: page } = await caj.call(contrato.listar)
  expect(page.items.length).toBeGreaterThan(0)
  expect(page.items[0]).not.toHaveProperty('ganancia')
  const { body } = await caj.call(contrato.obtener, { params: { id: page.items[0]?.id ?? 0 } })
  for (const field of ['ganancia', 'costo', 'margen', 'apuntes'])
    expect(body).not.toHaveProperty(field)
  const { body: totals } = await caj.call(contrato.totales)
  expect(totals[0]).not.toHaveProperty('ganancia')
  const { body: counter } = await caj.call(contrato.opciones)
  expect(counter.tasas.map(({ posicion, tasa_costo }) => [posicion, tasa_costo])).toEqual(
    counter.tasas.map(() => [null, null]),
  )
  const denied = await caj.call(contrato.anular, {
    params: { id: 1 },
    body: { motivo: 'No debería' },
  })
  expect([denied.status, denied.error.codigo]).toEqual([403, 'SIN_PERMISO'])
})

test('pages follow each other without gaps, and a cursor is valid only for its own list', async () => {
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const { body } = await adm.call(contrato.listar, {
      query: { limite: 3, ...(cursor && { cursor }) },
    })
    seen.push(...body.items.map(({ id }) => id))
    cursor = body.siguiente ?? undefined
  } while (cursor)
  const { body: all } = await adm.call(contrato.listar, { query: { limite: 200 } })
  expect(seen).toEqual(all.items.map(({ id }) => id))
  const { body: first } = await adm.call(contrato.listar, { query: { limite: 3 } })
  const moved = await adm.call(contrato.listar, {
    query: { limite: 3, tipo: 'venta', cursor: first.siguiente ?? '' },
  })
  expect(moved.status).toBe(400)
})

test('SQL and rules.ts agree on both amounts, digit for digit', async () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 17n })
  const cifras = fc.bigInt({ min: 1n, max: 10n ** 12n })
  const places = fc.integer({ min: 0, max: 8 })
  const vectors = fc
    .sample(
      fc.record({
        tipo: fc.constantFrom('compra' as const, 'venta' as const, 'canje' as const),
        metodo_calculo: fc.constantFrom('m' as const, 'd' as const),
        byMonto: fc.boolean(),
        divisa: fc.constantFrom(0, 2, 3, 8),
        contramoneda: fc.constantFrom(0, 2, 3, 8),
        units: amount,
        cifras,
        places,
      }),
      Number(process.env.CAMBISTA_CASOS ?? 3000),
    )
    .map((v) => {
      const typedPlaces = v.byMonto ? v.divisa : v.contramoneda
      const value = shift(v.units, typedPlaces)
      return { ...v, value, tasa: shift(v.cifras, v.places) }
    })
  const { rows } = await sql<{ monto: string; contravalor: string }>`
    SELECT round(r.monto, v.divisa)::text AS monto, round(r.contravalor, v.contramoneda)::text AS contravalor
    FROM jsonb_to_recordset(${JSON.stringify(vectors.map(({ units: _, cifras: __, ...v }, n) => ({ ...v, n })))}::jsonb)
      AS v (tipo text, metodo_calculo text, "byMonto" boolean, divisa int, contramoneda int, value numeric, tasa numeric, n int)
    CROSS JOIN LATERAL tipos_cambios_montos(v.tipo, CASE WHEN v."byMonto" THEN v.value END,
      CASE WHEN NOT v."byMonto" THEN v.value END, v.tasa, v.metodo_calculo, v.divisa, v.contramoneda) r ORDER BY v.n`.execute(
    app.db,
  )
  const ours = vectors.map(({ tipo, byMonto, value, tasa, metodo_calculo, divisa, contramoneda }) =>
    montos(
      tipo,
      byMonto ? { monto: value } : { contravalor: value },
      { tasa, metodo_calculo },
      { divisa, contramoneda },
    ),
  )
  expect(rows).toEqual(ours)
})

/** `units` with the point moved `places` to the left, as plain decimal text. */
function shift(units: bigint, places: number): string {
  const digits = String(units).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

test('the preview of the counter equals what the ledger posts', async () => {
  const { body: o } = await adm.call(contrato.opciones)
  const tasa = o.tasas.find(({ tipo, divisa }) => tipo === 'venta' && divisa.id === USD)
  const posicion = {
    cantidad: decimal(tasa?.posicion?.cantidad ?? '0'),
    costo: decimal(tasa?.posicion?.costo ?? '0'),
  }
  const preview = resultado('venta', { monto: '77.77', contravalor: '276.87' }, posicion)
  const { body: made } = await adm.call(contrato.crear, { body: venta('77.77', '276.80') })
  const { body: d } = await adm.call(contrato.obtener, { params: { id: made.id } })
  expect(d).toMatchObject({
    contravalor: '276.87',
    costo: preview?.costo,
    ganancia: preview?.ganancia,
  })
})

test('after all of it the books balance', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})
