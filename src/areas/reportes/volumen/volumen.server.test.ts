import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EUR, PEN, USD, VES } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarReportes } from '../../../../test/support/areas/reportes.ts'
import { type Answer, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import type { VistaVolumen } from '../contract/volumen.ts'
import { contrato } from '../contract.ts'
import { summarize } from '../queries.ts'

const app = await startTestApp()
const casa = await montarReportes(app)
const { adm, caj } = casa

const DAYS = { desde: '2025-11-18', hasta: '2025-11-20' }
const VISTAS: VistaVolumen[] = ['moneda', 'corredor', 'tipo', 'segmento', 'cajero', 'hora', 'dia']
const cents = (text: string) => Math.round(Number(text) * 100)
const volumen = async (query: Record<string, string | number> = DAYS) =>
  (await adm.call(contrato.volumen, { query })).body
const documentos = async (query: Record<string, string | number> = DAYS) =>
  (await adm.call(contrato.documentosVolumen, { query: { limite: 200, ...query } })).body

/** Totals from the tables themselves, without annulled operations and unpaid orders. */
async function tablas(): Promise<{ operaciones: number; usd: string }> {
  const { rows } = await sql<{ operaciones: number; usd: string }>`
    SELECT count(*)::int AS operaciones, round(sum(t.monto_usd), 2)::text AS usd FROM (
      SELECT monto_usd FROM compras_ventas WHERE estado <> 'anulada'
      UNION ALL SELECT monto_usd FROM ordenes WHERE estado <> 'anulada' AND pagada_en IS NOT NULL) t`.execute(
    app.db,
  )
  return rows[0] as { operaciones: number; usd: string }
}

async function cuadra() {
  const real = await tablas()
  for (const por of VISTAS) {
    const { total, filas } = await volumen({ ...DAYS, por })
    expect(total, por).toMatchObject(real)
    expect(filas.reduce((n, { operaciones }) => n + operaciones, 0)).toBe(total.operaciones)
    expect(filas.reduce((n, { usd }) => n + cents(usd), 0)).toBe(cents(total.usd))
  }
}

test('every grouping adds up to the valid documents, with or without stored summaries', async () => {
  expect(await tablas()).toMatchObject({ operaciones: 6 })
  await cuadra()
  const before = await volumen()
  expect(await summarize(app.db)).toBe(2)
  await cuadra()
  expect(await volumen()).toEqual(before)
})

test('amounts of different currencies are not added; a canje counts for what leaves, an order for its payout', async () => {
  const { filas } = await volumen({ ...DAYS, por: 'tipo' })
  const of = (clave: string) => filas.find((fila) => fila.clave === clave)
  expect(of('venta')).toMatchObject({
    operaciones: 3,
    montos: [{ iso: 'USD', monto: '350.00' }],
    usd: '350.00',
    ticket: '116.67',
  })
  expect(of('canje')?.montos).toEqual([{ iso: 'EUR', monto: '84.60' }])
  expect(of('orden')).toMatchObject({
    operaciones: 1,
    montos: [{ iso: 'VES', monto: '26206.00' }],
  })
  const { filas: monedas } = await volumen()
  expect(monedas.map(({ clave }) => Number(clave)).sort()).toEqual([VES, USD, EUR])
})

test('each filter applies, and the list behind a figure has as many documents', async () => {
  for (const filter of [
    {},
    { moneda_id: USD },
    { corredor: `${PEN}-${VES}` },
    { usuario_id: caj.usuario_id },
    { tipo: 'compra' },
    { segmento: 'publico' },
    { segmento: 'mayorista' },
    { hora: '10' },
    { hora: '15' },
    { desde: '2025-11-18', hasta: '2025-11-18' },
  ] as Record<string, string | number>[]) {
    const { total } = await volumen({ ...DAYS, ...filter })
    const page = await documentos({ ...DAYS, ...filter })
    expect(page.sumas, JSON.stringify(filter)).toEqual(total)
    expect(page.items, JSON.stringify(filter)).toHaveLength(total.operaciones)
    expect(page.items.reduce((n, { usd }) => n + cents(usd ?? '0'), 0)).toBe(cents(total.usd))
  }
  expect((await volumen({ ...DAYS, segmento: 'mayorista' })).total).toMatchObject({
    operaciones: 0,
    ticket: null,
  })
})

test('documents of both kinds are paged without a gap', async () => {
  const all = (await documentos()).items.map(({ numero }) => numero)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Answer<typeof contrato.documentosVolumen> = await adm.call(
      contrato.documentosVolumen,
      { query: { ...DAYS, limite: 1, ...(cursor && { cursor }) } },
    )
    seen.push(...page.body.items.map(({ numero }) => numero))
    cursor = page.body.siguiente
  } while (cursor)
  expect(seen).toEqual(all)
  expect(new Set(all.map((numero) => numero.slice(0, 2)))).toEqual(new Set(['CV', 'OR']))
})

