import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { PLANTILLAS } from '../../../core/permisos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as gastos } from '../../gastos/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato as transferencias } from '../../transferencias/contract.ts'

/* what one person does alone adds up over the day, and of two at once the second counts the first. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj, cuentas, pagos } = casa
const adm2 = await app.signedIn('adm')
const adm3 = await app.signedIn('adm')
const adm4 = await app.signedIn('adm')
const mgr = await app.signedIn('mgr')
const mgr2 = await app.signedIn('mgr')
await app.db
  .insertInto('roles_permisos')
  .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
  .execute()
const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
const fecha = rows[0]?.hoy ?? ''
const poner = (clave: string, valor: string) =>
  comoDueno(app.url, `UPDATE ajustes SET valor = '${valor}' WHERE clave = '${clave}'`)
// The house of the tests has no limits of a day: these are those of a new house.
await poner('sin_cliente_dia_usd', '600')
await poner('contraparte_dia_usd', '5000')
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const gasto = (quien: Client, monto: string, more: object = {}) =>
  quien.call(gastos.crear, {
    body: {
      fecha,
      categoria_id: 1,
      descripcion: 'Arreglo del local',
      cuenta_id: cuentas.bcpPen,
      monto,
      comprobante: 'recibo',
      ...more,
    },
  })

test('expenses of one person reach the limit by their sum, and the answer says so', async () => {
  expect((await gasto(mgr, '499.00')).body.estado).toBe('pagado')
  expect((await gasto(mgr, '499.00')).body.estado).toBe('pagado')
  const third = (await gasto(mgr, '499.00')).body
  expect(third.estado).toBe('pendiente')
  expect(third.message).toMatch(
    /espera aprobación\. Lo que paga sin aprobación: con esto van S\/ 1,497\.00 hoy y el límite del día es S\/ 1,000\.00\./,
  )
  // What another person approved is not counted as done alone; what another spends neither.
  expect((await adm.call(gastos.aprobar, { params: { id: third.id } })).status).toBe(200)
  expect((await gasto(mgr, '2.00')).body.estado).toBe('pagado')
  expect((await gasto(mgr2, '500.00')).body.estado).toBe('pagado')
})

test('of two expenses at once one is paid, and the other waits', async () => {
  const both = await Promise.all([gasto(adm2, '600.00'), gasto(adm2, '600.00')])
  expect(both.map(({ body }) => body.estado).toSorted()).toEqual(['pagado', 'pendiente'])
})

test('what is sent to a third party and what is spent share their limit; withdrawals share that of adjustments', async () => {
  const tercero = (quien: Client, monto: string, concepto: 'proveedor' | 'retiro') =>
    quien.call(transferencias.crear, {
      body: {
        tipo: 'tercero',
        origen_id: cuentas.bcpPen,
        monto,
        concepto,
        tercero: 'Imprenta Lima',
        referencia: `T-${monto.replace('.', '')}`,
        confirmo_duplicado: true,
      },
    })
  const refused = await tercero(mgr2, '501.00', 'proveedor')
  expect(refused.error.codigo).toBe('VISTO_FALTA')
  expect((await tercero(mgr2, '400.00', 'proveedor')).status).toBe(201)
  expect((await gasto(mgr2, '200.00')).body.estado).toBe('pendiente')

  const ajuste = (monto: string) =>
    adm2.call(ajustes.crear, {
      body: {
        cuenta_id: cuentas.bcpPen,
        motivo: 'faltante',
        monto,
        observacion: 'Cargo que hizo el banco',
      },
    })
  expect((await ajuste('300.00')).body.estado).toBe('aplicado')
  expect((await tercero(adm2, '250.00', 'retiro')).error.codigo).toBe('VISTO_FALTA')
  expect((await tercero(adm2, '150.00', 'retiro')).status).toBe(201)
  const more = (await ajuste('60.00')).body
  expect([more.estado, more.message]).toEqual([
    'pendiente',
    expect.stringMatching(/van S\/ 450\.00/),
  ])
})

test('expenses without a paper are bounded by person and by category', async () => {
  const sin = { comprobante: 'sin', categoria_id: 2 } as const
  expect((await gasto(adm, '200.00', sin)).body.estado).toBe('pagado')
  const own = (await gasto(adm, '101.00', { ...sin, categoria_id: 3 })).body
  expect([own.estado, own.message]).toEqual([
    'pendiente',
    expect.stringMatching(/sin comprobante: con esto van S\/ 301\.00 hoy/),
  ])
  expect((await gasto(adm3, '300.00', sin)).body.estado).toBe('pagado')
  const category = (await gasto(adm4, '101.00', sin)).body
  expect([category.estado, category.message]).toEqual([
    'pendiente',
    expect.stringMatching(/La categoría sin comprobante: con esto van S\/ 601\.00 hoy/),
  ])
  // The limit acts as it is set.
  await poner('gasto_sin_papel_categoria_funcional', '700')
  expect((await gasto(adm4, '101.00', sin)).body.estado).toBe('pagado')
  expect((await gasto(adm4, '100.00', sin)).body.estado).toBe('pendiente')
})

test('operations without a client add up by cashier: the next one is identified, or somebody else says yes', async () => {
  const { compra } = mostrador(casa)
  const vender = (monto: string, contravalor: string, more: object = {}) =>
    caj.call(compras.crear, {
      body: compra(monto, contravalor, { cliente_id: null, confirmo_duplicado: true, ...more }),
    })
  const pair = await Promise.all([1, 2, 3, 4, 5, 6].map(() => vender('150.00', '528.00')))
  // Of six at once four fit into US$ 600.
  expect(pair.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 409, 409])
  const refused = pair.find(({ status }) => status === 409)
  expect([refused?.error.codigo, refused?.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(
      /sin cliente \(con esto van US\$ 750\.00 hoy y el límite del día es US\$ 600\.00; con un cliente identificado no hace falta\)\. Ya quedó pedido en Aprobaciones/,
    ),
  ])
  expect((await vender('150.00', '528.00', { cliente_id: casa.ana })).status).toBe(201)
  await darVistos(adm)
  expect((await vender('150.00', '528.00')).status).toBe(201)
  // The yes was for that one.
  expect((await vender('150.00', '528.00')).error.codigo).toBe('VISTO_FALTA')
  const { compra: otra } = mostrador(casa)
  expect(
    (await adm3.call(compras.crear, { body: otra('20.00', '70.40', { cliente_id: null }) })).status,
  ).toBe(201)
})

test('what one beneficiary gets in a day is counted over all orders and transfers', async () => {
  await poner('contraparte_dia_usd', '300')
  const made = await caj.call(ordenes.crear, { body: casa.orden({ envia: '700.00' }) })
  expect(made.status).toBe(201)
  const again = () => caj.call(ordenes.crear, { body: casa.orden({ envia: '701.00' }) })
  const refused = await again()
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(
      /una orden a .* \(con esto van US\$ 39\d\.\d\d hoy y el límite del día es US\$ 300\.00\)/,
    ),
  ])
  const [doc] = await comoDueno<{ num_doc: string }>(
    app.url,
    `SELECT num_doc FROM beneficiarios WHERE id = ${casa.beneficiario_id}`,
  )
  const tercero = await adm3.call(transferencias.crear, {
    body: {
      ...{ tipo: 'tercero', origen_id: cuentas.bcpPen, monto: '500.00', concepto: 'proveedor' },
      ...{ tercero: 'Otro nombre', tercero_doc: doc?.num_doc ?? '', referencia: 'C-1' },
    },
  })
  expect(tercero.error.codigo).toBe('VISTO_FALTA')
  await darVistos(adm)
  expect((await again()).status).toBe(201)
  await poner('contraparte_dia_usd', '5000')
})

test('payments that one person registers and verifies himself reach the limit of two people by their sum', async () => {
  const { venta } = mostrador(casa)
  const vender = async () => {
    const recibimos = [{ ...casa.yape('534.00'), tipo_pago_id: pagos.yape }]
    const { body } = await caj.call(compras.crear, {
      body: venta('150.00', '0', { recibimos, confirmo_duplicado: true }),
    })
    const { pagos: lineas } = (await adm.call(compras.obtener, { params: { id: body.id } })).body
    const pago_id = lineas.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
    return { params: { id: body.id }, body: { pago_id } }
  }
  await poner('dos_personas_dia_usd', '250')
  const [first, second] = [await vender(), await vender()]
  expect((await caj.call(compras.verificar, first)).status).toBe(200)
  const { error } = await caj.call(compras.verificar, second)
  expect([error.codigo, error.message]).toEqual([
    'DOS_PERSONAS_DIA',
    expect.stringMatching(
      /van US\$ 300\.00 de ese día.*el límite es US\$ 250\.00: le toca a otra persona \(/,
    ),
  ])
  expect((await adm.call(compras.verificar, second)).status).toBe(200)
})

test('approvals of one person with a limit add up as well', async () => {
  await poner('aprobacion_dia_funcional', '3000')
  const [a, b] = [
    (await gasto(adm, '1600.00')).body.id,
    (await gasto(adm, '1600.00', { descripcion: 'Otra cosa del local' })).body.id,
  ]
  const aprobar = (quien: Client, id: number) => quien.call(gastos.aprobar, { params: { id } })
  const both = await Promise.all([aprobar(mgr2, a), aprobar(mgr2, b)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect([refused?.error.codigo, refused?.error.message]).toEqual([
    'APROBACION_DIA',
    expect.stringMatching(
      /Hoy ya aprobó S\/ 1,600\.00 y su límite por día es S\/ 3,000\.00: .*otra persona \(Ana/,
    ),
  ])
  const left = both[0]?.status === 409 ? a : b
  expect((await aprobar(adm3, left)).status).toBe(200)
})
