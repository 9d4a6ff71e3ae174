import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('the client’s screen shows prices, then what is typed at the counter, thanks, and never a name or a margin', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas/nueva')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pantalla del cliente' }).click()
  const cliente = await opened
  await cliente.getByRole('heading', { name: 'Bienvenido' }).waitFor()
  await cliente.getByRole('row', { name: /Dólar 3\.520 3\.560/ }).waitFor()
  expect(await cliente.getByRole('navigation').count()).toBe(0)

  await page
    .getByLabel(/^Cliente/)
    .first()
    .fill('Carmen Rosa')
  await page.getByRole('option', { name: /Carmen Rosa/ }).click()
  await page.getByLabel('Recibimos US$').fill('100')
  await cliente.getByRole('heading', { name: 'Compramos dólar' }).waitFor()
  await cliente.getByText('US$ 100.00').waitFor()
  await cliente.getByText('S/ 352.00').waitFor()
  await cliente.getByText('Tipo de cambio 3.520').waitFor()
  // Opened again it shows what is there already.
  await cliente.reload()
  await cliente.getByText('S/ 352.00').waitFor()
  const read = await cliente.locator('body').innerText()
  expect(read).not.toMatch(/Carmen|Margen|Ganancia|Costo/)

  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await cliente.getByRole('heading', { name: 'Gracias por su preferencia' }).waitFor()
  await cliente.getByText('S/ 352.00').waitFor()
  // The next client does not wait until the thanks are over, and an empty counter shows prices again.
  await page.goto('/compras-ventas/nueva?tipo=venta')
  await page.getByLabel(/US\$/).first().fill('50')
  await cliente.getByRole('heading', { name: 'Vendemos dólar' }).waitFor()
  await page.getByLabel(/US\$/).first().fill('')
  await cliente.getByRole('heading', { name: 'Bienvenido' }).waitFor()
  expect(casa.errores).toEqual([])
})
