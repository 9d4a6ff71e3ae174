import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('a branch is made and listed, and one in use says who is in it (R-219)', async () => {
  const page = await casa.dentro('admin')
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
  await page
    .getByText(/Antes de desactivar Lima Centro, mueva o desactive .* y\s\d+ más/)
    .first()
    .waitFor()
})

test('with several branches a list has their column and its filter, and a page says it (R-221)', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas')
  const row = page.getByRole('row').filter({ hasText: 'Lima Centro' }).first()
  await row.waitFor()
  await page.getByLabel('Sucursal').selectOption({ label: 'Cusco' })
  await page.getByText('Nada coincide con la búsqueda.').waitFor()
  expect(page.url()).toContain('sucursal_id=')
  await page.getByLabel('Sucursal').selectOption({ label: 'Lima Centro' })
  await row.click()
  await page.getByRole('heading', { name: /CV-/ }).first().waitFor()
  await page.getByText('Lima Centro', { exact: true }).first().waitFor()
  // The table of orders has no room for it: it is chosen there.
  await page.goto('/ordenes?vista=tabla')
  await page.getByRole('row', { name: /OR-/ }).first().waitFor()
  expect(await page.getByRole('columnheader', { name: 'Sucursal' }).count()).toBe(0)
  expect(await page.getByLabel('Sucursal').count()).toBe(1)
})

test('a report is grouped by branch, asked for one, and leads to its operations (R-226)', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/reportes/volumen?periodo=rango&desde=2025-11-01&hasta=2025-11-30')
  await page.getByLabel('Ver por').selectOption({ label: 'Por sucursal' })
  await page.getByRole('row', { name: /Lima Centro/ }).click()
  await page.getByRole('heading', { name: 'Operaciones del volumen' }).waitFor()
  expect(page.url()).toMatch(/sucursal_id=\d/)
  await page.getByRole('row', { name: /CV-/ }).first().waitFor()
  await page.goto('/reportes/ganancia?periodo=rango&desde=2025-11-01&hasta=2025-11-30&por=sucursal')
  await page.getByRole('row', { name: /Lima Centro/ }).waitFor()
  await page.getByLabel('Sucursal', { exact: true }).selectOption({ label: 'Cusco' })
  await page.getByText('Nada movió la ganancia en este período').waitFor()
  await page.goto('/reportes/clientes?periodo=rango&desde=2025-11-01&hasta=2025-11-30')
  await page.getByLabel('Sucursal').selectOption({ label: 'Cusco' })
  await page.getByText('Sin operaciones en este período').first().waitFor()
})

test('cash for another branch asks who carries it, and the page and the slip say it (R-237)', async () => {
  await comoDueno(
    casa.datos,
    "UPDATE cuentas SET sucursal_id = (SELECT id FROM sucursales WHERE nombre = 'Cusco') WHERE nombre = 'Bóveda Lima PEN'",
  )
  const page = await casa.dentro('admin')
  await page.goto('/transferencias/nueva')
  const opcion = (campo: string, nombre: RegExp) =>
    page.locator(`#campo-${campo} option`).filter({ hasText: nombre }).first()
  const elegir = async (campo: string, nombre: RegExp) =>
    page
      .locator(`#campo-${campo}`)
      .selectOption((await opcion(campo, nombre).getAttribute('value')) ?? '')
  await elegir('origen', /Caja Lima 1 PEN/)
  await elegir('destino', /Caja Lima 2 PEN/)
  expect(await page.getByLabel(/^Lo lleva/).count()).toBe(0)
  await elegir('destino', /Bóveda Lima PEN/)
  await page.getByLabel(/^Sale/).fill('120')
  await page.keyboard.press('F9')
  await page.getByText('Diga quién lo lleva.').first().waitFor()
  await page.getByLabel(/^Lo lleva/).selectOption({ label: 'Otra persona o una empresa' })
  await page.getByLabel(/^Nombre o empresa/).fill('Hermes Transportes')
  await page.getByLabel(/^Documento o RUC/).fill('20100077044')
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: /TR-/ }).first().waitFor()
  await page.getByText('Hermes Transportes · 20100077044').first().waitFor()
  const slip = page.locator('section[aria-hidden=true]').filter({ hasText: 'TRANSFERENCIA' })
  expect(await slip.textContent()).toMatch(/Entrega.*Hermes Transportes.*Lleva.*Recibe/s)
})
