import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('by keyboard: a movement is marked, found among the marked, and gets a note (R-249)', async () => {
  const page = await casa.dentro('contadora')
  await page.goto('/cuentas/movimientos')
  const tabla = page.getByRole('region', { name: 'Movimientos de las cuentas' })
  await tabla
    .getByRole('row', { name: /^(\S+) \d+ de noviembre de 2025$/ })
    .first()
    .waitFor()
  const row = tabla.locator('tbody tr[tabindex]').first()
  const concepto = await row.locator('[data-clave=concepto]').innerText()
  await row.focus()
  await row.press('Space')
  await expect.poll(() => row.getByRole('checkbox').getAttribute('title')).toMatch(/^Lo concilió/)
  await page.getByLabel('Conciliación').selectOption('Conciliados')
  await expect.poll(() => tabla.locator('tbody tr[tabindex]').count()).toBe(1)
  expect(await row.locator('[data-clave=concepto]').innerText()).toBe(concepto)

  await row.getByRole('button', { name: /^Anotar/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nota').fill('Está en el extracto del 20')
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await row.getByRole('button', { name: 'Está en el extracto del 20' }).waitFor()
  await page.reload()
  await row.getByRole('button', { name: 'Está en el extracto del 20' }).waitFor()
  expect(casa.errores).toEqual([])
})

test('who may not reconcile sees the mark and no box; balances stand above each currency', async () => {
  const page = await casa.dentro('pagador')
  await page.goto('/cuentas/movimientos')
  const totales = page.getByRole('region', { name: 'Totales de lo filtrado' })
  await totales
    .getByText(/^Final/)
    .first()
    .waitFor()
  const tabla = page.getByRole('region', { name: 'Movimientos de las cuentas' })
  await tabla.getByRole('img', { name: 'Conciliado' }).first().waitFor()
  expect(await tabla.getByRole('checkbox').count()).toBe(0)
})
