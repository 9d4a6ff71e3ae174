import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'

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

test('a client’s screen that was opened by its address shows what is typed at a counter that was open before', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas/nueva')
  const amount = page.getByLabel('Recibimos US$')
  await amount.fill('10')
  const cliente = await page.context().newPage()
  await cliente.goto('/pantalla-cliente')
  await cliente.getByText('S/ 35.20').waitFor()
  await amount.fill('20')
  await cliente.getByText('S/ 70.40').waitFor()
  expect(casa.errores).toEqual([])
})

test('the client’s screen answers no key of the cashier, keeps a locked session to itself, and goes with him', async () => {
  const page = await casa.dentro('cajera')
  await page.clock.install()
  await page.goto('/compras-ventas/nueva')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pantalla del cliente' }).click()
  const cliente = await opened
  const bienvenido = cliente.getByRole('heading', { name: 'Bienvenido' })
  await bienvenido.waitFor()
  for (const key of ['Control+k', 'F2', 'F4', 'F6', '?']) await cliente.keyboard.press(key)
  await dibujado(cliente)
  expect(await cliente.getByRole('dialog').count()).toBe(0)
  expect(new URL(cliente.url()).pathname).toBe('/pantalla-cliente')
  await page.clock.fastForward('10:20')
  await page.getByRole('heading', { name: 'Pantalla bloqueada' }).waitFor()
  await dibujado(cliente)
  expect(await cliente.getByLabel('Contraseña', { exact: true }).count()).toBe(0)
  await bienvenido.waitFor()
  const gone = cliente.waitForEvent('close')
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  await gone
  expect(casa.errores).toEqual([])
})
