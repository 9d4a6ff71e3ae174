import { expect, test } from 'vitest'
import { montarCasa, PEN, saldos, tipoPago } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato } from '../contract.ts'

/* a way of paying of one currency takes and gives money by accounts of that currency alone. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra, venta } = mostrador(casa)
const pos = await tipoPago(app, 'POS', {})
await comoDueno(
  app.url,
  `UPDATE tipos_pagos SET moneda_id = ${PEN}, tarifa_pct = 4, tarifa_fija = 1 WHERE id = ${pos}`,
)

const line = (monto: string, tarifa?: string) => [
  {
    tipo_pago_id: pos,
    cuenta_id: cuentas.zelle,
    monto,
    referencia: 'R-1',
    ...(tarifa && { tarifa }),
  },
]
const MENSAJE =
  'pos es para pagos en Sol, y BCP Dólares es de otra moneda. Elija otra forma de pago u otra cuenta.'

test('a fee of a way in soles is charged neither of dollars that come in nor of those that go out', async () => {
  const before = await saldos(app)
  for (const tarifa of ['5.00', undefined]) {
    const bought = await adm.call(contrato.crear, {
      body: compra('100.00', '352.00', { recibimos: line('100.00', tarifa) }),
    })
    expect(bought.error.errors).toEqual([{ campo: 'recibimos.0', msg: MENSAJE }])
    const sold = await adm.call(contrato.crear, {
      body: venta('100.00', '356.00', { entregamos: line('100.00', tarifa) }),
    })
    expect(sold.error.errors).toEqual([{ campo: 'entregamos.0', msg: MENSAJE }])
  }
  // Without a fee of its own it is refused too: its costs and limits are in soles.
  await comoDueno(
    app.url,
    `UPDATE tipos_pagos SET tarifa_pct = NULL, tarifa_fija = NULL WHERE id = ${pos}`,
  )
  const bought = await adm.call(contrato.crear, {
    body: compra('100.00', '352.00', { recibimos: line('100.00') }),
  })
  expect(bought.error.errors?.[0]?.msg).toBe(MENSAJE)
  expect(await saldos(app)).toEqual(before)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('a pending payment is not made in such a way either', async () => {
  await comoDueno(
    app.url,
    `UPDATE tipos_pagos SET requiere_verificacion = true WHERE id = ${pagos.transferencia}`,
  )
  const { body } = await adm.call(contrato.crear, {
    body: compra('100.00', '352.00', {
      recibimos: [
        {
          tipo_pago_id: pagos.transferencia,
          cuenta_id: cuentas.zelle,
          monto: '100.00',
          referencia: 'R-2',
        },
      ],
    }),
  })
  const o = (await adm.call(contrato.obtener, { params: { id: body.id } })).body
  const pago_id = o.pagos.find(({ lado }) => lado === 'recibimos')?.id as number
  const changed = await adm.call(contrato.sustituir, {
    params: { id: body.id },
    body: {
      ...{ pago_id, motivo: 'Pagó de otro modo' },
      pago: { tipo_pago_id: pos, cuenta_id: cuentas.zelle, monto: '100.00', referencia: 'R-3' },
    },
  })
  expect(changed.error.errors?.[0]?.msg).toBe(MENSAJE)
})

test('the rule of fees holds by itself: no fee but in the functional currency', async () => {
  await comoDueno(
    app.url,
    `UPDATE tipos_pagos SET tarifa_pct = 4, tarifa_fija = 1 WHERE id = ${pos}`,
  )
  const pago = `('recibimos', 0, ${pos}, ${cuentas.zelle}, 100, NULL, (SELECT moneda_id FROM cuentas
    WHERE id = ${cuentas.zelle}), false, false, NULL, NULL)::pago_leido`
  const asked = comoDueno(
    app.url,
    `SELECT pagos_con_tarifa(ARRAY[${pago}], '{"recibimos": [{"tarifa": "5.00"}]}')`,
  )
  await expect(asked).rejects.toMatchObject({ code: 'CB001' })
})
