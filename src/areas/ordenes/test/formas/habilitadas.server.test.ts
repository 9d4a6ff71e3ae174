import { expect, test } from 'vitest'
import { cuenta, PEN, VES } from '../../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../../test/support/vistos.ts'
import { contrato as ventas } from '../../../compras-ventas/contract.ts'
import { contrato as formas } from '../../../tipos-pagos/contract.ts'
import { contrato } from '../../contract.ts'
import { contratoLotes } from '../../lotes/contract.ts'
import { montarLotes } from '../lotes/casa.ts'

/* a way of paying that names accounts takes and gives money by those alone, wherever it is used. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, cuentas, pagos, ves } = casa
const { venta } = mostrador(casa)
const lotes = await montarLotes(app, casa)

/** Names the accounts of a way of paying, by the owner's hand: who may change them has a test of its own. */
const habilitar = (codigo: string, ...ids: number[]) =>
  comoDueno(
    app.url,
    `UPDATE tipos_pagos SET cuentas = '${JSON.stringify(ids.map((cuenta_id) => ({ cuenta_id })))}' WHERE codigo = '${codigo}'`,
  )
const codigoDe = async (id: number) =>
  (
    await comoDueno<{ codigo: string }>(app.url, `SELECT codigo FROM tipos_pagos WHERE id = ${id}`)
  )[0]?.codigo as string
const YAPE = await codigoDe(pagos.yape)
const otra = await cuenta(app, adm, 'Interbank Soles', PEN, '100.00', undefined, 'banco')

test('at the counter another account is refused with its name, and none named means any', async () => {
  const body = venta('10.00', '35.60', {
    confirmo_duplicado: true,
    recibimos: [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '35.60' }],
  })
  const sell = () => adm.call(ventas.crear, { body })
  expect((await sell()).status).toBe(201)
  await habilitar(YAPE, otra)
  const { error } = await sell()
  expect([error.codigo, error.errors?.[0]]).toEqual([
    'VALIDACION',
    {
      campo: 'recibimos.0',
      msg: 'BCP Soles no está habilitada para yape. Elija una de las cuentas de esa forma de pago.',
    },
  ])
  await habilitar(YAPE, otra, cuentas.bcpPen)
  expect((await sell()).status).toBe(201)
  const { tipos_pago } = (await adm.call(ventas.opciones)).body
  expect(tipos_pago.find(({ id }) => id === pagos.yape)?.cuentas).toEqual([otra, cuentas.bcpPen])
  await habilitar(YAPE)
})

test('what a client pays for an order keeps to it too', async () => {
  await habilitar(YAPE, otra)
  const made = await caj.call(contrato.crear, {
    body: casa.orden({ cobros: [casa.yape('500.00')] }),
  })
  expect(made.error.errors?.[0]?.campo).toBe('cobros.0')
  await habilitar(YAPE)
  expect(
    (await caj.call(contrato.crear, { body: casa.orden({ cobros: [casa.yape('500.00')] }) }))
      .status,
  ).toBe(201)
})

test('a payout leaves by an account of the beneficiary’s way, alone and in a batch; others are not proposed', async () => {
  const id = await casa.en('en_proceso')
  const [{ metodo = '' } = {}] = await comoDueno<{ metodo: string }>(
    app.url,
    `SELECT beneficiario->>'metodo' AS "metodo" FROM ordenes WHERE id = ${id}`,
  )
  await habilitar(metodo, ves.mercantil)
  const refused = await casa.pago(id, ves.banesco, '100.00')
  expect(refused.error.errors?.[0]).toEqual({
    campo: 'cuenta_id',
    msg: 'Banesco VES no está habilitada para PAGO_MOVIL. Elija una de las cuentas de esa forma de pago.',
  })
  const proposed = async () =>
    (await pag.call(contrato.propuesta, { params: { id } })).body.fondo?.cuentas.map((c) => c.id)
  expect(await proposed()).toEqual([ves.mercantil])
  await habilitar(metodo)
  expect((await proposed())?.toSorted()).toEqual([ves.banesco, ves.mercantil].toSorted())
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)

  const order = await lotes.tomada(0)
  await habilitar('TRANSFERENCIA_VE', ves.mercantil)
  expect((await lotes.crear([order])).error.errors?.[0]?.campo).toBe('cuenta_id')
  await habilitar('TRANSFERENCIA_VE')
  expect(
    (await pag.call(contratoLotes.crear, { body: { cuenta_id: ves.banesco, ordenes: [order] } }))
      .status,
  ).toBe(201)
})

