import { expect, test } from 'vitest'
import { aCargo } from '../../../../test/support/areas/caja.ts'
import { EUR, montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { conMargen, conRegla } from '../../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as comprasVentas, type Registro } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
await conMargen(app, casa)
const { adm, cuentas, tasas } = casa
const { compra, venta, cash } = mostrador(casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
await comoDueno(app.url, 'UPDATE clientes SET agente_id = $1 WHERE id = $2', [
  casa.clientes.bloqueado,
  casa.clientes.ana,
])
const caj = await app.signedIn('caj')
await aCargo(app, caj, cuentas.cajaPen, cuentas.cajaUsd)
const con = await app.signedIn('con')
await conRegla(adm, { valor: '50' })
await conRegla(adm, { rol: 'agente', base: 'monto', valor: '1' })

const euros: Registro = {
  ...{ tipo: 'venta', cliente_id: casa.clientes.ana, divisa_id: EUR, monto: '10.00' },
  ...{ historico_id: tasas.ventaEur, tasa: '4.160' },
  recibimos: cash(cuentas.cajaPen, '41.60'),
  entregamos: cash(cuentas.cajaEur, '10.00'),
}
const sold = await adm.call(comprasVentas.crear, { body: venta('100.00', '356.00') })
await caj.call(comprasVentas.crear, { body: venta('50.00', '178.00') })
await adm.call(comprasVentas.crear, { body: compra('20.00', '70.40') })
await adm.call(comprasVentas.crear, { body: euros })

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
const listar = async (query: Record<string, string | number> = {}, who = adm) =>
  (await who.call(contrato.listar, { query })).body
const totales = async (query: Record<string, string> = {}, who = adm) =>
  (await who.call(contrato.totales, { query })).body

test('totals of the whole filter, and operated amounts by currency, each operation once', async () => {
  expect(await totales()).toEqual({
    ...{ filas: 8, operaciones: 4, devengado: '9.46', pagado: '0.00', pendiente: '9.46' },
    montos: [
      { moneda_id: USD, monto: '170.00' },
      { moneda_id: EUR, monto: '10.00' },
    ],
  })
  expect(await totales({ tipo: 'compra' })).toMatchObject({ filas: 2, devengado: '0.70' })
  expect(await totales({ estado: 'pagada' })).toMatchObject({ filas: 0, montos: [] })
})

test('groups by beneficiary and by pair sum to the total', async () => {
  const of = async (por: 'beneficiario' | 'par') =>
    (await adm.call(contrato.grupos, { query: { por } })).body
  expect((await of('beneficiario')).map((g) => [g.clave, g.operaciones, g.devengado])).toEqual([
    [`a${casa.clientes.bloqueado}`, 4, '6.46'],
    [`u${adm.usuario_id}`, 3, '2.00'],
    [`u${caj.usuario_id}`, 1, '1.00'],
  ])
  expect((await of('par')).map((g) => [g.nombre, g.devengado, g.montos])).toEqual([
    ['PEN → USD', '8.34', [{ moneda_id: USD, monto: '150.00' }]],
    ['USD → PEN', '0.70', [{ moneda_id: USD, monto: '20.00' }]],
    ['PEN → EUR', '0.42', [{ moneda_id: EUR, monto: '10.00' }]],
  ])
})

test('every filter narrows the list, and pages follow without gaps, in both orders', async () => {
  const all = (await listar()).items
  expect(all).toHaveLength(8)
  const agente = `a${casa.clientes.bloqueado}`
  for (const [query, n] of [
    [{ beneficiario: agente }, 4],
    [{ tipo: 'venta' }, 6],
    [{ corredor: `${PEN}-${EUR}` }, 2],
    [{ estado: 'devengada' }, 8],
    [{ estado: 'anulada' }, 0],
    [{ desde: '2025-11-21' }, 0],
    [{ hasta: '2025-11-20' }, 8],
    [{ buscar: sold.body.numero }, 2],
    [{ buscar: sold.body.numero.replace(/-\d{4}-0+/, '-') }, 2],
    [{ buscar: 'garcia' }, 8],
    [{ liquidacion_id: 77 }, 0],
  ] as const) {
    expect((await listar(query)).items, JSON.stringify(query)).toHaveLength(n)
  }
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page = await listar({ limite: 3, ...(cursor && { cursor }) })
    seen.push(...ids(page.items))
    cursor = page.siguiente
  } while (cursor)
  expect(seen).toEqual(ids(all))
  expect(ids((await listar({ orden: 'fecha' })).items)).toEqual(ids(all).toReversed())
  const { body } = await adm.call(contrato.opciones)
  expect(body.beneficiarios).toHaveLength(3)
  expect(body.corredores.map(({ valor }) => valor).sort()).toEqual(['2-3', '2-6', '3-2'])
})

test('a user who may not see all sees his own rows, without their margin', async () => {
  const { items } = await listar({}, caj)
  expect(items.map((f) => f.beneficiario)).toEqual([`u${caj.usuario_id}`])
  expect(items[0]).not.toHaveProperty('importe_base')
  expect(items[0]).toMatchObject({ comision: '1.00', porcentaje: '50' })
  expect(await totales({}, caj)).toMatchObject({ filas: 1, devengado: '1.00' })
  expect(await totales({ beneficiario: `u${adm.usuario_id}` }, caj)).toMatchObject({ filas: 0 })
  expect((await caj.call(contrato.grupos)).body).toHaveLength(1)
  expect((await caj.call(contrato.opciones)).body.beneficiarios).toHaveLength(1)
  // The accountant sees all rows with their margins.
  const whole = (await listar({}, con)).items
  expect(whole).toHaveLength(8)
  expect(whole.every((f) => f.importe_base !== undefined)).toBe(true)
})

test('only its beneficiary, or a user who sees all, sees a settlement', async () => {
  const mine = (await listar({ beneficiario: `u${adm.usuario_id}` })).items
  const { body } = await adm.call(contrato.liquidar, { body: { ids: ids(mine) } })
  const get = (who: typeof adm) =>
    who.call(contrato.liquidacion, { params: { id: body.id } }).then(({ status }) => status)
  expect([await get(adm), await get(con), await get(caj)]).toEqual([200, 200, 404])
  expect((await caj.call(contrato.liquidaciones)).body.items).toEqual([])
  expect((await con.call(contrato.liquidaciones)).body.items).toMatchObject([
    { numero: body.numero, total: '2.00', filas: 3, estado: 'liquidada', cuenta: null },
  ])
  const closed = await listar({ liquidacion_id: body.id })
  expect(closed.items.map((f) => [f.estado, f.liquidacion])).toEqual(
    Array.from({ length: 3 }, () => ['liquidada', body.numero]),
  )
})
