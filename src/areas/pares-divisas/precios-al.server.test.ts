import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { verificar } from '../../main.libros.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato } from './contract.ts'

/* What was worth how much then is computed again by the prices, and the active pairs, of that instant. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm } = casa
const BRL = 8
// The pairs of the test house were put in without a history.
await comoDueno(
  app.url,
  `INSERT INTO pares_divisas_historico (par_id, compra, venta, vigencia)
   SELECT id, compra, venta, tstzrange('2025-01-01', NULL) FROM pares_divisas`,
)

const crear = async (base_id: number, cotizacion_id: number, compra: string, venta: string) => {
  const body = { pais: 'pe', base_id, cotizacion_id, compra, venta, precision: 4 }
  const { status, body: made, error } = await adm.call(contrato.crear, { body })
  if (status !== 201) throw new Error(JSON.stringify(error))
  return made.id
}
/** The price of a real, and the value of 100 of them in dollars, as they are now. */
const ahora = async () => {
  const { rows } = await sql<{ t: string; precio: string | null; usd: string }>`
    SELECT ahora()::text AS t, precio_funcional('pe', ${BRL})::text AS precio, en_dolares('pe', ${BRL}, 100, 70)::text AS usd`.execute(
    app.db,
  )
  return rows[0] as (typeof rows)[0]
}
/** The same of an instant of the past. */
const entonces = async (t: string) => {
  const { rows } = await sql<{ precio: string[]; usd: string[] }>`
    SELECT precio_funcional_al(${t}::timestamptz, 'pe', ${BRL})::text[] AS precio,
           en_dolares_al(${t}::timestamptz, 'pe', ${BRL}, 100, 70)::text[] AS usd`.execute(app.db)
  return rows[0] as (typeof rows)[0]
}

test('the price of an instant is of the pairs that were active then, else across another currency', async () => {
  const cruce = await crear(USD, BRL, '5.3000', '5.5000')
  const suyo = await crear(BRL, 2, '0.6500', '0.7000')
  const minutos = ['15:10', '15:20', '15:30']
  const seen = []
  for (const minuto of minutos) {
    app.setClock(`2025-11-20T${minuto}:00Z`)
    seen.push(await ahora())
    app.setClock(`2025-11-20T${minuto}:40Z`)
    expect((await adm.call(contrato.estatus, { params: { id: suyo } })).status).toBe(200)
  }
  const precios = seen.map(({ precio }) => Number(precio))
  expect(precios[0]).toBe(0.65)
  expect(precios[1]).not.toBe(0.65)
  expect(precios[2]).toBe(0.65)
  app.setClock('2025-11-20T16:00:00Z')
  expect((await adm.call(contrato.estatus, { params: { id: cruce } })).status).toBe(200)
  for (const { t, precio, usd } of seen) {
    expect(await entonces(t)).toEqual({ precio: [precio], usd: [usd] })
  }
})

test('the value in dollars of a canje is computed again', async () => {
  const { cash } = mostrador(casa)
  const { cuentas, tasas, clientes } = casa
  const made = await adm.call(compras.crear, {
    body: {
      tipo: 'canje',
      cliente_id: clientes.ana,
      divisa_id: USD,
      monto: '10.00',
      historico_id: tasas.canjeUsdEur,
      tasa: '0.8460',
      recibimos: cash(cuentas.cajaUsd, '10.00'),
      entregamos: cash(cuentas.cajaEur, '8.46'),
    },
  })
  expect(made.status).toBe(201)
  expect((await verificar(app.db)).diferencia).toBeNull()
  const change = (text: string) =>
    comoDueno(
      app.url,
      `ALTER TABLE compras_ventas DISABLE TRIGGER USER; UPDATE compras_ventas SET monto_usd = ${text} WHERE tipo = 'canje';
       ALTER TABLE compras_ventas ENABLE TRIGGER USER`,
    )
  await change('9.00')
  expect((await verificar(app.db)).diferencia?.regla).toMatch(/^El valor en dólares de cada canje/)
  await change('10.00')
  expect((await verificar(app.db)).diferencia).toBeNull()
})
