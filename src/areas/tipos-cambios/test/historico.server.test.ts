import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { PEN, USD, VES } from '../../../../test/support/areas/casa.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
let adm: Client
let usdPen: number
let usdVes: number
let tipos: number[]

async function must<A extends { status: number; body: unknown }>(answer: Promise<A>) {
  const got = await answer
  expect([200, 201], JSON.stringify(got.body)).toContain(got.status)
  return got.body as A['body']
}

beforeAll(async () => {
  adm = await app.signedIn('adm')
  const par = async (pais: string, quote: number, compra: string, venta: string) => {
    const body = { pais, base_id: USD, cotizacion_id: quote, compra, venta, precision: 3 }
    return (await must(adm.call(pares.crear, { body }))).id
  }
  usdPen = await par('pe', PEN, '3.520', '3.560')
  usdVes = await par('usd', VES, '198.50', '202.00')
  const tipo = async (base_id: number, cotizacion_id: number, ids: (number | null)[]) => {
    const [par_origen_id, par_destino_id] = ids
    const rule = { metodo_calculo: 'm', precision: 4, margen: '6', par_origen_id, par_destino_id }
    const body = { pais: 'pe', base_id, cotizacion_id, ...rule }
    return (await must(adm.call(contrato.crear, { body }))).id
  }
  tipos = [
    await tipo(PEN, VES, [usdPen, usdVes]),
    await tipo(VES, PEN, [usdVes, usdPen]),
    await tipo(USD, PEN, [null, usdPen]),
    await tipo(USD, VES, [null, usdVes]),
  ]
})

/** Closed rows as stored: they never change again. */
async function closed(): Promise<Map<string, string>> {
  const { rows } = await sql<{ clave: string; texto: string }>`
    SELECT 't' || id AS clave, to_jsonb(h)::text AS texto FROM tipos_cambios_historico h WHERE NOT upper_inf(vigencia)
    UNION ALL
    SELECT 'p' || id, to_jsonb(h)::text FROM pares_divisas_historico h WHERE NOT upper_inf(vigencia)`.execute(
    app.db,
  )
  return new Map(rows.map(({ clave, texto }) => [clave, texto]))
}

/** Gaps and overlaps between consecutive rows, and rates without exactly one open row. */
async function faults(): Promise<unknown[]> {
  const one = (table: 'tipos_cambios_historico' | 'pares_divisas_historico', owner: string) =>
    sql<{
      fault: string
    }>`
    SELECT ${table} || ' ' || id AS fault FROM (
      SELECT id, upper(vigencia) AS fin, lead(lower(vigencia)) OVER w AS siguiente, lead(id) OVER w AS otro
      FROM ${sql.table(table)} WINDOW w AS (PARTITION BY ${sql.ref(owner)} ORDER BY id)) x
    WHERE fin IS DISTINCT FROM siguiente`.execute(app.db)
  const types = await one('tipos_cambios_historico', 'tipo_cambio_id')
  const pairs = await one('pares_divisas_historico', 'par_id')
  return [...types.rows, ...pairs.rows]
}

test('20 parallel changes, 10 times: no overlap, no gap, no old row touched, no deadlock', async () => {
  let before = new Map<string, string>()
  let published = 0
  for (let round = 0; round < 10; round += 1) {
    const calls = Array.from({ length: 20 }, (_, i) => {
      const step = round * 20 + i
      const pen = { id: usdPen, compra: `3.${500 + (step % 9)}`, venta: `3.${560 + (step % 7)}` }
      const ves = { id: usdVes, compra: `198.${500 + (step % 11)}`, venta: `202.${100 + step}` }
      const motivo = `Cambio ${step}`
      const id = tipos[i % 4] as number
      // Both orders of the pairs, single and bulk, and changes of the rates themselves.
      if (i % 4 === 0) return adm.call(pares.publicar, { body: { pares: [pen, ves], motivo } })
      if (i % 4 === 1) return adm.call(pares.publicar, { body: { pares: [ves, pen], motivo } })
      if (i % 4 === 2) {
        const { compra, venta } = pen
        return adm.call(pares.precio, { params: { id: usdPen }, body: { compra, venta, motivo } })
      }
      return adm.call(contrato.tasaManual, { body: { id, tasa_manual: i % 8 === 3, motivo } })
    })
    for (const { status, error } of await Promise.all(calls)) {
      expect(status, error.message).toBe(200)
      published += 1
    }
    expect(await faults()).toEqual([])
    const now = await closed()
    for (const [key, text] of before) expect(now.get(key)).toBe(text)
    before = now
  }
  expect(published).toBe(200)
  expect(before.size).toBeGreaterThan(50)
})

test('afterwards every automatic rate is the one that its pairs give', async () => {
  const { body } = await adm.call(contrato.listar)
  const automatic = body.filter(({ tasa_manual }) => !tasa_manual)
  expect(automatic.length).toBeGreaterThan(0)
  for (const { tasa, tasa_automatica } of automatic) expect(tasa).toBe(tasa_automatica)
})

test('history cannot be rewritten, not even by the owner of the tables', async () => {
  const attempts = [
    'UPDATE tipos_cambios_historico SET tasa = 1',
    'UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), NULL)',
    'DELETE FROM tipos_cambios_historico',
    'TRUNCATE tipos_cambios_historico CASCADE',
    'UPDATE pares_divisas_historico SET compra = 1',
    'DELETE FROM pares_divisas_historico',
  ]
  const before = await closed()
  for (const attempt of attempts) {
    await expect(comoDueno(app.url, attempt)).rejects.toThrow(
      /history is not rewritten|not allowed/,
    )
    await expect(sql.raw(attempt).execute(app.db)).rejects.toThrow(/permission denied/)
  }
  expect(await closed()).toEqual(before)
})

test('history is paged, newest first', async () => {
  const params = { id: usdVes }
  const all: number[] = []
  let cursor: string | null | undefined
  do {
    const query = { limite: 7, ...(cursor ? { cursor } : {}) }
    const { body } = await adm.call(pares.historico, { params, query })
    all.push(...body.items.map(({ id }) => id))
    cursor = body.siguiente
  } while (cursor)
  expect(all.length).toBeGreaterThan(7)
  expect(all).toEqual([...all].sort((a, b) => b - a))
  expect(new Set(all).size).toBe(all.length)
  const other = await adm.call(contrato.historico, {
    params: { id: tipos[0] as number },
    query: { cursor: 'x.y' },
  })
  expect(other.status).toBe(400)
})
