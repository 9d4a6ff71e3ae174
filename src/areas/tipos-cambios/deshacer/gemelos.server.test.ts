import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { contrato } from '../contract.ts'
import { debido, diferencia, type Operada } from './rules.ts'

const app = await startTestApp()

test('a pair without another price before has nothing to go back to', async () => {
  const { adm: boss, par } = await montarTasas(app)
  const params = { id: par('usd 3 1') }
  const none = await boss.call(contrato.previaDeshacerPar, { params })
  expect(none.error.codigo).toBe('NADA_QUE_DESHACER')
  expect((await boss.call(contrato.previaDeshacerPar, { params: { id: 999 } })).status).toBe(404)
  expect((await boss.call(contrato.previaDeshacer, { params: { id: 999 } })).status).toBe(404)
})

test('SQL and rules say the same of every operation, digit for digit', async () => {
  const number = (max: number, decimals: number) =>
    fc.integer({ min: 1, max }).map((n) => texto(decimal(String(n)).div(10 ** decimals), decimals))
  const operation = fc.record({
    tipo: fc.constantFrom('compra', 'venta', 'canje'),
    monto: number(1_000_000_000, 2),
    contravalor: number(1_000_000_000, 2),
    costo: fc.option(number(1_000_000_000, 4), { nil: null }),
    decimales: fc.constantFrom(0, 2),
    tasa: number(99_999_999, 4),
    metodo_calculo: fc.constantFrom('m', 'd'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 200, maxLength: 200 }), async (given) => {
      const { rows } = await sql<{ debido: string; diferencia: string | null }>`
        SELECT due::text AS debido, round(tipos_cambios_diferencia(x.tipo, x.contravalor, due, x.costo), 2)::text AS diferencia
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS
               (tipo text, monto numeric, contravalor numeric, costo numeric, decimales int, tasa numeric, metodo_calculo text))
             WITH ORDINALITY AS x (tipo, monto, contravalor, costo, decimales, tasa, metodo_calculo, n)
        CROSS JOIN LATERAL tipos_cambios_debido(x.tipo, x.monto, x.tasa, x.metodo_calculo, x.decimales) due
        ORDER BY x.n`.execute(app.db)
      const here = given.map((each) => {
        const { tasa, metodo_calculo, ...op } = each
        const t = { tasa, metodo_calculo: metodo_calculo as 'm' }
        return { debido: debido(op as Operada, t), diferencia: diferencia(op as Operada, t) }
      })
      expect(rows).toEqual(here)
    }),
    { numRuns: 20 },
  )
})
