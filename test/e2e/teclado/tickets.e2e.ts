import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

async function mostrador() {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  const resumen = page.getByRole('complementary', { name: 'Resumen de la operación' })
  const ticket = resumen.getByRole('region', { name: 'En este ticket' })
  return { page, keyboard: page.keyboard, resumen, ticket }
}

test('dollars and euros in one ticket by keyboard: typed, added, typed, saved; one paper', async () => {
  const { page, keyboard, ticket } = await mostrador()
  await keyboard.type('100')
  await keyboard.press('F3')
  await ticket.getByText('Compra US$ 100.00 a 3.520 = S/ 352.00').waitFor()
  await keyboard.press('F4')
  await keyboard.type('50')
  await ticket.getByText(/En total el cliente entrega US\$\s50\.00 y recibe S\/\s174\.00/).waitFor()
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /^Ticket TK-/ }).waitFor()
  const rows = page.getByRole('region', { name: 'Operaciones del ticket' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  // The house comes to the same sums as the counter did.
  await page.getByRole('definition').filter({ hasText: 'US$ 50.00' }).waitFor()
  await page.getByRole('definition').filter({ hasText: 'S/ 174.00' }).waitFor()
  // Each is an operation, which says whose part it is.
  await page.getByRole('link', { name: /^Compra CV-/ }).click()
  await page.getByText(/^Parte de/).waitFor()
  await page.getByRole('link', { name: /^TK-/ }).click()
  await page.getByRole('heading', { name: /^Ticket TK-/ }).waitFor()
  expect(casa.errores).toEqual([])
})

test('a line is taken back, changed and removed, and one line alone is one operation', async () => {
  const { page, keyboard, ticket } = await mostrador()
  await keyboard.type('20')
  await keyboard.press('F3')
  await keyboard.type('30')
  await ticket.getByRole('button', { name: 'Cambiar la línea 1' }).press('Enter')
  await expect.poll(() => page.getByLabel('Recibimos US$').inputValue()).toBe('20.00')
  await ticket.getByText('Compra US$ 30.00').waitFor()
  await ticket.getByRole('button', { name: 'Quitar la línea 1' }).press('Enter')
  await expect.poll(() => ticket.getByRole('listitem').count()).toBe(0)
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
})

test('what waits in the ticket is kept as a draft, and what is typed empty is not saved', async () => {
  const { page, keyboard, ticket } = await mostrador()
  await keyboard.press('F3')
  expect(await ticket.getByRole('listitem').count()).toBe(0)
  await keyboard.type('40')
  await keyboard.press('F3')
  await ticket.getByText('Compra US$ 40.00').waitFor()
  await keyboard.type('15')
  const guardado = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await expect.poll(guardado).toContain('\\"valor\\":\\"15\\"')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: /Recuperar/ }).click()
  await ticket.getByText('Compra US$ 40.00').waitFor()
  expect(await page.getByLabel('Recibimos US$').inputValue()).toBe('15.00')
})
