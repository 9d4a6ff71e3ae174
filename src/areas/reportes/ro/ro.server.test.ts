import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarReportes } from '../../../../test/support/areas/reportes.ts'
import { type Answer, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { contrato as comprasVentas, type Registro } from '../../compras-ventas/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarReportes(app)
const { adm, caj, clientes } = casa
const { compra, venta } = mostrador(casa)

const DAYS = { desde: '2025-11-18', hasta: '2025-11-20' }
const ro = async (query: Record<string, string | number> = {}, who = adm) =>
  (await who.call(contrato.ro, { query: { ...DAYS, ...query } })).body
const umbral = (unica: string, multiple: string) =>
  comoDueno(
    app.url,
    `UPDATE ajustes SET valor = CASE clave WHEN 'ro_unica_usd' THEN '${unica}'::jsonb ELSE '${multiple}'::jsonb END
     WHERE clave LIKE 'ro\\_%'`,
  )
const brief = (rows: Awaited<ReturnType<typeof ro>>['items']) =>
  rows.map(({ n, tipo, usd, modalidad }) => [n, tipo, usd, modalidad])

test('with the default thresholds, 10,000 single or 50,000 monthly, small operations are not included', async () => {
  const { items, umbrales, sumas } = await ro()
  expect(umbrales).toEqual({ unica: '10000', multiple: '50000' })
  expect([items, sumas.operaciones, sumas.usd]).toEqual([[], 0, '0.00'])
})

test('an operation at the threshold is included, one below it or annulled is not', async () => {
  // The sale of US$ 1,000 was annulled.
  await umbral('300', '1000000')
  expect(brief((await ro()).items)).toEqual([[1, 'compra', '300.00', 'unica']])
  await umbral('300.01', '1000000')
  expect((await ro()).items).toEqual([])
})

test('all operations of a client who reaches the monthly threshold are included', async () => {
  const { rows } = await sql<{ mes: string }>`
    SELECT round(sum(t.usd), 2)::text AS mes FROM (
      SELECT monto_usd AS usd FROM compras_ventas WHERE estado <> 'anulada' AND cliente_id = ${clientes.ana}
      UNION ALL SELECT monto_usd FROM ordenes WHERE estado <> 'anulada' AND pagada_en IS NOT NULL
        AND cliente_id = ${clientes.ana}) t`.execute(app.db)
  const mes = rows[0]?.mes ?? ''
  await umbral('300', mes)
  const { items, sumas } = await ro()
  expect(items.length).toBeGreaterThan(3)
  const mine = items.filter(({ cliente_id }) => cliente_id === clientes.ana)
  expect(mine.every(({ acumulado }) => acumulado === mes)).toBe(true)
  expect(new Set(mine.map(({ modalidad }) => modalidad))).toEqual(new Set(['unica', 'multiple']))
  expect(sumas.operaciones).toBe(items.length)
  expect(items.map(({ n }) => n)).toEqual(items.map((_, index) => index + 1))
  // The whole month counts, not only the selected days.
  const last = await ro({ desde: '2025-11-20' })
  expect(last.items.map(({ usd, acumulado }) => [usd, acumulado])).toEqual([['50.00', mes]])
  await umbral('300', String(Number(mes) + 0.01))
  expect((await ro()).items).toHaveLength(1)
})

test('pages follow each other without a gap, and filters apply', async () => {
  await umbral('0', '1000000')
  const all = (await ro()).items
  expect(all).toHaveLength(6)
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page: Answer<typeof contrato.ro> = await adm.call(contrato.ro, {
      query: { ...DAYS, limite: 2, ...(cursor && { cursor }) },
    })
    seen.push(...page.body.items.map(({ n }) => n))
    cursor = page.body.siguiente
  } while (cursor)
  expect(seen).toEqual(all.map(({ n }) => n))
  expect((await ro({ modalidad: 'multiple' })).items).toEqual([])
  const suyas = await ro({ cliente_id: clientes.ana })
  expect(suyas.items.map(({ numero }) => numero)).toEqual(
    all.filter(({ cliente_id }) => cliente_id === clientes.ana).map(({ numero }) => numero),
  )
  expect([suyas.sumas.operaciones, suyas.sumas.clientes]).toEqual([suyas.items.length, 1])
  expect(
    (await adm.call(contrato.ro, { query: { desde: '2025-01-01', hasta: '2025-11-20' } })).status,
  ).toBe(400)
})

test('missing data are reported until they are completed', async () => {
  await umbral('300', '1000000')
  const [before] = (await ro()).items
  expect(before?.faltan).toContain('direccion')
  expect(before?.faltan).toContain('nacionalidad')
  expect((await ro({ faltan: 'si' })).items).toHaveLength(1)
  await comoDueno(
    app.url,
    `UPDATE clientes SET direccion = 'Av. Arequipa 100', ocupacion = 'Comerciante', nacionalidad = 'pe',
       fecha_nac = '1990-01-02', origen_fondos = 'Su negocio' WHERE id = $1`,
    [clientes.ana],
  )
  const [after] = (await ro()).items
  expect(after).toMatchObject({
    faltan: [],
    direccion: 'Av. Arequipa 100',
    nacionalidad: 'Perú',
    origen_fondos: 'Su negocio',
    num_doc: '10000001',
    fondos: 'efectivo',
    entrega_moneda: 'USD',
    entrega: '300.00',
    recibe_moneda: 'PEN',
    recibe: '1056.00',
  })
  expect((await ro({ faltan: 'si' })).items).toEqual([])
})

