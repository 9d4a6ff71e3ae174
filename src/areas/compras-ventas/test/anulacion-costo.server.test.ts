import { expect, test } from 'vitest'
import { montarCasa, saldos, USD } from '../../../../test/support/areas/casa.ts'
import { conRegla } from '../../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato, type Registro } from '../contract.ts'

/* what an annulment takes out of the position costs what it cost, or the average where units left since. */

async function abrir() {
  const app = await startTestApp()
  app.setClock('2025-11-20T15:00:00Z')
  const casa = await montarCasa(app)
  await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
  const { adm } = casa
  const hacer = async (body: Registro) => {
    const { status, body: made, error } = await adm.call(contrato.crear, { body })
    if (status !== 201) throw new Error(JSON.stringify(error))
    return made.id
  }
  const anular = (id: number) =>
    adm.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } })
  return { app, casa, adm, hacer, anular, ...mostrador(casa) }
}

const cents = (text: string | undefined) => Math.round(Number(text ?? 0) * 100)
const cuadra = async ({ app }: Awaited<ReturnType<typeof abrir>>) =>
  expect((await verificar(app.db)).diferencia).toBeNull()

test.each([
  // All that is left goes: the difference takes what would have been cost without a quantity.
  ['its last units', '3.490', '698.00', '10000.00', '35600.00', ['0.00', '0.00'], '3.92'],
  // Bought at a high rate: the position no longer has that much cost.
  ['what cost more', '3.555', '711.00', '9998.00', '35592.80', ['-2.00', '7.02'], '-8.82'],
])(
  'units of a purchase were sold since: %s leave at the average',
  async (_, tasa, pays, sells, paid, left, difference) => {
    const h = await abrir()
    const till = async () =>
      comoDueno<{ saldo: string }>(h.app.url, 'SELECT saldo FROM cuentas_contables WHERE id = $1', [
        h.casa.cuentas.cajaPen,
      ]).then(([row]) => cents(row?.saldo))
    const before = await till()
    const bought = await h.hacer(h.compra('200.00', pays, { tasa }))
    await h.hacer(h.venta(sells, paid))
    const { status, body } = await h.anular(bought)
    expect(status).toBe(200)
    expect(body.message).toContain(difference.replace('-', ''))
    const after = await saldos(h.app)
    expect([after['posicion:USD'] ?? '0.00', after['contravalor:USD'] ?? '0.00']).toEqual(left)
    expect(after.anulaciones).toBe(difference)
    // The client has all that he gave, and the till all that it paid.
    expect(await till()).toBe(before + cents(paid))
    const { body: seen } = await h.adm.call(reportes.excepciones, {
      query: { desde: '2025-11-20', hasta: '2025-11-20', clase: 'anulacion-diferencia' },
    })
    expect(seen.filas).toMatchObject([{ origen: 'compras-ventas', origen_id: String(bought) }])
    await cuadra(h)
  },
)

test('while nothing left since, or all that left came back, an annulment is at cost', async () => {
  const h = await abrir()
  const before = await saldos(h.app)
  const bought = await h.hacer(h.compra('200.00', '698.00', { tasa: '3.490' }))
  const sold = await h.hacer(h.venta('5000.00', '17800.00'))
  const other = await h.hacer(h.compra('80.00', '283.60', { tasa: '3.545' }))
  for (const id of [sold, other, bought]) expect((await h.anular(id)).status).toBe(200)
  expect(await saldos(h.app)).toEqual(before)
  await cuadra(h)
})

