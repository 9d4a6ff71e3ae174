import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { areas } from '../../main.app.ts'

/* Amounts, rates and percentages are decimal text on the wire, in answers and in refusals. */

const app = await startTestApp()

/** Measures that are no money: hours since a price was touched, days for which a stock lasts. */
const MEDIDAS = new Set(['edad_horas', 'dias_stock'])

/** The paths of a schema that are numbers with a fraction. */
function fracciones(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type } = schema as { type?: unknown }
  const own =
    [type].flat().includes('number') && !MEDIDAS.has(path.split('.').at(-1) ?? '') ? [path] : []
  const below = Object.entries(schema).flatMap(([key, value]) =>
    fracciones(
      value,
      ['properties', 'items', 'anyOf'].includes(key) || /^\d+$/.test(key) ? path : `${path}.${key}`,
    ),
  )
  return [...own, ...below]
}

test('no call takes or answers a fraction as a number', () => {
  const found = areas.flatMap(({ contrato }) =>
    Object.values(contrato).flatMap(({ method, path, body, response }) =>
      [
        z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }),
        z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }),
      ].flatMap((schema) => fracciones(schema).map((where) => `${method} ${path} ${where}`)),
    ),
  )
  expect(found).toEqual([])
  expect(fracciones(z.toJSONSchema(z.object({ a: z.array(z.number().nullable()) })))).toEqual([
    '.a',
  ])
})

test('what the database refuses says amounts as text, digit for digit, and ids as numbers', async () => {
  const data = `{"tasa": 3.60, "umbral": 200, "largo": 12345678901234567.89, "cliente_id": 7, "version": 2,
    "que": "algo", "nada": null, "visto": {"valor": 12.5, "origen_id": 3},
    "dentro": {"valor": 12.5, "origen_id": 3}, "filas": [{"id": 1, "monto": 0.10}]}`
  const { rows } = await sql<{
    said: unknown
  }>`SELECT rechazo_datos(${data}::jsonb) AS said`.execute(app.db)
  expect(rows[0]?.said).toEqual({
    tasa: '3.60',
    umbral: '200',
    largo: '12345678901234567.89',
    cliente_id: 7,
    version: 2,
    que: 'algo',
    nada: null,
    visto: { valor: 12.5, origen_id: 3 },
    dentro: { valor: '12.5', origen_id: 3 },
    filas: [{ id: 1, monto: '0.10' }],
  })
  await expect(
    sql`SELECT rechazar('TASA_FUERA_DE_RANGO', '{"tasa": 3.6}')`.execute(app.db),
  ).rejects.toMatchObject({
    detail: '{"tasa": "3.6"}',
  })
})
