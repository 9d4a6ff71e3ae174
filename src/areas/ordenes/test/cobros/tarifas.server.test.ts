import { beforeEach, expect, test } from 'vitest'
import { PEN } from '../../../../../test/support/areas/casa.ts'
import { montarSaldos } from '../../../../../test/support/ordenes/saldos.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contrato } from '../../contract.ts'

/* the fee of a way of paying when it changes, or a payment is refused, while an order is being paid. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarSaldos(app)
const { adm, detalle, pagos } = casa
const fee = (set: string) =>
  comoDueno(app.url, `UPDATE tipos_pagos SET ${set} WHERE id = ${pagos.yape}`)
beforeEach(() =>
  fee(`moneda_id = ${PEN}, tarifa_pct = NULL, tarifa_fija = NULL, tarifa_min = NULL`),
)

const linea = (monto: string, tarifa: string) => ({ ...casa.yape(monto), tarifa })
const orden = async (...cobros: object[]) => (await casa.crear(cobros)).body.id
const mas = (id: number, monto: string, tarifa: string) => casa.cobrar(id, linea(monto, tarifa))
/** What the refusal says that it is now. */
const pide = async (id: number, monto: string) =>
  /es de (S\/ [\d.]+)/.exec((await mas(id, monto, '77.77')).error.message)?.[1]
const rechazar = async (id: number, cobro_id?: number) =>
  (
    await adm.call(contrato.rechazar, {
      params: { id },
      body: { cobro_id, motivo: 'No llegó' } as never,
    })
  ).status

test('a percentage that starts or rises between two payments is charged on the later one alone', async () => {
  const id = await orden(linea('200.00', '0.00'))
  await fee('tarifa_pct = 3')
  expect(await pide(id, '100.00')).toBe('S/ 3.00')
  expect((await mas(id, '100.00', '3.00')).status).toBe(201)
  await fee('tarifa_pct = 4')
  expect(await pide(id, '50.00')).toBe('S/ 2.00')
  expect((await mas(id, '50.00', '2.00')).status).toBe(201)
  // A least that rises is of what comes now, and nothing comes under it; what was refused is owed still.
  await fee('tarifa_min = 16.00')
  expect(await pide(id, '50.00')).toBe('S/ 0.00')
  expect((await mas(id, '50.00', '0.00')).status).toBe(201)
  await fee('tarifa_min = NULL')
  const [, three] = (await detalle(id)).cobros
  expect(await rechazar(id, three?.id)).toBe(200)
  expect(await pide(id, '100.00')).toBe('S/ 7.00')
  expect((await mas(id, '100.00', '7.00')).status).toBe(201)
})