test('of a canje each currency has its own way: what left comes back at its cost', async () => {
  const h = await abrir()
  const { cuentas, tasas, clientes } = h.casa
  const before = await saldos(h.app)
  const swapped = await h.hacer({
    tipo: 'canje',
    cliente_id: clientes.ana,
    divisa_id: USD,
    monto: '1000.00',
    historico_id: tasas.canjeUsdEur,
    tasa: '0.8460',
    recibimos: h.cash(cuentas.cajaUsd, '1000.00'),
    entregamos: h.cash(cuentas.cajaEur, '846.00'),
  })
  await h.hacer(h.venta('200.00', '712.00'))
  expect((await h.anular(swapped)).status).toBe(200)
  const after = await saldos(h.app)
  expect(after['contravalor:EUR']).toBe(before['contravalor:EUR'])
  expect(after['posicion:EUR']).toBe(before['posicion:EUR'])
  // 11,000 USD cost 35,100.00 + 3,520.00; of 10,800 left at 37,917.82 the 1,000 take 3,510.91 with them, not 3,520.00.
  expect(after['contravalor:USD']).toBe('34406.91')
  expect(after.anulaciones).toBe('-9.09')
  await cuadra(h)
})

test('the commission of a purchase goes with it, at whatever cost it is annulled', async () => {
  const h = await abrir()
  await conRegla(h.adm, { usuario_id: h.adm.usuario_id, base: 'fijo', valor: '3' })
  const bought = await h.hacer(h.compra('200.00', '698.00', { tasa: '3.490' }))
  await h.hacer(h.venta('5000.00', '17800.00'))
  const before = await saldos(h.app)
  expect((await h.anular(bought)).status).toBe(200)
  const after = await saldos(h.app)
  expect(cents(after['gasto:comisiones'])).toBe(cents(before['gasto:comisiones']) - 300)
  expect(after).toHaveProperty('anulaciones')
  await cuadra(h)
})

test('nobody writes a reversal with another quantity, and one with another average is found', async () => {
  const h = await abrir()
  const bought = await h.hacer(h.compra('200.00', '698.00', { tasa: '3.490' }))
  await h.hacer(h.venta('5000.00', '17800.00'))
  const [row] = await comoDueno<{ id: string }>(
    h.app.url,
    'SELECT asiento_id AS id FROM compras_ventas WHERE id = $1',
    [bought],
  )
  const escribir = (unidades: string) =>
    comoDueno(
      h.app.url,
      `SELECT libro_asentar(ARRAY[('compras-ventas', ${bought}, 'A mano', ${h.adm.usuario_id}, ${row?.id}, (
        SELECT array_agg((p.cuenta_id, x.importe, x.valor, NULL)::libro_linea)
            || (anulaciones_cuenta(), -171.50, -171.50, NULL)::libro_linea
        FROM apuntes p JOIN cuentas_contables k ON k.id = p.cuenta_id CROSS JOIN LATERAL (SELECT
          CASE WHEN k.clase = 'contravalor' THEN -526.50 WHEN p.moneda_id = ${USD} THEN sign(-p.importe) * ${unidades} ELSE -p.importe END,
          CASE WHEN k.clase = 'contravalor' THEN -526.50 WHEN p.moneda_id = ${USD} THEN sign(-p.importe) * 526.50 ELSE -p.valor END
        ) AS x (importe, valor) WHERE p.asiento_id = ${row?.id}), NULL, true)::libro_entrada])`,
    )
  const [own] = await comoDueno<{ revertir: string; costo: string }>(
    h.app.url,
    `SELECT pg_get_functiondef('libro_revertir'::regproc) AS revertir, pg_get_functiondef('libro_costo'::regproc) AS costo`,
  )
  // The ledger itself reverses exactly: only what replaces it could write another reversal.
  await comoDueno(
    h.app.url,
    `CREATE OR REPLACE FUNCTION libro_revertir(e libro_entrada, s libro_estado, p_anuladas bigint[], p_tocadas bigint[])
       RETURNS libro_linea[] LANGUAGE sql RETURN e.lineas`,
  )
  await expect(escribir('150')).rejects.toThrow(/not an exact reversal/)
  await comoDueno(h.app.url, String(own?.revertir))
  await comoDueno(h.app.url, String(own?.costo).replace('p_costo / p_hay', '3.6'))
  expect((await h.anular(bought)).status).toBe(200)
  await comoDueno(h.app.url, String(own?.costo))
  expect((await verificar(h.app.db)).diferencia).toMatchObject({
    regla: 'Cada divisa que sale lleva su costo promedio',
  })
})
