import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('by keyboard: from the trial balance to the page of an account, to the document of a leg', async () => {
  const page = await casa.dentro('contadora')
  await page.goto('/reportes')
  await page.getByRole('link', { name: 'Libro', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Balance de comprobación' }).waitFor()
  const totals = page.getByRole('list', { name: 'Totales por moneda' })
  await totals.getByText('Cuadra', { exact: true }).first().waitFor()
  expect(await totals.getByText('No cuadra').count()).toBe(0)

  await page.getByLabel('Buscar').fill('Caja Lima 1 PEN')
  const row = page.getByRole('region', { name: 'Balance de comprobación' }).locator('tbody tr')
  await expect.poll(() => row.count()).toBe(1)
  const saldo = await row.locator('[data-clave=final]').innerText()
  await row.first().focus()
  await row.first().press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mayor de Caja Lima 1 PEN' }).waitFor()
  const saldos = page.getByRole('list', { name: 'Saldos de la cuenta' })
  await saldos.getByText(saldo.trim(), { exact: true }).waitFor()
  const legs = page.getByRole('region', { name: 'Mayor de la cuenta' }).locator('tbody tr')
  // The running balance of the latest leg is the balance of the account.
  expect(await legs.first().locator('[data-clave=saldo]').innerText()).toBe(saldo)
  await legs.first().focus()
  await legs.first().press('Enter')
  await page.waitForURL(/\/detalle\/\d+/)
  await page
    .getByRole('tab', { name: 'Asiento' })
    .or(page.getByText(/[A-Z]{2}-2025-\d{6}/))
    .first()
    .waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Mayor de Caja Lima 1 PEN' }).waitFor()
})

test('the ledger is written as the journal of a program', async () => {
  const page = await casa.dentro('contadora')
  await page.goto('/libro/diario')
  await page.getByRole('button', { name: 'Exportar libro' }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'beancount' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('libro.beancount')
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^option "title" /)
  expect(text).toMatch(/\n\d{4}-\d\d-\d\d \* "CV-\d{4}-\d{6}" "/)
  expect(text).toMatch(/ {2}Activo:\d+-Caja-Lima-1-USD {2}-?[\d.]+ USD @@ [\d.]+ PEN\n/)
})

test('who may not see the ledger finds it neither in the menu nor by its address', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/libro')
  await page.waitForURL('**/unauthorized?desde=libro')
  expect(await page.getByRole('link', { name: 'Libro' }).count()).toBe(0)
})
