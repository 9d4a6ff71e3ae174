import { afterAll, expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { confirmarse, darVistos } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as clientes } from '../../clientes/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as gastos } from '../../gastos/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato as transferencias } from '../../transferencias/contract.ts'

/* what one registered is annulled by another, and an agent is not the cashier's choice. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, cuentas, ana } = casa
const adm2 = await app.signedIn('adm')
const poner = (url: string) =>
  comoDueno(
    url,
    `UPDATE ajustes SET valor = CASE clave WHEN 'anular_propia_usd' THEN '200' ELSE '15' END::jsonb
     WHERE clave IN ('anular_propia_usd', 'anular_propia_minutos')`,
  )
await poner(app.url)
await comoDueno(
  app.url,
  "UPDATE ajustes SET valor = '100000' WHERE clave = 'gasto_aprobacion_funcional'",
)
const motivo = 'Error de digitación'
let day = Date.now()

/** Time goes by; sessions stay. */
async function pasan(minutos: number): Promise<void> {
  day += minutos * 60_000
  app.setClock(new Date(day).toISOString())
  await comoDueno(
    app.url,
    `UPDATE sesiones SET usada_en = '${new Date(day).toISOString()}', vence_en = '${new Date(day + 86_400_000).toISOString()}'`,
  )
}
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const { compra } = mostrador(casa)
const comprar = async (monto: string, contravalor: string) =>
  (
    await adm.call(compras.crear, {
      body: compra(monto, contravalor, { confirmo_duplicado: true }),
    })
  ).body.id
const gastar = async (monto: string) => {
  const { body } = await adm.call(gastos.opciones)
  return (
    await adm.call(gastos.crear, {
      body: {
        ...{ fecha: body.hoy, categoria_id: 1, descripcion: 'Arreglo del local', monto },
        ...{ cuenta_id: cuentas.bcpPen, comprobante: 'recibo' },
      },
    })
  ).body.id
}
let n = 0
const transferir = async (monto: string, more: object = {}) => {
  n += 1
  const { body, error } = await adm.call(transferencias.crear, {
    body: {
      ...{ tipo: 'interna', origen_id: cuentas.bcpPen, destino_id: cuentas.cajaPen, monto },
      ...{ referencia: `TR-${n}0001`, confirmo_duplicado: true },
      ...more,
    } as never,
  })
  if (!body.id) throw new Error(error.message)
  return body.id
}

const HERMANAS: [
  string,
  () => Promise<number>,
  () => Promise<number>,
  (
    quien: Client,
    id: number,
  ) => Promise<{ status: number; error: { codigo?: string; message: string } }>,
][] = [
  [
    'an operation of the counter',
    () => comprar('250.00', '880.00'),
    () => comprar('100.00', '352.00'),
    (quien, id) => quien.call(compras.anular, { params: { id }, body: { motivo } }),
  ],
  [
    'an expense',
    () => gastar('800.00'),
    () => gastar('100.00'),
    (quien, id) => quien.call(gastos.anular, { params: { id }, body: { motivo } }),
  ],
  [
    'a transfer',
    () => transferir('900.00'),
    () => transferir('100.00'),
    (quien, id) => quien.call(transferencias.anular, { params: { id }, body: { motivo } }),
  ],
  [
    'a withdrawal',
    () =>
      transferir('100.00', {
        ...{ tipo: 'tercero', destino_id: null, concepto: 'retiro', tercero: 'El dueño' },
      }),
    () =>
      transferir('100.00', {
        ...{ tipo: 'tercero', destino_id: null, concepto: 'retiro', tercero: 'El dueño' },
      }),
    (quien, id) => quien.call(transferencias.anular, { params: { id }, body: { motivo } }),
  ],
]

test.each(HERMANAS)(
  '%s of one’s own: large or old, another person annuls it',
  async (what, large, small, anular) => {
    const quick = await small()
    expect((await anular(adm, quick)).status).toBe(200)
    const [a, b] = [await large(), await large()]
    // The withdrawal is small: its minutes are what counts.
    if (what === 'a withdrawal') await pasan(16)
    const refused = await anular(adm, a)
    expect([refused.error.codigo, refused.error.message]).toEqual([
      'VISTO_FALTA',
      expect.stringMatching(
        /para anular .*-\d{6}, que usted mismo registró.*Ya quedó pedido en Aprobaciones/,
      ),
    ])
    expect((await anular(adm2, b)).status).toBe(200)
    await darVistos(adm2)
    expect((await anular(adm, a)).status).toBe(200)
    if (what === 'a withdrawal') return
    const old = await small()
    await pasan(16)
    expect((await anular(adm, old)).error.codigo).toBe('VISTO_FALTA')
    expect((await anular(adm2, old)).status).toBe(200)
  },
)

