import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa } from '../casa.ts'
import { foto } from '../foto.ts'

/* the payments of an order by one way and account are one for their fee. */

const casa = await abrirCasa()

test('the second payment of an order by a way says what it adds to the fee, and is charged that', async () => {
  const way = 'Transferencia mismo banco'
  await comoDueno(
    casa.datos,
    `UPDATE tipos_pagos SET moneda_id = 2, tarifa_pct = 1, tarifa_fija = 3.5 WHERE nombre = '${way}'`,
  )
  const [orden] = await comoDueno<{ id: string }>(
    casa.datos,
    `SELECT id FROM ordenes o WHERE estado = 'pendiente' AND vence_en > $1 AND envia_moneda_id = 2 AND envia > 100
       AND NOT EXISTS (SELECT FROM ordenes_cobros g WHERE g.orden_id = o.id)`,
    [AHORA],
  )
  const page = await casa.dentro('cajera')
  await page.goto(`/ordenes/detalle/${orden?.id}`)
  const cobrar = async (monto: string, referencia: string, dice: RegExp) => {
    await page.getByRole('button', { name: 'Registrar cobro' }).first().click()
    const dialog = page.getByRole('dialog', { name: /^Cobro de/ })
    await dialog.getByLabel('Tipo de pago').selectOption({ label: way })
    await dialog.getByLabel(/^Monto/).fill(monto)
    await dialog.getByLabel('Referencia').fill(referencia)
    const comprobante = { name: 'pago.png', mimeType: 'image/png', buffer: await foto(page) }
    await dialog.locator('input[type=file]').setInputFiles(comprobante)
    await dialog.getByText('Comprobante listo').waitFor()
    await dialog.getByText(dice).waitFor()
    await dialog.getByRole('button', { name: 'Registrar cobro' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await cobrar('20.00', 'TF-900201', /^Más S\/ 3\.70 de tarifa: se cobran S\/ 23\.70/)
  await cobrar('30.00', 'TF-900202', /^Más S\/ 0\.30 de tarifa: se cobran S\/ 30\.30/)
  const fees = await comoDueno<{ tarifa: string }>(
    casa.datos,
    'SELECT round(tarifa, 2)::text AS tarifa FROM ordenes_cobros WHERE orden_id = $1 ORDER BY id',
    [orden?.id],
  )
  expect(fees.map(({ tarifa }) => tarifa)).toEqual(['3.70', '0.30'])
})
