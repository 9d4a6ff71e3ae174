import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'

const casa = await abrirCasa()

test('on a phone the filters collapse, show how many are active, and survive a reload', async () => {
  const page = await casa.dentro('admin', { viewport: { width: 360, height: 740 } })
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

test('in the menu of a phone no heading says more than what stands under it', async () => {
  const page = await casa.dentro('admin', { viewport: { width: 360, height: 740 } })
  await page.goto('/clientes')
  await page.getByRole('button', { name: 'Menú' }).click()
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('link', { name: 'Ordenes' }).waitFor()
  expect(await menu.getByRole('region', { name: 'Tasas' }).count()).toBe(0)
})

const LISTAS = ['/compras-ventas', '/ordenes?vista=tabla', '/clientes', '/cuentas/movimientos']

test('a list scrolls with its page: header, totals and pages stay in sight, and a focused row is not under them', async () => {
  const page = await casa.dentro('admin', { viewport: { width: 1366, height: 500 } })
  for (const lista of LISTAS) {
    await page.goto(lista)
    const rows = page.locator('tbody tr[data-abre]')
    await rows.first().waitFor()
    const own = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((one) => one.scrollHeight > one.clientHeight + 1)
        .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
        .map(({ tagName, className }) => `${tagName} ${className}`),
    )
    expect([lista, own]).toEqual([lista, []])
    await rows.first().focus()
    await page.keyboard.press('End')
    const header = page.getByRole('columnheader').first()
    const [top, bottom] = await header.evaluate((cell) => {
      const { bottom: under } = cell.getBoundingClientRect()
      const row = document.activeElement?.getBoundingClientRect()
      const pages = document.querySelector('nav[aria-label="Páginas"]')?.getBoundingClientRect()
      return [(row?.top ?? 0) - under, (pages?.top ?? 0) - (row?.bottom ?? 0)]
    })
    expect([lista, top >= 0, bottom >= 0]).toEqual([lista, true, true])
    await page.keyboard.press('Home')
    const above = await header.evaluate(
      (cell) =>
        (document.activeElement?.getBoundingClientRect().top ?? 0) -
        cell.getBoundingClientRect().bottom,
    )
    expect([lista, above >= -1]).toEqual([lista, true])
  }
  expect(casa.errores).toEqual([])
})

const SUMADAS = [
  '/compras-ventas',
  '/ordenes?vista=tabla',
  '/cuentas/movimientos',
  '/transferencias',
  '/gastos',
]

test.each([
  { width: 1366, height: 500 },
  { width: 360, height: 500 },
])(
  'at $width the sums of what is filtered stay in one line at the window’s edge, from the first row to the last',
  async (viewport) => {
    const page = await casa.dentro('admin', { viewport })
    for (const lista of SUMADAS) {
      await page.goto(lista)
      const rows = page.locator('tbody tr[data-abre]')
      await rows.first().waitFor()
      const sums = page.locator('[data-sumas]')
      await sums.waitFor()
      expect([lista, await sums.getAttribute('title')]).toEqual([
        lista,
        expect.stringMatching(/^\p{Lu}\p{L}+ \S.*\d/u),
      ])
      for (const at of [rows.first(), rows.last()]) {
        await at.evaluate((row) => row.scrollIntoView({ block: 'start' }))
        await dibujado(page)
        const seen = await sums.evaluate((line) => {
          const { left, top, bottom, height } = line.getBoundingClientRect()
          const on = document.elementFromPoint(left + 2, (top + bottom) / 2)
          return [line.contains(on), bottom <= innerHeight, height < 24]
        })
        expect([lista, seen]).toEqual([lista, [true, true, true]])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    }
    expect(casa.errores).toEqual([])
  },
)

test('a list on one page has no buttons to others', async () => {
  const page = await casa.dentro('admin')
  const pages = page.getByRole('navigation', { name: 'Páginas' })
  const buttons = pages.getByRole('button')
  await page.goto('/compras-ventas?limite=2')
  await pages.getByText(/^Página 1 · 2 filas/).waitFor()
  expect(await buttons.allInnerTexts()).toEqual(['Primera', 'Anterior', 'Siguiente'])
  await page.goto('/compras-ventas?buscar=CV-2025-000001')
  await pages.getByText(/^Página 1 · 1 fila$/).waitFor()
  expect(await buttons.count()).toBe(0)
  expect(await pages.getByLabel('Filas por página').count()).toBe(0)
  // Also where the last page has few rows there is a way back.
  await page.goto('/compras-ventas?limite=2')
  await pages.getByRole('button', { name: 'Siguiente' }).click()
  await pages.getByText(/^Página 2/).waitFor()
  await expect.poll(() => buttons.first().isEnabled()).toBe(true)
  expect(casa.errores).toEqual([])
})