test('accounts of another class or currency, unknown ones and the same twice are refused in the form', async () => {
  const {
    version: _v,
    id: _i,
    estatus: _e,
    ...way
  } = (await adm.call(formas.obtener, { params: { id: pagos.yape } })).body
  const save = async (...ids: number[]) => {
    const { version } = (await adm.call(formas.obtener, { params: { id: pagos.yape } })).body
    const body = { ...way, version, cuentas: ids.map((cuenta_id) => ({ cuenta_id })) }
    return adm.call(formas.editar, { params: { id: pagos.yape }, body: body as never })
  }
  const [caja, , banco] = [cuentas.cajaPen, cuentas.cajaUsd, cuentas.bcpPen]
  expect((await save(caja)).error.errors?.[0]).toEqual({
    campo: 'cuentas.0.cuenta_id',
    msg: expect.stringMatching(/no sirve para yape: elija un banco o billetera/),
  })
  expect((await save(banco, 999_999)).error.errors?.[0]?.campo).toBe('cuentas.1.cuenta_id')
  expect((await save(banco, banco)).error.errors?.[0]?.msg).toBe('Esa cuenta ya está en la lista.')
  // Where money comes in is a control: another administrator says yes.
  const second = await app.signedIn('adm')
  expect((await conVisto(second, () => save(banco))).status).toBe(200)
})

test('the currency of a way stays while open orders are paid out by it in another one (R-289)', async () => {
  const id = await casa.en('en_proceso')
  const [{ numero = '', forma = 0 } = {}] = await comoDueno<{ numero: string; forma: number }>(
    app.url,
    `SELECT o.numero, t.id AS forma FROM ordenes o JOIN tipos_pagos t ON t.codigo = o.beneficiario->>'metodo'
     WHERE o.id = ${id}`,
  )
  const params = { id: forma }
  const poner = async (moneda_id: number | null) => {
    const { id: _i, estatus: _e, ...way } = (await adm.call(formas.obtener, { params })).body
    return adm.call(formas.editar, { params, body: { ...way, moneda_id } as never })
  }
  const second = await app.signedIn('adm')
  const refused = await poner(PEN)
  expect(refused.error.errors?.map(({ campo }) => campo)).toEqual(['moneda_id'])
  expect(refused.error.errors?.[0]?.msg).toMatch(
    /^Por PAGO_MOVIL se pagan órdenes abiertas en otra moneda: /,
  )
  expect(refused.error.errors?.[0]?.msg).toContain(numero)
  // That of its orders is narrower than any and takes nobody’s yes; any currency again takes one.
  expect((await poner(VES)).status).toBe(200)
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)
  expect((await conVisto(second, () => poner(null))).status).toBe(200)
})

test('a way of another currency serves neither what a client pays nor a payout, nor is it proposed', async () => {
  const moneda = (codigo: string, id: number | null) =>
    comoDueno(
      app.url,
      // Not even an order that got there otherwise is paid in another currency.
      `ALTER TABLE tipos_pagos DISABLE TRIGGER tipos_pagos_con_ordenes;
       UPDATE tipos_pagos SET moneda_id = ${id} WHERE codigo = '${codigo}';
       ALTER TABLE tipos_pagos ENABLE TRIGGER tipos_pagos_con_ordenes`,
    )
  await habilitar(YAPE)
  await moneda(YAPE, VES)
  const made = await caj.call(contrato.crear, {
    body: casa.orden({ cobros: [casa.yape('500.00')] }),
  })
  expect(made.error.errors?.[0]?.campo).toBe('cobros.0')
  expect(made.error.errors?.[0]?.msg).toMatch(/^yape es para pagos en .*, y BCP Soles es de otra/)
  await moneda(YAPE, null)
  const id = await casa.en('en_proceso')
  await moneda('PAGO_MOVIL', PEN)
  const refused = await casa.pago(id, ves.banesco, '100.00')
  expect(refused.error.errors?.[0]?.campo).toBe('cuenta_id')
  expect(refused.error.errors?.[0]?.msg).toMatch(/y Banesco VES es de otra moneda/)
  const { fondo } = (await pag.call(contrato.propuesta, { params: { id } })).body
  expect(fondo?.cuentas ?? []).toEqual([])
  await moneda('PAGO_MOVIL', null)
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)
})
