import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/app.ts'
import { EUR, montarCasa, publicar, saldos, USD } from '../../../test/support/casa.ts'
import { decimal } from '../../core/decimal.ts'
import { verificar } from '../../server/verificar.ts'
import { contrato, type Registro } from './contract.ts'
import { montos, resultado } from './rules.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos, tasas, clientes } = casa

type Lines = Registro['recibimos']
const cash = (cuenta_id: number, monto: string): Lines => [
  { tipo_pago_id: pagos.efectivo, cuenta_id, monto },
]

const compra = (monto: string, contravalor: string, more: Partial<Registro> = {}): Registro => ({
  tipo: 'compra',
  cliente_id: clientes.ana,
  divisa_id: USD,
  monto,
  historico_id: tasas.compraUsd,
  tasa: '3.520',
  recibimos: cash(cuentas.cajaUsd, monto),
  entregamos: cash(cuentas.cajaPen, contravalor),
  ...more,
})

const venta = (monto: string, contravalor: string, more: Partial<Registro> = {}): Registro => ({
  tipo: 'venta',
  cliente_id: clientes.ana,
  divisa_id: USD,
  monto,
  historico_id: tasas.ventaUsd,
  tasa: '3.560',
  recibimos: cash(cuentas.cajaPen, contravalor),
  entregamos: cash(cuentas.cajaUsd, monto),
  ...more,
})

test('the worked example of the books, number by number, and back', async () => {
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

async function startTestAppHouse() {
  const other = await startTestApp()
  const h = await montarCasa(other)
  const lines = (cuenta_id: number, monto: string): Lines => [
    { tipo_pago_id: h.pagos.efectivo, cuenta_id, monto },
  ]
  const common = { cliente_id: null, divisa_id: USD }
  await sql`UPDATE ajustes SET valor = '1000000' WHERE clave IN ('umbral_identificacion_usd')`.execute(
    other.db,
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
    sell: (monto: string, contravalor: string, clave?: string) =>
      h.adm.call(contrato.crear, {
        ...(clave && { clave }),
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

test('100 parallel sales of the last units never go below the floor and leave the books balanced', async () => {
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

test('a rate that changed between quote and save is told with both amounts and posts nothing', async () => {
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

test('a rate that was promised is kept on purpose while its lock lasts, and not a minute longer', async () => {
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
  expect((await h.adm.call(contrato.crear, { body })).status).toBe(201)
  const late = new Date(Date.now() + 21 * 60_000).toISOString()
  h.app.setClock(late)
  expect((await h.adm.call(contrato.crear, { body })).error.codigo).toBe('TASA_CAMBIO')
  h.app.setClock(null)
})

test('several payments per side, a fee, and the coin that does not exist', async () => {
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
  expect([repeated.status, repeated.error.codigo]).toEqual([409, 'DUPLICADO'])
  await adm.call(contrato.anular, { params: { id: made.id }, body: { motivo: 'Prueba de vuelta' } })
  expect(await saldos(app)).toEqual(before)
})

test('a payment to verify waits as what the client owes, and completes the operation', async () => {
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
      adm.call(contrato.verificar, { params: { id: made.id }, body }),
    ),
  )
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(await saldos(app)).not.toHaveProperty('por-cobrar:PEN')
  await adm.call(contrato.anular, { params: { id: made.id }, body: { motivo: 'Prueba de vuelta' } })
  expect(await saldos(app)).toEqual(before)
})

test('a canje enters at its price in soles and earns against the cost of what leaves', async () => {
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
  // 846 EUR cost 846 × 4.04 = 3,417.84; 1,000 USD enter at 3.520: 3,520.00; gain 102.16.
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

test('the same operation minutes ago is asked about once', async () => {
  expect((await adm.call(contrato.crear, { body: compra('33.00', '116.20') })).status).toBe(201)
  const again = await adm.call(contrato.crear, { body: compra('33.00', '116.20') })
  expect(again.error.codigo).toBe('DOBLE_OPERACION')
  const confirmed = await adm.call(contrato.crear, {
    body: compra('33.00', '116.20', { confirmo_duplicado: true }),
  })
  expect(confirmed.status).toBe(201)
})

test('profit and cost are left out for who may not see them', async () => {
  const caj = await app.signedIn('caj')
  const { body: page } = await caj.call(contrato.listar)
  expect(page.items.length).toBeGreaterThan(0)
  expect(page.items[0]).not.toHaveProperty('ganancia')
  const { body } = await caj.call(contrato.obtener, { params: { id: page.items[0]?.id ?? 0 } })
  for (const field of ['ganancia', 'costo', 'margen', 'apuntes'])
    expect(body).not.toHaveProperty(field)
  const { body: totals } = await caj.call(contrato.totales)
  expect(totals[0]).not.toHaveProperty('ganancia')
  const denied = await caj.call(contrato.anular, {
    params: { id: 1 },
    body: { motivo: 'No debería' },
  })
  expect([denied.status, denied.error.codigo]).toEqual([403, 'SIN_PERMISO'])
})

test('pages follow each other without gaps and a cursor serves only its own list', async () => {
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
  const rate = fc.bigInt({ min: 1n, max: 10n ** 12n })
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
        rate,
        places,
      }),
      Number(process.env.CAMBISTA_CASOS ?? 3000),
    )
    .map((v) => {
      const typedPlaces = v.byMonto ? v.divisa : v.contramoneda
      const value = shift(v.units, typedPlaces)
      return { ...v, value, tasa: shift(v.rate, v.places) }
    })
  const { rows } = await sql<{ monto: string; contravalor: string }>`
    SELECT round(r.monto, v.divisa)::text AS monto, round(r.contravalor, v.contramoneda)::text AS contravalor
    FROM jsonb_to_recordset(${JSON.stringify(vectors.map(({ units: _, rate: __, ...v }, n) => ({ ...v, n })))}::jsonb)
      AS v (tipo text, metodo_calculo text, "byMonto" boolean, divisa int, contramoneda int, value numeric, tasa numeric, n int)
    CROSS JOIN LATERAL compras_ventas_montos(v.tipo, CASE WHEN v."byMonto" THEN v.value END,
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

test('what the counter previews is what the ledger posts', async () => {
  const { body: o } = await adm.call(contrato.opciones)
  const rate = o.tasas.find(({ tipo, divisa }) => tipo === 'venta' && divisa.id === USD)
  const posicion = {
    cantidad: decimal(rate?.posicion?.cantidad ?? '0'),
    costo: decimal(rate?.posicion?.costo ?? '0'),
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

test('after all of it the books are right', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})
