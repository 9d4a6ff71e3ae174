import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('whoever sees one branch closes and reopens its day, and is offered nothing that he may not read (R-264)', async () => {
  const dueno = (text: string) => comoDueno(casa.datos, text)
  // Her till stays at the other branch: its open turn is none of this one's business.
  await dueno("INSERT INTO sucursales (nombre) VALUES ('Cusco')")
  await dueno(
    `INSERT INTO roles_permisos (rol_slug, permiso) SELECT 'caj', p
     FROM unnest('{cierres:ver,cierres:cerrar,cierres:reabrir,reportes:ver,ganancia:ver}'::text[]) p ON CONFLICT DO NOTHING`,
  )
  await dueno(
    "UPDATE usuarios SET sucursal_id = (SELECT id FROM sucursales WHERE nombre = 'Cusco') WHERE usuario = 'cajera'",
  )
  await dueno(
    "UPDATE cuentas SET sucursal_id = (SELECT id FROM sucursales WHERE nombre = 'Cusco') WHERE nombre = 'Bóveda Lima PEN'",
  )
  const page = await casa.entrar('cajera')
  await page.getByRole('button', { name: 'Operaciones' }).click()
  await page.getByRole('link', { name: 'Caja y cierres' }).click()
  await page.getByRole('region', { name: 'Lista de días de Cusco' }).waitFor()
  await page.getByRole('row').nth(1).click()
  await page.getByRole('heading', { level: 1, name: /Cierre del .* · Cusco/ }).waitFor()
  const cuentas = page.getByRole('region', { name: 'Saldos por cuenta' })
  await cuentas.getByRole('columnheader', { name: 'Contado' }).waitFor()
  await cuentas.getByText('Bóveda Lima PEN').waitFor()
  expect(await cuentas.getByText('Caja Lima 1').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Posiciones al cierre' }).count()).toBe(0)
  await page.getByText('Margen de las operaciones').waitFor()
  await page.getByText('Todo está al día').waitFor()
  await page.getByRole('button', { name: 'Cerrar el día' }).press('Enter')
  const dialogo = page.getByRole('dialog')
  await dialogo.getByText('Las otras sucursales siguen con su día.').waitFor()
  await dialogo.getByRole('button', { name: 'Cerrar el día' }).press('Enter')
  await page.getByText('cerrado en Cusco').first().waitFor()
  await page.getByText('Versión 1 del cierre, tal como quedó.').waitFor()
  await page.getByRole('button', { name: 'Reabrir' }).press('Enter')
  await dialogo.getByRole('textbox').fill('Faltó una compra')
  await dialogo.getByRole('button', { name: 'Reabrir' }).press('Enter')
  await page.getByText('reabierto en Cusco').first().waitFor()
  await page.goto('/reportes')
  await page.getByRole('link', { name: 'Volumen' }).first().waitFor()
  expect(await page.getByText('Posición diaria').count()).toBe(0)
  await page.goto('/reportes/posicion')
  await page.waitForURL('**/unauthorized**')

  const admin = await casa.dentro('admin')
  await admin.goto('/cierres')
  await admin.getByLabel('Sucursal').selectOption({ label: 'Cusco' })
  await admin.waitForURL('**sucursal_id=**')
  // The rows of before stay, dimmed, until those of the branch have come.
  await admin.locator('table[aria-busy="false"]').waitFor()
  await admin.getByRole('row').nth(1).click()
  const dias = admin.getByRole('navigation', { name: 'El mismo día por sucursal' })
  await dias.getByRole('link', { name: 'Cusco' }).waitFor()
  await admin.getByRole('heading', { level: 1, name: /Cusco/ }).waitFor()
  const actual = dias.locator('[aria-current="page"]')
  expect(await actual.allInnerTexts()).toEqual(['Cusco'])
  await dias.getByRole('link', { name: 'Toda la casa' }).press('Enter')
  await admin.getByRole('heading', { name: 'Posiciones al cierre' }).waitFor()
})