test('a position opens where it closed, and both equal the ledger; with or without stored summaries', async () => {
  const posicion = async (query: Record<string, string | number>) =>
    (await adm.call(contrato.posicion, { query })).body
  for (const { id, iso } of [
    { id: USD, iso: 'USD' },
    { id: EUR, iso: 'EUR' },
    { id: VES, iso: 'VES' },
  ]) {
    const { filas } = await posicion({ ...DAYS, moneda_id: id })
    expect(filas.length).toBeGreaterThan(0)
    for (const [index, fila] of filas.entries()) {
      const { rows } = await sql<{ q: string; k: string }>`
        SELECT round(coalesce(-sum(p.importe) FILTER (WHERE c.codigo = ${`posicion:${iso}`}), 0), 2)::text AS q,
               round(coalesce(sum(p.importe) FILTER (WHERE c.codigo = ${`contravalor:${iso}`}), 0), 2)::text AS k
        FROM apuntes p JOIN asientos a ON a.id = p.asiento_id JOIN cuentas_contables c ON c.id = p.cuenta_id
        WHERE a.fecha_negocio <= ${fila.fecha}::date`.execute(app.db)
      expect([fila.cierre, fila.costo], `${iso} ${fila.fecha}`).toEqual([rows[0]?.q, rows[0]?.k])
      const sum =
        cents(fila.apertura) +
        cents(fila.comprado) -
        cents(fila.vendido) +
        cents(fila.ordenes) +
        cents(fila.transferencias) +
        cents(fila.otros)
      expect(sum).toBe(cents(fila.cierre))
      // Days are sorted newest first.
      const older = filas[index + 1]
      if (older) expect(fila.apertura).toBe(older.cierre)
    }
    const [whole] = (await posicion(DAYS)).filas.filter(({ moneda_id }) => moneda_id === id)
    expect(whole).toMatchObject({
      fecha: null,
      apertura: filas.at(-1)?.apertura,
      cierre: filas[0]?.cierre,
      costo: filas[0]?.costo,
    })
  }
  // The sale of the 18th was annulled on the 20th: it is subtracted from the sales.
  const usd = (await posicion({ ...DAYS, moneda_id: USD })).filas
  expect(usd.map(({ fecha, comprado, vendido }) => [fecha, comprado, vendido])).toEqual([
    ['2025-11-20', '0.00', '-950.00'],
    ['2025-11-19', '400.00', '100.00'],
    ['2025-11-18', '0.00', '1200.00'],
  ])
  const early = await posicion({ desde: '2025-11-18', hasta: '2025-11-18', moneda_id: USD })
  expect(early.filas[0]).toEqual(usd[2])
})

test('only users with the permission see cost', async () => {
  const cum = await app.signedIn('cum')
  const of = async (who: typeof adm) => (await who.call(contrato.posicion, { query: DAYS })).body
  const seen = await of(cum)
  expect(seen).not.toHaveProperty('costo')
  expect(JSON.stringify(seen)).not.toMatch(/costo|promedio/)
  expect(seen.filas.map(({ cierre }) => cierre)).toEqual(
    (await of(adm)).filas.map(({ cierre }) => cierre),
  )
  expect((await cum.call(contrato.volumen)).status).toBe(200)
  for (const call of [contrato.volumen, contrato.documentosVolumen, contrato.posicion]) {
    expect((await caj.call(call)).status).toBe(403)
  }
})

test('documents are in the order of their time, whatever their kind, with their amounts as other lists have them', async () => {
  await comoDueno(app.url, "UPDATE ajustes SET valor = '100' WHERE clave = 'tasa_rancia_horas'")
  await casa.reloj('2025-11-20T16:00:00Z')
  await casa.en('pagada')
  await casa.reloj('2025-11-20T17:00:00Z')
  const { status } = await adm.call(comprasVentas.crear, {
    body: mostrador(casa).venta('10.00', '35.60'),
  })
  expect(status).toBe(201)
  const { items } = await documentos()
  const times = items.map(({ fecha }) => fecha)
  expect(times).toEqual([...times].sort().reverse())
  expect(items.slice(0, 3).map(({ origen }) => origen)).toEqual([
    ...['compras-ventas', 'ordenes', 'compras-ventas'],
  ])
  const next = await adm.call(contrato.documentosVolumen, { query: { ...DAYS, limite: 2 } })
  const rest = await adm.call(contrato.documentosVolumen, {
    query: { ...DAYS, limite: 2, cursor: next.body.siguiente ?? '' },
  })
  expect([...next.body.items, ...rest.body.items]).toEqual(items.slice(0, 4))
  const of = (tipo: string) => items.find((item) => item.tipo === tipo)
  expect(of('canje')).toMatchObject({
    ...{ moneda: 'USD', monto: '100.00', contramoneda: 'EUR', contravalor: '84.60' },
  })
  expect(of('orden')).toMatchObject({ moneda: 'PEN', contramoneda: 'VES' })
  expect(of('venta')).toMatchObject({ moneda: 'USD', contramoneda: 'PEN' })
  expect(of('compra')).toMatchObject({ moneda: 'USD', contramoneda: 'PEN' })
})
