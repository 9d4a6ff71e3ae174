import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'

const casa = await abrirCasa()

const celdas = (page: Page, clave: string) => page.locator(`tbody td[data-clave="${clave}"]`)

/** The numbers of a column, from top to bottom. */
async function montos(page: Page, clave: string): Promise<number[]> {
  const texts = await celdas(page, clave).allInnerTexts()
  return texts.map((text) => Number(text.replace(/[^\d.-]/g, '')))
}

test('a header sorts its column: the largest first, then the smallest, then as it was; reload and back keep it', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas?limite=25')
  const header = page.getByRole('columnheader', { name: 'Contravalor' })
  await header.getByRole('button').click()
  await page.waitForURL(/orden=-contravalor/)
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  const sorted = async (sign: number) => {
    const all = await montos(page, 'contravalor')
    return (
      all.length > 3 && all.every((one, at) => at === 0 || sign * (one - (all[at - 1] ?? 0)) >= 0)
    )
  }
  await expect.poll(() => sorted(-1)).toBe(true)
  await page.reload()
  await expect.poll(() => sorted(-1)).toBe(true)
  await header.getByRole('button').press('Enter')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await expect.poll(() => sorted(1)).toBe(true)
  await header.getByRole('button').click()
  await expect.poll(() => header.getAttribute('aria-sort')).toBe(null)
  await dibujado(page)
  // What no index serves is no button.
  expect(await page.getByRole('columnheader', { name: 'Cajero' }).getByRole('button').count()).toBe(
    0,
  )
  expect(casa.errores).toEqual([])
})

test('↓ enters the list right after one came to its page, by the menu and by a reload', async () => {
  const page = await casa.dentro('admin')
  const first = page.locator('tbody tr[data-abre]').first()
  const focused = () => first.evaluate((row) => row === document.activeElement)
  await page.goto('/monedas')
  await first.waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(true)
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('link', { name: 'Clientes', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor()
  await first.waitFor()
  await dibujado(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(false)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/clientes/detalle/*')
  expect(casa.errores).toEqual([])
})

const titulos = (page: Page) =>
  page
    .locator('thead th[data-clave]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-clave')))

test('columns are moved and widened by mouse and by keyboard, kept, and put back', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas')
  await page.locator('tbody tr[data-abre]').first().waitFor()
  const head = (clave: string) => page.locator(`thead th[data-clave="${clave}"]`)
  const box = async (clave: string) =>
    (await head(clave).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // The first touch fetches what follows a pointer.
  await page.getByRole('heading', { level: 1 }).click()
  const [from, to] = [await box('cajero'), await box('tipo')]
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x - 40, from.y + 12, { steps: 4 })
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await titulos(page)).indexOf('cajero')).toBe(2)
  const before = await box('cliente')
  await page.mouse.move(before.x + before.width - 3, before.y + 10)
  await page.mouse.down()
  await page.mouse.move(before.x + 90, before.y + 10, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await box('cliente')).width)).toBeLessThan(110)
  // No sort came of it.
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect.poll(async () => (await titulos(page)).indexOf('cajero')).toBe(2)
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Tipo' }).press('Alt+ArrowUp')
  await expect.poll(async () => (await titulos(page)).indexOf('tipo')).toBe(2)
  const narrow = (await box('cliente')).width
  await page.getByRole('checkbox', { name: 'Cliente' }).press('Alt+ArrowRight')
  await expect.poll(async () => (await box('cliente')).width).toBeGreaterThan(narrow + 10)
  await page.getByRole('button', { name: 'Restablecer' }).click()
  await expect.poll(async () => (await titulos(page)).indexOf('cajero')).toBeGreaterThan(5)
  expect(casa.errores).toEqual([])
})

test('a view is kept, chosen, shared and made the first; what was searched stays with its owner', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas?estado=completada&orden=-contravalor')
  const open = () => page.getByRole('button', { name: 'Vistas' }).click()
  await open()
  await page.getByRole('textbox', { name: 'Nombre de la vista' }).fill('Grandes')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Empezar con Grandes', exact: true }).click()
  await page.getByRole('button', { name: 'No empezar con Grandes' }).waitFor()
  await page.getByRole('button', { name: 'Compartir Grandes', exact: true }).click()
  await page.getByRole('button', { name: 'No compartir Grandes' }).waitFor()
  await page.getByRole('button', { name: 'Todo, como viene' }).click()
  await page.waitForURL((url) => url.search === '')
  await page.goto('/clientes')
  await page.locator('tbody tr[data-abre]').first().waitFor()
  // The list opens with it, by its bare address.
  await page.goto('/compras-ventas')
  await page.waitForURL(/estado=completada/)
  await page.waitForURL(/orden=-contravalor/)
  // Another person finds it, and on her machine nothing begins with it.
  const other = await casa.dentro('cajera')
  await other.goto('/compras-ventas')
  await other.locator('tbody tr[data-abre]').first().waitFor()
  expect(new URL(other.url()).search).toBe('')
  await other.getByRole('button', { name: 'Vistas' }).click()
  expect(await other.getByRole('button', { name: 'Borrar Grandes' }).count()).toBe(0)
  await other.getByRole('button', { name: /^Grandes/ }).click()
  await other.waitForURL(/estado=completada/)
  await open()
  await page.getByRole('button', { name: 'Borrar Grandes' }).click()
  await page.getByRole('button', { name: 'Borrar Grandes' }).waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})

test('Space marks, Shift extends, Esc clears; a set says what came of each', async () => {
  const page = await casa.dentro('pagador')
  await page.goto('/ordenes?vista=tabla&estado=pagada')
  const rows = page.locator('tbody tr[data-abre]')
  await rows.first().waitFor()
  await rows.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('region', { name: 'Filas marcadas' })
  await bar.getByText('2 marcadas').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowUp')
  await bar.getByRole('button', { name: /^Tomar/ }).click()
  await expect.poll(() => bar.locator('li[data-ok="true"]').count()).toBeGreaterThan(0)
  expect(casa.errores).toEqual([])
})

test('days are chosen from a span or on a calendar, by keyboard too', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas')
  await page.locator('tbody tr[data-abre]').first().waitFor()
  await page.getByRole('button', { name: 'Elegir días' }).click()
  await page.getByRole('button', { name: 'Mes pasado' }).click()
  await page.waitForURL(/desde=\d{4}-\d\d-01/)
  await page.getByRole('button', { name: 'Elegir días' }).click()
  const day = page.locator('[data-dia][tabindex="0"]')
  await day.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => {
    const [from, to] = [url.searchParams.get('desde'), url.searchParams.get('hasta')]
    return Date.parse(String(to)) - Date.parse(String(from)) === 86_400_000
  })
  expect(casa.errores).toEqual([])
})
