import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa

test('a movement says its document’s number, once, and is found by it', async () => {
  const { compra } = mostrador(casa)
  const { body: made } = await adm.call(comprasVentas.crear, { body: compra('10.00', '35.20') })
  await adm.call(comprasVentas.crear, { body: compra('20.00', '70.40') })
  await adm.call(comprasVentas.anular, {
    params: { id: made.id },
    body: { motivo: 'Error de digitación' },
  })
  const find = async (query: Record<string, string | number>) => {
    const { body } = await adm.call(contrato.movimientos, { query })
    return body.items.map(({ concepto }) => concepto)
  }
  const expected = [`Anulación de ${made.numero}`, `Compra US$ 10.00 · ${made.numero}`]
  expect(await find({ cuenta_id: cuentas.cajaUsd, buscar: made.numero })).toEqual(expected)
  expect(await find({ cuenta_id: cuentas.cajaPen, buscar: made.numero.toLowerCase() })).toEqual(
    expected,
  )
  expect(await find({ cuenta_id: cuentas.cajaPen, buscar: 'CV-1999-000001' })).toEqual([])
  const { body: totals } = await adm.call(contrato.resumen, { query: { buscar: made.numero } })
  expect(totals.monedas.map(({ movimientos }) => movimientos)).toEqual([2, 2])
  // What has no document says what it always said.
  expect(await find({ cuenta_id: cuentas.bcpPen })).toEqual(['Saldo inicial'])
})

test('amounts in sentences have their thousands apart', async () => {
  const { compra } = mostrador(casa)
  const buy = async (more: object = {}) =>
    adm.call(comprasVentas.crear, { body: { ...compra('1250.00', '4400.00'), ...more } })
  const { body: made } = await buy()
  const { body } = await adm.call(contrato.movimientos, { query: { buscar: made.numero } })
  expect(body.items[0]?.concepto).toBe(`Compra US$ 1,250.00 · ${made.numero}`)

  const limit = (tabla: string, id: number, column: string, to: string | null) =>
    sql`UPDATE ${sql.table(tabla)} SET ${sql.ref(column)} = ${to}::numeric WHERE id = ${id}`.execute(
      app.db,
    )
  for (const [column, periodo] of [
    ['limite_dia', 'diario'],
    ['limite_mes', 'mensual'],
  ] as const) {
    await limit('cuentas', cuentas.cajaPen, column, '1500')
    expect((await buy({ confirmo_duplicado: true })).error.message).toBe(
      `Caja soles supera su límite ${periodo} de S/ 1,500.00.`,
    )
    await limit('cuentas', cuentas.cajaPen, column, null)
    await limit('clientes', casa.clientes.ana, column, '1200.5')
    const one = { cliente_id: casa.clientes.ana, confirmo_duplicado: true }
    expect((await buy(one)).error.message).toMatch(
      new RegExp(`supera su límite ${periodo} de US\\$ 1,200.50\\.$`),
    )
    await limit('clientes', casa.clientes.ana, column, null)
  }
})