test('an operation of unknown value is always included', async () => {
  await umbral('1000000', '1000000')
  await comoDueno(
    app.url,
    `ALTER TABLE compras_ventas DISABLE TRIGGER USER;
     UPDATE compras_ventas SET monto_usd = NULL WHERE tipo = 'canje';
     ALTER TABLE compras_ventas ENABLE TRIGGER USER`,
  )
  const { items } = await ro()
  expect(items.map(({ tipo, modalidad, usd }) => [tipo, modalidad, usd])).toEqual([
    ['canje', 'sin_equivalente', null],
  ])
  expect(items[0]?.faltan).toContain('usd')
})

test('the register needs its own permission, and whole documents the one to see clients', async () => {
  await umbral('300', '1000000')
  const [cum, con] = [await app.signedIn('cum'), await app.signedIn('con')]
  expect((await caj.call(contrato.ro)).status).toBe(403)
  expect((await con.call(contrato.ro)).status).toBe(403)
  expect((await ro({}, cum)).items[0]?.num_doc).toBe('10000001')
  await comoDueno(
    app.url,
    "DELETE FROM roles_permisos WHERE rol_slug = 'cum' AND permiso = 'clientes:ver'",
  )
  const seen = await ro({}, cum)
  expect(seen.items[0]?.num_doc).toBe('****0001')
  expect(JSON.stringify(seen)).not.toContain('10000001')
})

test('the operations of a ticket are one visit: together at the single threshold, all of them are included', async () => {
  const linea = ({ cliente_id: _, ...rest }: Registro) => rest
  const items = [linea(compra('210.00', '739.20')), linea(venta('220.00', '783.20'))]
  const made = await adm.call(comprasVentas.crearTicket, {
    body: { cliente_id: clientes.ana, items },
  })
  expect(made.status).toBe(201)
  await umbral('430', '1000000')
  const found = async () =>
    (await ro({ modalidad: 'unica' })).items.map(({ usd, modalidad }) => [usd, modalidad])
  expect(await found()).toEqual([
    ['210.00', 'unica'],
    ['220.00', 'unica'],
  ])
  await umbral('430.01', '1000000')
  expect(await found()).toEqual([])
})

test('of an order what was too much of its payment moved too: it is counted at both thresholds', async () => {
  const cobro = {
    ...{ tipo_pago_id: casa.pagos.transferencia, cuenta_id: casa.cuentas.bcpPen, monto: '500.00' },
    ...{ a_favor: '3020.00', referencia: casa.referencia() },
  }
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = '100000' WHERE clave = 'orden_doble_control_usd'",
  )
  const mes = async () =>
    (await ro()).items.find(({ cliente_id }) => cliente_id === clientes.ana)?.acumulado ?? '0'
  await umbral('0', '1000000')
  const before = await mes()
  const body = casa.orden({ cobros: [cobro] as never })
  expect((await adm.call(ordenes.crear, { body })).status).toBe(201)
  // US$ 142.05 of the order, and US$ 857.95 too much.
  expect(await mes()).toBe(texto(decimal(before).plus('1000.00'), 2))
  await umbral('999.99', '1000000')
  // The canje of unknown value comes before it.
  expect(brief((await ro({ modalidad: 'unica' })).items)).toEqual([[2, 'orden', '142.05', 'unica']])
  await umbral('1000.01', '1000000')
  expect((await ro({ modalidad: 'unica' })).items).toEqual([])
})

test('an order that a credit paid is an operation, and in the month only what is new money (R-279)', async () => {
  const { items } = (
    await adm.call(ordenes.listar, { query: { cliente_id: clientes.ana, limite: 50 } })
  ).body
  const [left] = (
    await Promise.all(items.map(({ id }) => adm.call(ordenes.obtener, { params: { id } })))
  ).filter(({ body }) => body.saldos.length > 0)
  const [saldo] = left?.body.saldos ?? []
  const mes = async () =>
    (await ro()).items.find(({ cliente_id }) => cliente_id === clientes.ana)?.acumulado ?? '0'
  await umbral('0', '1000000')
  const before = await mes()
  const otro = await app.signedIn('adm')
  const { id } = (await otro.call(ordenes.crear, { body: casa.orden() })).body
  const paid = await otro.call(ordenes.usarSaldo, {
    params: { id },
    body: {
      orden_id: left?.body.id as number,
      cobro_id: saldo?.cobro_id as number,
      monto: '100.00',
    },
  })
  expect(paid.status).toBe(201)
  const cobro = {
    ...{ tipo_pago_id: casa.pagos.transferencia, cuenta_id: casa.cuentas.bcpPen, monto: '400.00' },
    referencia: casa.referencia(),
  }
  const rest = await otro.call(ordenes.registrarCobro, { params: { id }, body: cobro as never })
  expect(rest.body.estado).toBe('pagada')
  // US$ 142.05, of which 28.41 by the credit.
  expect(await mes()).toBe(texto(decimal(before).plus('113.64'), 2))
  const { numero } = (await adm.call(ordenes.obtener, { params: { id } })).body
  expect((await ro()).items.find((row) => row.numero === numero)).toMatchObject({
    ...{ usd: '142.05', fondos: 'cuenta' },
  })
})
