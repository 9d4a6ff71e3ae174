import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PEN, USD, VES } from '../../../../test/support/areas/casa.ts'
import { montarReportes } from '../../../../test/support/areas/reportes.ts'
import { type Answer, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type VistaGanancia } from '../contract.ts'
import { summarize } from '../queries.ts'

const app = await startTestApp()
const casa = await montarReportes(app)
const { adm, caj } = casa

const CODIGOS = {
  ganancia: 'ganancia:%',
  servicio: 'servicio',
  redondeo: 'redondeo',
  bancarios: 'gastos-bancarios',
  comisiones: 'gasto:comisiones',
  anulaciones: 'anulaciones',
} as const

/** Movements of the ledger accounts in those days with opposite sign: profit is positive. */
async function libro(desde: string, hasta: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const [name, codigo] of Object.entries(CODIGOS)) {
    const { rows } = await sql<{ s: string }>`
      SELECT round(coalesce(-sum(p.importe), 0), 2)::text AS s FROM apuntes p JOIN asientos a ON a.id = p.asiento_id
      JOIN cuentas_contables c ON c.id = p.cuenta_id
      WHERE c.codigo LIKE ${codigo} AND a.fecha_negocio BETWEEN ${desde}::date AND ${hasta}::date`.execute(
      app.db,
    )
    sums[name] = rows[0]?.s ?? ''
  }
  return sums
}

const ganancia = async (query: Record<string, string | number> = {}, who = adm) =>
  (await who.call(contrato.ganancia, { query })).body
const rango = (desde: string, hasta = desde) => ({ desde, hasta })
const VISTAS: VistaGanancia[] = ['moneda', 'corredor', 'cajero', 'tipo', 'hora', 'dia']
const cents = (text: string) => Math.round(Number(text) * 100)

async function cuadra() {
  for (const [desde, hasta] of [
    ['2025-11-18', '2025-11-18'],
    ['2025-11-19', '2025-11-19'],
    ['2025-11-20', '2025-11-20'],
    ['2025-11-18', '2025-11-20'],
    ['2025-11-01', '2025-11-30'],
  ] as const) {
    const books = await libro(desde, hasta)
    for (const por of VISTAS) {
      const { total, filas } = await ganancia({ ...rango(desde, hasta), por })
      expect(total, `${desde} ${hasta} ${por}`).toMatchObject(books)
      const names = [...Object.keys(CODIGOS), 'neta'] as (keyof typeof total)[]
      for (const name of names) {
        const sum = filas.reduce((s, fila) => s + cents(fila[name]), 0)
        expect(sum, `${desde} ${hasta} ${por} ${name}`).toBe(cents(total[name]))
      }
      const parts = Object.keys(CODIGOS) as (keyof typeof CODIGOS)[]
      expect(parts.reduce((s, name) => s + cents(total[name]), 0)).toBe(cents(total.neta))
    }
  }
}

test('every grouping adds up to the ledger, annulments on their own day; with or without stored summaries', async () => {
  const books = await libro('2025-11-18', '2025-11-20')
  expect(Object.values(books)).not.toContain('')
  // An account without movements would prove nothing.
  expect(cents(books.ganancia ?? '')).not.toBe(0)
  expect(cents(books.servicio ?? '')).toBe(500)
  expect(cents(books.bancarios ?? '')).toBeLessThan(0)
  expect(cents(books.comisiones ?? '')).toBeLessThan(0)
  expect((await libro('2025-11-20', '2025-11-20')).ganancia).toMatch(/^-/)
  await cuadra()
  const before = await ganancia(rango('2025-11-18', '2025-11-20'))
  expect(await summarize(app.db)).toBe(2)
  await cuadra()
  expect(await ganancia(rango('2025-11-18', '2025-11-20'))).toEqual(before)
  expect(await summarize(app.db)).toBe(0)
})

