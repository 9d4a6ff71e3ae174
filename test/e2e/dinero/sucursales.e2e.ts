import { test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('a branch is made and listed, and one in use says who is in it (R-219)', async () => {
  const page = await casa.entrar('admin')
  await page.goto('/sucursales')
  await page.getByRole('link', { name: 'Nueva sucursal' }).press('Enter')
  await page.locator('#campo-nombre').fill('Cusco')
  await page.locator('#campo-direccion').fill('Av. El Sol 300')
  await page.getByRole('button', { name: /Crear|Guardar|Registrar/ }).press('Enter')
  await page.getByText('Sucursal creada.').first().waitFor()
  await page.goto('/sucursales')
  await page.getByText('Av. El Sol 300').first().waitFor()
  await page.goto('/sucursales/detalle/1')
  await page.getByRole('button', { name: 'Desactivar' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).press('Enter')
  await page
    .getByText(/Antes de desactivar Lima Centro, mueva o desactive .* y \d+ más/)
    .first()
    .waitFor()
})
