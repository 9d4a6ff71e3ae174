import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('on a phone the filters collapse, show how many are active, and survive a reload', async () => {
  const page = await casa.entrar('admin', { viewport: { width: 360, height: 740 } })
  await page.goto('/compras-ventas')
  const estado = page.getByRole('combobox', { name: 'Estado' })
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await estado.selectOption('anulada')
  const doblado = page.getByRole('button', { name: 'Filtros (1)' })
  await doblado.click()
  await estado.waitFor({ state: 'hidden' })
  await page.reload()
  await doblado.waitFor()
  expect(await estado.isVisible()).toBe(false)
  // On a wide screen the filters are always visible.
  await page.setViewportSize({ width: 1366, height: 768 })
  await estado.waitFor()
  await doblado.waitFor({ state: 'hidden' })
  expect(casa.errores).toEqual([])
})

test('on a phone a screen that still waits for its answer is no wider than the window', async () => {
  const page = await casa.entrar('admin', { viewport: { width: 360, height: 740 } })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/pizarra/ajustes', (route) => held.then(() => route.continue()))
  await page.goto('/pizarra/administrar')
  await page.getByText('Todavía no hay enlaces').waitFor()
  await page.getByText('Cargando…').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  answer()
  await page.getByText('Cargando…').waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})
