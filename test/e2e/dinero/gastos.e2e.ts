import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { elegir } from '../elegir.ts'

const casa = await abrirCasa()

test('an expense by keyboard: registered, seen in the list beside its budget, annulled', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/gastos')
  await page.getByRole('link', { name: 'Nuevo gasto' }).press('Enter')
  const { keyboard } = page
  const choose = async (name: string, letters: string) => {
    const option = page.getByRole('option', { name: new RegExp(letters) })
    // What was typed before the choices were there is typed again.
    await expect
      .poll(async () => {
        await page.locator(`#campo-${name}`).press('ControlOrMeta+a')
        await keyboard.type(letters)
        return option.count()
      })
      .toBeGreaterThan(0)
    await elegir(page, new RegExp(letters))
  }
  await page.getByRole('heading', { name: 'Nuevo gasto' }).waitFor()
  await choose('categoria_id', 'Útiles')
  await keyboard.press('Tab')
  await keyboard.type('Papel y tinta')
  await choose('cuenta_id', 'BCP Soles')
  await keyboard.press('Tab')
  await keyboard.type('150+7.50')
  await page.getByText('Se paga en el acto.').waitFor()
  await page.locator('#campo-ruc').fill('20131312954')
  await page.getByRole('button', { name: 'Registrar' }).press('Enter')
  await page
    .getByText(/El RUC no es válido/)
    .first()
    .waitFor()
  await page.locator('#campo-ruc').fill('20131312955')
  await page.locator('#campo-serie_numero').fill('F001-000456')
  await page.getByRole('button', { name: 'Registrar' }).press('Enter')
  await page.getByRole('heading', { name: /Gasto GA-/ }).waitFor()
  await page.getByText('F001-456').waitFor()
  await page.getByRole('tab', { name: 'Asiento' }).press('Enter')
  await page.getByRole('cell', { name: 'Gasto: Útiles' }).waitFor()

  // The list adds it to the month's total of its category.
  await page.goto('/gastos?categoria_id=6')
  const row = page.getByRole('listitem').filter({ hasText: 'Útiles' })
  await expect.poll(() => row.innerText()).toMatch(/157\.50[\s\S]*350\.00/)
  await page.getByRole('row').filter({ hasText: 'Papel y tinta' }).first().click()
  await page.getByRole('button', { name: 'Anular' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Motivo').waitFor()
  await keyboard.type('Se devolvió la compra.')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await page.getByText('Anulado', { exact: true }).first().waitFor()
  expect(casa.errores).toEqual([])
})