test('the verification compares stored summaries with the books', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
  const tamper = (table: string, change: string) =>
    comoDueno(
      app.url,
      `ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET ${change}; ALTER TABLE ${table} ENABLE TRIGGER USER`,
    )
  for (const [table, column, words] of [
    ['reportes_resumen', 'ganancia', /ganancia guardada/],
    ['reportes_posicion', 'comprado', /posición guardada/],
    ['reportes_posicion', 'costo', /posición guardada/],
  ] as const) {
    await tamper(table, `${column} = ${column} + 1`)
    expect((await verificar(app.db)).diferencia?.regla).toMatch(words)
    await tamper(table, `${column} = ${column} - 1`)
  }
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('stored summaries cannot be rewritten', async () => {
  await summarize(app.db)
  for (const table of ['reportes_dias', 'reportes_resumen', 'reportes_posicion']) {
    await expect(comoDueno(app.url, `DELETE FROM ${table}`)).rejects.toThrow()
    await expect(comoDueno(app.url, `TRUNCATE ${table} CASCADE`)).rejects.toThrow()
  }
  await expect(comoDueno(app.url, 'UPDATE reportes_resumen SET ganancia = 0')).rejects.toThrow()
})

test('each filter applies to every figure, and the legs behind a figure add up to it', async () => {
  const days = rango('2025-11-18', '2025-11-20')
  for (const filter of [
    {},
    { moneda_id: USD },
    { moneda_id: VES },
    { corredor: `${PEN}-${VES}` },
    { usuario_id: adm.usuario_id },
    { usuario_id: caj.usuario_id },
    { tipo: 'orden' },
    { tipo: 'compra' },
    { hora: '10' },
    { hora: '15' },
    { moneda_id: 0 },
  ] as Record<string, string | number>[]) {
    const { total } = await ganancia({ ...days, ...filter })
    for (const concepto of [undefined, ...(Object.keys(CODIGOS) as (keyof typeof CODIGOS)[])]) {
      const query = { ...days, ...filter, ...(concepto && { concepto }) }
      const { body } = await adm.call(contrato.movimientosGanancia, {
        query: { ...query, limite: 200 },
      })
      const sum = body.items.reduce((s, { importe }) => s + cents(importe), 0)
      expect(cents(body.suma), JSON.stringify(query)).toBe(sum)
      expect(body.suma, JSON.stringify(query)).toBe(concepto ? total[concepto] : total.neta)
    }
  }
  // An order counts for its cashier, not its payer, and for the currency that leaves.
  const orden = await ganancia({ ...days, tipo: 'orden', por: 'cajero' })
  expect(orden.filas.map(({ clave }) => clave)).toEqual([String(caj.usuario_id)])
  expect((await ganancia({ ...days, tipo: 'orden' })).filas.map((f) => f.clave)).toEqual(['1'])
})

test('legs are paged without a gap, with their documents', async () => {
  const query = rango('2025-11-18', '2025-11-20')
  const all = (await adm.call(contrato.movimientosGanancia, { query: { ...query, limite: 200 } }))
    .body.items
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page: Answer<typeof contrato.movimientosGanancia> = await adm.call(
      contrato.movimientosGanancia,
      { query: { ...query, limite: 3, ...(cursor && { cursor }) } },
    )
    seen.push(...page.body.items.map(({ id }) => id))
    cursor = page.body.siguiente
  } while (cursor)
  expect(seen).toEqual(all.map(({ id }) => id))
  expect(seen.length).toBeGreaterThan(8)
  expect(all.every(({ numero }) => numero !== null)).toBe(true)
  expect(new Set(all.map(({ origen }) => origen))).toEqual(new Set(['compras-ventas', 'ordenes']))
})

test('the period before is answered beside the present one', async () => {
  const { total_antes, filas, antes } = await ganancia({ periodo: 'ayer' })
  expect(antes).toEqual(rango('2025-11-18'))
  expect(total_antes).toMatchObject(await libro('2025-11-18', '2025-11-18'))
  const usd = filas.find(({ clave }) => clave === String(USD))
  expect(usd?.antes).not.toBe('0.00')
  // Nothing happened in the period before, so these days have no comparison.
  const { filas: dias } = await ganancia({ ...rango('2025-11-18', '2025-11-20'), por: 'dia' })
  expect(dias.map(({ clave, antes: a }) => [clave, a])).toEqual([
    ['2025-11-18', null],
    ['2025-11-19', null],
    ['2025-11-20', null],
  ])
})

test('the report needs the permissions for reports and for profit', async () => {
  const con = await app.signedIn('con')
  const cum = await app.signedIn('cum')
  const status = async (who: typeof adm) => [
    (await who.call(contrato.ganancia)).status,
    (await who.call(contrato.movimientosGanancia)).status,
  ]
  expect(await status(con)).toEqual([200, 200])
  expect(await status(cum)).toEqual([403, 403])
  expect(await status(caj)).toEqual([403, 403])
  await comoDueno(app.url, "DELETE FROM roles_permisos WHERE permiso = 'reportes:ver'")
  expect(await status(con)).toEqual([403, 403])
})

test('invalid ranges are refused, and exports are audited', async () => {
  const bad = await adm.call(contrato.ganancia, { query: rango('2025-11-20', '2025-11-18') })
  expect([bad.status, bad.error.errors?.[0]?.campo]).toEqual([400, 'hasta'])
  const long = await adm.call(contrato.ganancia, { query: rango('2020-01-01', '2025-11-18') })
  expect(long.status).toBe(400)
  await adm.call(contrato.exportar, {
    body: { reporte: 'ganancia-por-moneda', filtros: { periodo: 'mes' } },
  })
  const { rows } = await sql<{ entidad_id: string; despues: unknown }>`
    SELECT entidad_id, despues FROM auditoria WHERE accion = 'exportar' AND entidad = 'reportes'`.execute(
    app.db,
  )
  expect(rows).toEqual([
    {
      entidad_id: 'ganancia-por-moneda',
      despues: { reporte: 'ganancia-por-moneda', filtros: { periodo: 'mes' } },
    },
  ])
})
