import { beforeEach, expect, test } from 'vitest'
import { mostrador } from '../../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { contrato as beneficiarios } from '../../../beneficiarios/contract.ts'
import { contrato as ventas } from '../../../compras-ventas/contract.ts'
import { contrato } from '../../contract.ts'
import { montarLotes } from '../lotes/casa.ts'

/* money comes in and goes out of an entity’s accounts by the ways to pay that it supports, wherever it is used. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, cuentas, pagos, ves } = casa
const { venta } = mostrador(casa)
const lotes = await montarLotes(app, casa)

/** What an entity supports, by the owner's hand; `bcp` has the house's accounts, `banesco` those of bolívares. */
const soporta = (codigo: string, ...formas: string[]) =>
  comoDueno(
    app.url,
    `UPDATE entidades_financieras SET formas = '${JSON.stringify(formas.map((forma) => ({ forma })))}'
     WHERE codigo = '${codigo}'`,
  )
const BCP = '002'
const [{ codigo: BANESCO = '' } = {}] = await comoDueno<{ codigo: string }>(
  app.url,
  `SELECT codigo FROM entidades_financieras WHERE id = ${casa.banesco}`,
)
await comoDueno(
  app.url,
  `UPDATE cuentas SET entidad_id = ${casa.banesco} WHERE id IN (${ves.banesco}, ${ves.mercantil})`,
)

beforeEach(async () => {
  await soporta(BCP)
  await soporta(BANESCO)
})

test('at the counter a way that the account’s entity does not support is refused, and not offered with it', async () => {
  const body = venta('10.00', '35.60', {
    confirmo_duplicado: true,
    recibimos: [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '35.60' }],
  })
  const sell = () => adm.call(ventas.crear, { body })
  const offered = async () => {
    const { tipos_pago } = (await adm.call(ventas.opciones)).body
    return tipos_pago.find(({ id }) => id === pagos.yape)?.cuentas
  }
  expect(await offered()).toBe(null)
  await soporta(BCP, 'TRANSFERENCIA')
  const { error } = await sell()
  expect(error.errors?.[0]).toEqual({
    campo: 'recibimos.0',
    msg: 'BCP no trabaja con yape. Elija otra forma de pago u otra cuenta, o agréguela a lo que soporta la entidad.',
  })
  expect(await offered()).not.toContain(cuentas.bcpPen)
  await soporta(BCP, 'TRANSFERENCIA', 'YAPE')
  expect((await sell()).status).toBe(201)
  expect(await offered()).toBe(null)
})

test('what a client pays for an order keeps to it', async () => {
  await soporta(BCP, 'TRANSFERENCIA')
  const pay = () =>
    caj.call(contrato.crear, { body: casa.orden({ cobros: [casa.yape('500.00')] }) })
  expect((await pay()).error.errors?.[0]?.campo).toBe('cobros.0')
  expect(
    (await caj.call(contrato.opciones)).body.tipos_pago.find(({ id }) => id === pagos.yape),
  ).toMatchObject({ cuentas: expect.not.arrayContaining([cuentas.bcpPen]) })
  await soporta(BCP)
  expect((await pay()).status).toBe(201)
})

test('a payout and a batch leave by accounts whose entity supports the way; others are not proposed', async () => {
  const id = await casa.en('en_proceso')
  const order = await lotes.tomada(0)
  await soporta(BANESCO, 'EFECTIVO')
  expect((await casa.pago(id, ves.banesco, '100.00')).error.errors?.[0]).toEqual({
    campo: 'cuenta_id',
    msg: expect.stringMatching(/^Banesco no trabaja con /),
  })
  expect((await pag.call(contrato.propuesta, { params: { id } })).body.fondo?.cuentas).toEqual([])
  expect((await lotes.crear([order])).status).toBe(400)
  await soporta(BANESCO, 'EFECTIVO', 'PAGO_MOVIL', 'TRANSFERENCIA_VE')
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)
  expect((await lotes.crear([order])).status).toBe(201)
})

test('a beneficiary is paid by a way that his bank supports: in the agenda and in a new order', async () => {
  await soporta(BANESCO, 'TRANSFERENCIA_VE')
  const refused = await casa.crear(casa.nuevo({ nombre: 'Otra Persona' }))
  expect(refused.error.errors?.[0]).toEqual({
    campo: 'entidad_id',
    msg: expect.stringMatching(/^Banesco no trabaja con /),
  })
  const order = () => caj.call(contrato.crear, { body: casa.orden() })
  expect((await order()).error.errors?.[0]?.campo).toBe('beneficiario_id')
  const { entidades } = (await caj.call(beneficiarios.opciones)).body
  expect(entidades.find(({ id }) => id === casa.banesco)?.formas).toEqual(['TRANSFERENCIA_VE'])
  await soporta(BANESCO, 'TRANSFERENCIA_VE', 'PAGO_MOVIL')
  expect((await order()).status).toBe(201)
})
