import { expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { montarPapeles } from '../../../../test/support/clientes/papeles.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contratoExpediente } from '../contract/expediente.ts'
import { contrato } from '../contract.ts'

/* What only the page of one client says: what is pending with him, and what compliance said of him. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, ana } = casa
const { venta, compra } = mostrador(casa)
const cum = await app.signedIn('cum')
const { nuevo } = montarPapeles(app, { adm, cum })
const saldo = async (id = ana) =>
  (await caj.call(contratoExpediente.saldo, { params: { id } })).body
const lineas = async () =>
  (await saldo()).lineas.map(({ que, importe, moneda: { iso } }) => `${que} ${importe} ${iso}`)
const PEN = { iso: 'PEN', simbolo: 'S/', decimales: 2 }
const VES = { iso: 'VES', simbolo: 'Bs', decimales: 2 }

test('nothing is pending with whoever did nothing, or is not there', async () => {
  expect(await saldo(await nuevo())).toEqual({ totales: [], lineas: [] })
  const { status } = await pag.call(contratoExpediente.saldo, { params: { id: 999_999 } })
  expect(status).toBe(404)
})

test('each side’s payments that nobody saw, what an order still pays out, and what was paid of one that is not whole', async () => {
  const made = await adm.call(comprasVentas.crear, {
    body: venta('10.00', '35.60', { recibimos: [casa.yape('35.60')], confirmo_duplicado: true }),
  })
  expect(made.body.estado).toBe('pendiente')
  expect(await lineas()).toEqual(['recibir 35.60 PEN'])
  await adm.call(comprasVentas.crear, {
    body: compra('10.00', '35.20', {
      entregamos: [casa.yape('35.20')],
      confirmo_duplicado: true,
    }),
  })
  expect(await lineas()).toEqual(['entregar -35.20 PEN', 'recibir 35.60 PEN'])

  const orden = await casa.en('en_proceso')
  expect(await lineas()).toContain('pagar -26206.00 VES')
  expect((await casa.pago(orden, casa.ves.banesco, '6000.00')).status).toBe(201)
  expect(await lineas()).toContain('pagar -20206.00 VES')

  // A quote alone owes nothing; what is paid of it stays the client's.
  const before = await saldo()
  await casa.en('pendiente')
  expect(await saldo()).toEqual(before)
  await casa.en('pendiente', { cobros: [casa.efectivo('120.00')] })
  expect(await lineas()).toContain('a-cuenta -120.00 PEN')
  expect((await saldo()).totales).toEqual([
    { moneda: VES, debe: '0.00', se_le_debe: '20206.00' },
    { moneda: PEN, debe: '35.60', se_le_debe: '155.20' },
  ])
})

test('it is what the ledger has pending at the counter', async () => {
  const [row] = await comoDueno<{ libro: string; saldos: string }>(
    app.url,
    `SELECT (SELECT sum(k.saldo)::numeric(20,2)::text FROM cuentas_contables k
             WHERE k.codigo LIKE 'por-cobrar:%' OR k.codigo LIKE 'por-entregar:%') AS libro,
            (SELECT sum(importe)::numeric(20,2)::text FROM clientes_saldos WHERE origen = 'compras-ventas') AS saldos`,
  )
  expect(row?.saldos).toBe(row?.libro)
})

test('compliance reads of whom it said that he is another person', async () => {
  const [malo, otro] = [await nuevo('Edgar'), await nuevo('Edgar')]
  const estado = { estado: 'bloqueado', motivo: 'Señal de alerta' } as const
  await adm.call(contrato.estado, { params: { id: malo }, body: estado })
  const ask = (quien = cum) => quien.call(contratoExpediente.cribado, { params: { id: otro } })
  expect((await ask()).body).toEqual({ distintos: [] })
  await cum.call(contrato.distinto, {
    params: { id: otro },
    body: { vistos: String(malo), nota: 'Otra firma' },
  })
  expect((await ask()).body.distintos).toEqual([
    {
      ...{ id: malo, nombre: 'Edgar Rojas', en: '2025-11-20T15:00:00.000Z' },
      ...{ por: 'Ana Quispe', nota: 'Otra firma' },
    },
  ])
  expect((await ask(caj)).status).toBe(403)
})
