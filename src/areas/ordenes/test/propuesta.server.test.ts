import { afterEach, expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { contrato } from '../contract.ts'

/* Which accounts are proposed to pay an order: 500 soles, 26,206.00 bolívares. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, pag, ves } = casa
const owner = (text: string) => comoDueno(app.url, text)
// Both banks hold 606,000.00 and are apart.
await owner(`INSERT INTO entidades_financieras (nombre, pais, tipo, codigo) VALUES ('Mercantil', 've', 'banco', '0105');
  UPDATE cuentas SET entidad_id = (SELECT id FROM entidades_financieras WHERE nombre = 'Mercantil') WHERE id = ${ves.mercantil};
  UPDATE cuentas SET entidad_id = ${casa.banesco} WHERE id = ${ves.banesco}`)
await hecho(
  adm.call((await import('../../transferencias/contract.ts')).contrato.crear, {
    body: {
      ...{ tipo: 'interna', origen_id: ves.banesco, destino_id: ves.mercantil },
      ...{ monto: '600000.00', referencia: 'T-1' },
    },
  }),
)
const id = await casa.en('en_proceso')

async function propuestas(): Promise<[cuenta: number, monto: string, comision: string][]> {
  const { lineas } = await hecho(pag.call(contrato.propuesta, en(id)))
  return lineas.map(({ cuenta_id, monto, comision }) => [cuenta_id, monto, comision])
}

afterEach(() =>
  owner(`UPDATE entidades_financieras SET servicio = 'operativo';
    UPDATE cuentas SET saldo_min = NULL, comision_salida_pct = NULL, comision_salida_fija = NULL`),
)

test('payout proposals: the fullest account where nothing else tells them apart', async () => {
  expect(await propuestas()).toEqual([[ves.banesco, '26206.00', '0.00']])
})

test('payout proposals: an account whose bank is down is skipped, an intermittent one is not', async () => {
  await owner(`UPDATE entidades_financieras SET servicio = 'caido' WHERE id = ${casa.banesco}`)
  expect(await propuestas()).toEqual([[ves.mercantil, '26206.00', '0.00']])
  await owner(
    `UPDATE entidades_financieras SET servicio = 'intermitente' WHERE id = ${casa.banesco}`,
  )
  expect(await propuestas()).toEqual([[ves.banesco, '26206.00', '0.00']])
  await owner("UPDATE entidades_financieras SET servicio = 'caido'")
  const { lineas, falta, fondo } = await hecho(pag.call(contrato.propuesta, en(id)))
  expect([lineas, falta]).toEqual([[], '26206.00'])
  // It can still be chosen by who knows better.
  expect(fondo?.cuentas.map((c) => c.id)).toContain(ves.banesco)
})

test('payout proposals: an account keeps its minimum balance', async () => {
  await owner(`UPDATE cuentas SET saldo_min = 592000 WHERE id = ${ves.banesco}`)
  expect(await propuestas()).toEqual([
    [ves.banesco, '20000.00', '0.00'],
    [ves.mercantil, '6206.00', '0.00'],
  ])
})

test('payout proposals: what costs less pays first', async () => {
  await owner(`UPDATE cuentas SET comision_salida_pct = 0.3 WHERE id = ${ves.banesco}`)
  expect(await propuestas()).toEqual([[ves.mercantil, '26206.00', '0.00']])
  // 78.62 by percentage is less than 100 whatever the amount.
  await owner(`UPDATE cuentas SET comision_salida_fija = 100 WHERE id = ${ves.mercantil}`)
  expect(await propuestas()).toEqual([[ves.banesco, '26206.00', '78.62']])
})
