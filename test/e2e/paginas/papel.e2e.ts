import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa({ dias: 6 })

/** CSS pixels in a millimetre of paper. */
const mm = (length: number) => Math.round((length * 96) / 25.4)
/** The printable width of an A4 sheet in landscape. */
const APAISADA = mm(297 - 20)

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The sizes of the printed sheets, in millimetres. */
async function hojas(page: Page): Promise<string[]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return boxes.map(([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) * 25.4) / 72)).join('x'),
  )
}

/** The texts drawn in the largest font size inside an element. */
const mayores = (page: Page, selector: string) =>
  page.evaluate((chosen) => {
    const all = [...document.querySelectorAll(`${chosen} *`)].filter(
      (one) => one.children.length === 0 && one.getBoundingClientRect().width > 1,
    )
    const size = (one: Element) => Number.parseInt(getComputedStyle(one).fontSize, 10)
    const most = Math.max(...all.map(size))
    return all.filter((one) => size(one) === most).map((one) => one.textContent)
  }, selector)

test('19: the rounded cash amount is the largest number at the counter and on the ticket', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await page.keyboard.type('51')
  const frase = page.getByText('El cliente entrega US$ 51.00 y recibe')
  await frase.waitFor()
  // 51.00 at 3.5200 is 179.52; cash is rounded because there is no coin of two céntimos.
  expect(plain(await frase.innerText())).toBe('El cliente entrega US$ 51.00 y recibe S/ 179.60.')
  expect((await mayores(page, 'main')).map((text) => plain(text ?? ''))).toEqual([
    'US$ 51.00',
    'S/ 179.60',
  ])
  await page.keyboard.press('F9')
  await page.waitForURL('**/compras-ventas/detalle/*')
  await page.getByText('S/ 179.60').first().waitFor()
  // The notice of success is still visible while the ticket prints.
  await page.locator('.Toastify__toast').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  const ticket = page.locator('[data-papel]')
  const said = plain(await ticket.innerText())
  expect(said).toContain('Usted recibe S/ 179.60')
  expect(said).toContain('Al cambio S/ 179.52')
  expect(said).toContain('Redondeo a su favor S/ 0.08')
  expect((await mayores(page, '[data-papel]')).map((text) => plain(text ?? ''))).toEqual([
    'US$ 51.00',
    'S/ 179.60',
  ])
  // 18: the notice is not printed.
  expect(await page.locator('.Toastify__toast').first().isVisible()).toBe(false)
  // Its code can be checked: verificar.e2e.ts.
  expect(said).toMatch(/Código de verificación ([0-9A-Z]{4}-){3}[0-9A-Z]{4} /)
  expect(casa.errores).toEqual([])
})

test('18: a printed report shows every column and every row, with the total under the last row', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/reportes/posicion?periodo=rango&desde=2025-11-01&hasta=2025-11-20')
  await page.getByRole('row', { name: 'Abrir los días de Dólar', exact: true }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(new Set(await hojas(page))).toEqual(new Set(['297x210']))
  await page.setViewportSize({ width: APAISADA, height: mm(190) })
  const cabezas = await page.locator('thead th').all()
  const sheet = await Promise.all(cabezas.map((one) => one.boundingBox()))
  expect(await cabezas.at(-1)?.innerText()).toBe('Costo')
  expect(Math.max(...sheet.map((box) => (box?.x ?? 0) + (box?.width ?? 0)))).toBeLessThanOrEqual(
    APAISADA,
  )
  const last = await page.locator('tbody tr').last().boundingBox()
  const total = await page.locator('tfoot tr').first().boundingBox()
  expect(total?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0) - 1)
  // No part of it is cut off at the edge of the screen.
  expect(
    await page
      .locator('tfoot td')
      .first()
      .evaluate((one) => getComputedStyle(one).position),
  ).toBe('static')
  expect(plain(await page.locator('main').innerText())).toMatch(
    /· RUC \d{11} Impreso el \d\d\/\d\d\/\d{4}/,
  )
  expect(plain(await page.locator('main').innerText())).toContain(
    'Período: del 01/11/2025 al 20/11/2025',
  )
})

test('18: a chart is printed whole, even on a narrow sheet', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/reportes/posicion?periodo=rango&desde=2025-11-01&hasta=2025-11-20')
  await page.getByRole('row', { name: 'Abrir los días de Dólar', exact: true }).click()
  await page.getByRole('slider').waitFor()
  await page.emulateMedia({ media: 'print' })
  // Printing lays out the sheet at once: no ResizeObserver has run yet.
  const [drawn, box] = await page.getByRole('slider').evaluate((one) => {
    if (one.parentElement) one.parentElement.style.width = '400px'
    const right = (each: Element | null) => each?.getBoundingClientRect().right ?? 0
    return [
      Math.max(...[...one.querySelectorAll('path, text')].map((each) => right(each))),
      right(one),
    ]
  })
  expect(drawn).toBeLessThanOrEqual(box ?? 0)
})

test('18: a printed list has the name of the house, its days, its filters, the time of printing and all rows', async () => {
  const page = await casa.entrar('admin')
  const path = '/compras-ventas?tipo=compra&desde=2025-11-01&hasta=2025-11-20'
  const first = page.getByText('Página 1 · 25 filas', { exact: true })
  await page.goto(`${path}&limite=100`)
  await page.getByText(/Página 1 · \d+ filas/).waitFor()
  // Rows are drawn in parts, after the count of the page is said.
  const cuenta = await page.getByText(/Página 1 · \d+ filas/).innerText()
  const all = Number(/(\d+) filas/.exec(cuenta)?.[1])
  expect(all).toBeGreaterThan(25)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(all)
  await page.goto(`${path}&limite=25`)
  await first.waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(`window.print = () => {
    window.impreso = [document.querySelectorAll('tbody tr').length, document.querySelector('main').innerText]
  }`)
  await page
    .getByRole('button', { name: 'Imprimir', includeHidden: true })
    .evaluate((one) => (one as HTMLElement).click())
  await expect.poll(() => page.evaluate('Boolean(window.impreso)')).toBe(true)
  // A wide list is printed in landscape, without the boxes that mark its rows, and no number of it breaks.
  expect(new Set(await hojas(page))).toEqual(new Set(['297x210']))
  expect(await page.getByRole('checkbox').count()).toBe(0)
  const numeros = page.locator('tbody td[data-clave="numero"]')
  expect(await numeros.first().evaluate((one) => getComputedStyle(one).whiteSpace)).toBe('nowrap')
  await page.setViewportSize({ width: APAISADA, height: mm(190) })
  const ancho = await page.locator('main table').evaluate((one) => one.scrollWidth)
  expect(ancho).toBeLessThanOrEqual(APAISADA)
  const [rows, text] = (await page.evaluate('window.impreso')) as [number, string]
  expect(rows).toBe(all)
  const said = plain(text)
  expect(said).toMatch(/· RUC \d{11}/)
  expect(said).toMatch(/Impreso el \d\d\/\d\d\/\d{4}/)
  expect(said).toContain('Período: del 01/11/2025 al 20/11/2025')
  expect(said).toContain('Tipo: Compra')
  expect(said).not.toContain('Página 1')
  // After printing, the screen shows one page of the list again.
  await page.evaluate('dispatchEvent(new Event("afterprint"))')
  await page.emulateMedia({ media: 'screen' })
  await first.waitFor()
  expect(await page.locator('tbody tr').count()).toBe(25)
  expect(casa.errores).toEqual([])
})
