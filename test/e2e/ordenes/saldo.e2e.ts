import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa } from '../casa.ts'
import { foto } from '../foto.ts'

/* a client pays more than his order asks for, it is said to stay his, he has a part of it back,
 * and another part pays his next order. */

const casa = await abrirCasa()

/** Writes the reference of a payment and puts its receipt. */
async function conComprobante(page: Page, cobro: Locator, referencia: string): Promise<void> {
  await cobro.getByLabel('Referencia').fill(referencia)
  const comprobante = { name: 'pago.png', mimeType: 'image/png', buffer: await foto(page) }
  await cobro.locator('input[type=file]').setInputFiles(comprobante)
  await cobro.getByText('Comprobante listo').waitFor()
}

test('what is too much of a payment stays the client’s when that is said, and is paid back from the order', async () => {
  const [orden] = await comoDueno<{ id: string; envia: string }>(
    casa.datos,
    `SELECT id, envia FROM ordenes o WHERE estado = 'pendiente' AND vence_en > $1 AND envia_moneda_id = 2
       AND NOT EXISTS (SELECT FROM ordenes_cobros g WHERE g.orden_id = o.id)`,
    [AHORA],
  )
  const mas = (much: number) => (Number(orden?.envia) + much).toFixed(2)
  const cajera = await casa.dentro('cajera')
  await cajera.goto(`/ordenes/detalle/${orden?.id}`)
  await cajera.getByRole('button', { name: 'Registrar cobro' }).first().click()
  const cobro = cajera.getByRole('dialog', { name: /^Cobro de/ })
  const registrar = cobro.getByRole('button', { name: 'Registrar cobro' })
  await cobro.getByLabel(/^Monto/).fill(mas(20))
  // In cash there is change.
  await cobro.getByText('en efectivo dé el vuelto').waitFor()
  await cobro.getByLabel('Tipo de pago').selectOption({ label: 'Transferencia mismo banco' })
  await cobro.getByLabel(/^Monto/).fill(mas(20))
  await conComprobante(cajera, cobro, 'SF-900144')
  expect(await registrar.isEnabled()).toBe(false)
  await cobro.getByRole('checkbox', { name: /^Sobran S\/ 20\.00/ }).check()
  // Another surplus is asked about anew.
  await cobro.getByLabel(/^Monto/).fill(mas(25))
  const otro = cobro.getByRole('checkbox', { name: /^Sobran S\/ 25\.00/ })
  expect(await otro.isChecked()).toBe(false)
  await otro.check()
  await registrar.click()
  await cobro.waitFor({ state: 'detached' })
  await cajera
    .getByRole('region', { name: 'Saldo a favor' })
    .getByText('S/ 25.00')
    .first()
    .waitFor()

  const jefa = await casa.dentro('supervisora')
  await jefa.goto(`/ordenes/detalle/${orden?.id}`)
  const saldo = jefa.getByRole('region', { name: 'Saldo a favor' })
  await saldo.getByRole('button', { name: 'Devolver' }).click()
  const dialog = jefa.getByRole('dialog', { name: /^Devolver a/ })
  await dialog.getByLabel('Cuenta de la que sale').selectOption({ label: 'Caja Lima 1 PEN' })
  await dialog.getByLabel(/^Monto/).fill('26')
  await dialog.getByText('Es más de lo que tiene a su favor.').waitFor()
  await dialog.getByLabel(/^Monto/).fill('10')
  await dialog.getByRole('button', { name: 'Devolver S/ 10.00' }).click()
  await saldo.getByText('S/ 15.00').waitFor()
  await saldo.getByRole('button', { name: 'Anular devolución' }).waitFor()
  await jefa
    .getByRole('region', { name: 'Línea de tiempo' })
    .getByText('S/ 10.00 de Caja Lima 1 PEN')
    .waitFor()

  // What is left pays a part of his next order.
  const otra = await siguiente(jefa, Number(orden?.id))
  await jefa.goto(`/ordenes/detalle/${otra}`)
  await jefa.getByRole('button', { name: 'Usar saldo a favor' }).click()
  const usa = jefa.getByRole('dialog', { name: /^Usar saldo a favor en/ })
  await usa.getByLabel(/^Monto/).fill('15.01')
  await usa.getByText('Es más de lo que tiene a su favor.').waitFor()
  await usa.getByLabel(/^Monto/).fill('12')
  await usa.getByRole('button', { name: 'Usar S/ 12.00' }).click()
  await usa.waitFor({ state: 'detached' })
  const cobros = jefa.getByRole('region', { name: 'Cobros' })
  await cobros.getByText('S/ 12.00').waitFor()
  await cobros.getByRole('link', { name: /^OR-/ }).click()
  await jefa.getByText(/S\/\s12\.00 pagaron/).waitFor()
  await jefa.getByRole('region', { name: 'Saldo a favor' }).getByText('S/ 3.00').waitFor()

  // A second credit: he pays more than that order asks for, too.
  await cajera.goto(`/ordenes/detalle/${otra}`)
  await cajera.getByRole('button', { name: 'Registrar cobro' }).first().click()
  await cobro.getByLabel('Tipo de pago').selectOption({ label: 'Transferencia mismo banco' })
  const falta = await cobro.getByLabel(/^Monto/).inputValue()
  await cobro.getByLabel(/^Monto/).fill((Number(falta.replaceAll(',', '')) + 2).toFixed(2))
  await conComprobante(cajera, cobro, 'SF-900145')
  await cobro.getByRole('checkbox', { name: /^Sobran S\/ 2\.00/ }).check()
  await registrar.click()
  await cobro.waitFor({ state: 'detached' })

  // The form of his next order says the sum of both, and leads to using one after the other.
  const [{ nombre = '' } = {}] = await comoDueno<{ nombre: string }>(
    casa.datos,
    'SELECT nombre FROM clientes WHERE id = (SELECT cliente_id FROM ordenes WHERE id = $1)',
    [orden?.id],
  )
  await jefa.goto('/ordenes/nueva')
  await jefa.getByLabel(/^Entrega S\//).fill('40')
  await jefa.keyboard.press('F8')
  await jefa.keyboard.type(nombre)
  await jefa
    .getByRole('option', { name: new RegExp(nombre) })
    .first()
    .click()
  await jefa
    .getByRole('group', { name: /Beneficiario/ })
    .getByRole('radio')
    .first()
    .check()
  await jefa.getByRole('checkbox', { name: /saldo a favor: tiene S\/\s5\.00/ }).check()
  await jefa.getByText(/^El cliente entrega S\/\s35\.00/).waitFor()
  await jefa.getByRole('radio', { name: 'Paga después' }).check()
  await jefa.keyboard.press('F9')
  const ultima = jefa.getByRole('dialog', { name: /^Usar saldo a favor en/ })
  await ultima.getByRole('button', { name: 'Usar S/ 3.00' }).waitFor()
  await jefa.keyboard.press('Enter')
  // The answer to the first one is there when the button takes a key again.
  await ultima.getByRole('button', { name: 'Usar S/ 2.00', disabled: false }).waitFor()
  await jefa.keyboard.press('Enter')
  // She had a part in the order that left the second one, and nobody else may say yes.
  const soy = jefa.getByRole('dialog', { name: 'Confirme que es usted' })
  await soy.getByLabel('Su contraseña').fill('Cambista-2026')
  await soy.getByRole('button', { name: 'Confirmar y registrar' }).press('Enter')
  await ultima.waitFor({ state: 'detached' })
  await jefa.getByRole('region', { name: 'Cobros' }).getByText('S/ 3.00').waitFor()
  await jefa.getByRole('region', { name: 'Cobros' }).getByText('S/ 2.00').waitFor()
  await expect.poll(() => new URL(jefa.url()).search).toBe('')
  expect(casa.errores).toEqual([])
})

/** Registers another order of the same client, as on that page; answers its id. */
function siguiente(page: Page, id: number): Promise<number> {
  return page.evaluate(async (id) => {
    const headers = {
      'x-token': localStorage.getItem('idToken') ?? '',
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    }
    const o = await (await fetch(`/api/ordenes/${id}`, { headers })).json()
    const body = JSON.stringify({
      cliente_id: o.cliente_id,
      beneficiario_id: o.beneficiario_datos.id,
      historico_id: o.tasa_actual.historico_id,
      envia: o.envia,
      confirmo_duplicado: true,
    })
    const made = await (await fetch('/api/ordenes', { method: 'POST', headers, body })).json()
    if (!made.id) throw new Error(JSON.stringify(made))
    return made.id as number
  }, id)
}
