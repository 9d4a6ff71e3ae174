import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { teclas } from './teclas.ts'

const casa = await abrirCasa()

test('from the counter the help opens at what explains it; a search leads to a section, by keyboard (R-258)', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await page.getByRole('link', { name: 'Ayuda', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'El mostrador' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Comprar o vender')
  // The picture of the counter arrives: it is a file of the program's own.
  const picture = page.getByRole('img', { name: 'El mostrador' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)

  await page.getByRole('link', { name: 'Ayuda', exact: true }).first().click()
  const search = page.getByRole('searchbox', { name: 'Buscar en la ayuda' })
  await search.fill('cerrar dia')
  const found = page.getByRole('region', { name: 'Resultados' })
  await found.getByRole('link', { name: 'Cerrar el día' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Caja, conteos y cierres' }).waitFor()
  await expect.poll(focused).toBe('Cerrar el día')
  // Back keeps what was searched.
  await page.goBack()
  await expect.poll(() => search.inputValue()).toBe('cerrar dia')
  await search.fill('qwerty')
  await page.getByText('Nada coincide.').waitFor()
  expect(casa.errores).toEqual([])
})

test('chapters of pages that one opens come first; a card prints alone; a wrong address leads back', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/ayuda')
  const own = page.getByRole('region', { name: 'Para usted' })
  await own.getByRole('link', { name: /^El mostrador/ }).waitFor()
  expect(await own.getByRole('link', { name: /^Administrar la casa/ }).count()).toBe(0)
  await page.getByRole('link', { name: /^Tarjeta del cajero/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Tarjeta del cajero' }).waitFor()
  await page.getByRole('button', { name: 'Imprimir' }).click()
  expect(await page.evaluate('window.impresiones')).toBe(1)
  // On paper: one page without the bar.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation', { name: 'Principal' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/ayuda/ninguno')
  await page.getByRole('link', { name: 'Ir a la ayuda' }).click()
  await own.waitFor()
  expect(casa.errores).toEqual([])
})

test('a «?» beside what is hard opens its section in a tab of its own, and what was typed stays (R-328)', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  const { escribir, pulsar } = teclas(page)
  await escribir('100')
  const opened = page.waitForEvent('popup')
  await pulsar(page.getByRole('link', { name: 'Ayuda: tramos y edad de una tasa' }))
  const manual = await opened
  await manual.getByRole('heading', { level: 1, name: 'Precios y tasas' }).waitFor()
  await expect
    .poll(() => manual.evaluate(() => document.activeElement?.textContent))
    .toBe('Tramos y edad de una tasa')
  expect(await page.getByLabel('Recibimos US$').inputValue()).toBe('100.00')
  expect(casa.errores).toEqual([])
})

test('every card fits one sheet of A4', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/ayuda')
  const cards = page.getByRole('region', { name: 'Tarjetas para imprimir' }).getByRole('link')
  await cards.first().waitFor()
  const addresses = await cards.evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(addresses).toHaveLength(6)
  for (const address of addresses) {
    await page.goto(address ?? '')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    const pdf = await page.pdf({ format: 'A4', margin: { top: '12mm', bottom: '12mm' } })
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []
    expect([address, pages.length]).toEqual([address, 1])
  }
})
