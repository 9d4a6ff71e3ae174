import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('R-253: Panama is added and at once offered; while something there is active it stays on', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/paises')
  await page.getByRole('link', { name: 'Nuevo país' }).press('Enter')
  await page.locator('#campo-id').fill('pa')
  await page.locator('#campo-nombre').fill('Panamá')
  await page.locator('#campo-prefijo').fill('+507')
  await page.getByRole('button', { name: /Crear|Guardar/ }).press('Enter')
  await page.getByText('País creado.').first().waitFor()
  await page.waitForURL('**/paises/detalle/pa')
  await page.goto('/paises')
  const row = page.getByRole('row', { name: /Panamá/ })
  // The drawing is a file of its own, and it is there.
  const flag = row.locator('img')
  await flag.waitFor({ state: 'attached' })
  await expect
    .poll(() => flag.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await page.goto('/entidades-financieras/nuevo')
  await page.locator('#campo-pais').click()
  await page.getByRole('option', { name: 'Panamá' }).waitFor()
  await page.goto('/paises/detalle/ve')
  await page.getByRole('button', { name: 'Desactivar' }).press('Enter')
  await page
    .getByText(/Antes de desactivar Venezuela, .*entidades financieras \(\d+\)/)
    .first()
    .waitFor()
})

test('the page of a bank lists the accounts that the house has there', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/entidades-financieras')
  await page.getByRole('row', { name: /BCP/ }).first().click()
  await page.getByRole('tab', { name: 'Cuentas nuestras' }).click()
  const own = page.getByRole('region', { name: 'Cuentas nuestras' })
  const row = own.locator('tbody tr[tabindex]').filter({ hasText: 'BCP' }).first()
  await row.press('Enter')
  await page.waitForURL(/\/cuentas\/detalle\/\d+/)
})