test('an order whose payment goes back is annulled by another than who took it', async () => {
  const crear = async () => {
    const cobros = [casa.efectivo('800.00')]
    const body = casa.orden({ envia: '800.00', cobros })
    const { id } = (await adm.call(ordenes.crear, { body })).body
    return { params: { id }, body: { motivo, cuenta_devolucion_id: cuentas.cajaPen } }
  }
  const own = await crear()
  expect((await adm.call(ordenes.anular, own)).error.codigo).toBe('VISTO_FALTA')
  expect((await adm2.call(ordenes.anular, own)).status).toBe(200)
})

test('an adjustment of one’s own is taken back alone while it is small and new', async () => {
  const ajustar = async () =>
    (
      await adm.call(ajustes.crear, {
        body: {
          ...{ cuenta_id: cuentas.bcpPen, motivo: 'faltante', monto: '50.00' },
          observacion: 'No se encontró en la caja',
        },
      })
    ).body
  const revertir = async (id: number, quien = adm) =>
    (
      await quien.call(ajustes.revertir, {
        params: { id },
        body: { observacion: 'Apareció después' },
      })
    ).body.estado
  expect(await revertir((await ajustar()).id)).toBe('aplicado')
  const { id } = await ajustar()
  await pasan(16)
  expect(await revertir(id)).toBe('pendiente')
})

test('in a house of one its administrator confirms with his password, and it is kept as an exception', async () => {
  const sola = await startTestApp()
  const house = await montarCasa(sola)
  await poner(sola.url)
  const body = mostrador(house).compra('300.00', '1056.00')
  const { id } = (await house.adm.call(compras.crear, { body })).body
  const anular = () => house.adm.call(compras.anular, { params: { id }, body: { motivo } })
  expect((await anular()).error.codigo).toBe('SOLO_CONFIRME')
  await confirmarse(house.adm)
  expect((await anular()).status).toBe(200)
  expect(await comoDueno(sola.url, 'SELECT clave, origen, solo FROM vistos WHERE solo')).toEqual([
    { clave: 'anulacion', origen: 'compras-ventas', solo: true },
  ])
})

test('the agent of a client is written once; later, or another for one order, it takes a second person', async () => {
  const agente = async (id: number) =>
    (await adm.call(clientes.obtener, { params: { id } })).body.agente?.id ?? null
  const editar = async (agente_id: number | null) => {
    const { body } = await adm.call(clientes.obtener, { params: { id: ana } })
    const campos = Object.fromEntries(
      Object.keys(clientes.editar.body.shape).map((k) => [k, body[k as keyof typeof body]]),
    )
    return adm.call(clientes.editar, {
      params: { id: ana },
      body: { ...campos, agente_id } as never,
    })
  }
  const otro = casa.clientes.bloqueado
  expect(
    (await casa.caj.call(ordenes.crear, { body: casa.orden({ envia: '99.00' }) })).status,
  ).toBe(201)
  // She has operated: her first agent, too, is somebody's choice of the moment.
  expect((await editar(otro)).error.codigo).toBe('VISTO_FALTA')
  await darVistos(adm2)
  expect((await editar(otro)).status).toBe(200)
  expect(await agente(ana)).toBe(otro)
  expect((await editar(null)).error.codigo).toBe('VISTO_FALTA')

  const crear = (agente_id: number | null, envia: string) =>
    casa.caj.call(ordenes.crear, { body: casa.orden({ agente_id, envia }) })
  expect((await crear(otro, '100.00')).status).toBe(201)
  const [third] = await comoDueno<{ id: number }>(
    app.url,
    `INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, celular) VALUES ('natural', 'DNI', '10000077', 'Primo', 'Del Cajero', '+51987654777') RETURNING id`,
  )
  const refused = await crear(Number(third?.id), '101.00')
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/con otro agente que el del cliente/),
  ])
  const made = (await crear(null, '102.00')).body.id
  const [row] = await comoDueno<{ agente_id: string }>(
    app.url,
    `SELECT agente_id FROM ordenes WHERE id = ${made}`,
  )
  expect(Number(row?.agente_id)).toBe(otro)
})
