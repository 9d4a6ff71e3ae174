import { expect, test } from 'vitest'
import { PEN } from '../../../../test/support/areas/casa.ts'
import { contabilizar } from '../../../../test/support/asiento.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { confirmarse } from '../../../../test/support/vistos.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-10T15:00:00Z')
const adm = await app.signedIn('adm')
await confirmarse(adm)
const abrir = async (nombre: string, saldo_inicial?: string) => {
  const body = { nombre, tipo: 'caja', moneda_id: PEN, pais: 'pe', titular: 'Casa' } as const
  return (
    await adm.call(contrato.crear, { body: { ...body, ...(saldo_inicial && { saldo_inicial }) } })
  ).body.id
}
const caja = await abrir('Caja', '1000')
const boveda = await abrir('Bóveda')
const mover = (importe: string) =>
  contabilizar(app.db, {
    origen: 'prueba',
    origen_id: 1,
    glosa: 'Depósito',
    usuario_id: adm.usuario_id,
    lineas: [
      { cuenta_id: caja, importe: `-${importe}` },
      { cuenta_id: boveda, importe },
    ],
  })
const dias = async (id: number, plazo?: '30') =>
  (
    await adm.call(contrato.saldos, { params: { id }, query: plazo ? { dias: plazo } : {} })
  ).body.map(({ fecha, saldo }) => `${fecha.slice(5)} ${saldo}`)

app.setClock('2025-11-12T15:00:00Z')
await mover('100')
await mover('50.5')
// 23:30 in Lima is the next day in UTC.
app.setClock('2025-11-15T04:30:00Z')
await mover('200')
app.setClock('2025-11-16T15:00:00Z')
await comoDueno(
  app.url,
  "UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 day'",
)

test('what an account had at the end of each day, from its first movement on', async () => {
  const want = [
    '11-10 1000.00',
    '11-11 1000.00',
    '11-12 849.50',
    '11-13 849.50',
    '11-14 649.50',
    '11-15 649.50',
    '11-16 649.50',
  ]
  expect(await dias(caja)).toEqual(want)
  expect((await dias(boveda))[0]).toBe('11-12 150.50')
  // The same once the days that are over are kept.
  await comoDueno(app.url, "SELECT dia_guardar('2025-11-12')")
  await comoDueno(app.url, "SELECT dia_guardar('2025-11-14')")
  expect(await dias(caja)).toEqual(want)
})

test('a term begins with what there was before it; an account without movements has no days', async () => {
  app.setClock('2025-12-13T15:00:00Z')
  await comoDueno(
    app.url,
    "UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 day'",
  )
  const some = await dias(caja, '30')
  expect([some[0], some.at(-1), some.length]).toEqual(['11-13 849.50', '12-13 649.50', 31])
  expect(await dias(await abrir('Vacía'))).toEqual([])
  expect((await adm.call(contrato.saldos, { params: { id: 999999 } })).status).toBe(404)
  expect((await adm.raw('GET', `/api/cuentas/saldos/${caja}?dias=7`)).status).toBe(400)
})
