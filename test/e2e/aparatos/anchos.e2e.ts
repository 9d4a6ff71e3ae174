import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, ajustado } from '../casa.ts'

/* Windows of any width: 320 is 1280 at 400 %, a zoom of 125 % on 1366 is 1093, an old screen is 1024. */

const casa = await abrirCasa()

const ANCHOS = [320, 360, 800, 993, 1000, 1024, 1093, 1121, 1140, 1217, 1265, 1280, 1366]

/** What reaches over the side of the window or of its card, by its text. */
const salidos = (page: Page) =>
  page.evaluate(() => {
    const visible = (one: Element) => one.getClientRects().length > 0
    const over: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) over.push('the page')
    for (const one of document.querySelectorAll('nav[aria-label="Principal"] :is(a, button)')) {
      if (visible(one) && one.getBoundingClientRect().right > innerWidth) {
        over.push(`${one.getAttribute('aria-label') ?? one.textContent}`)
      }
    }
    for (const card of document.querySelectorAll('main .tarjeta, main fieldset, main section')) {
      const edge = card.getBoundingClientRect().right + 1
      for (const one of card.querySelectorAll('input, select, button')) {
        const box = one.getBoundingClientRect()
        if (visible(one) && box.width > 2 && box.right > edge) {
          over.push(`${one.getAttribute('aria-label') ?? one.textContent} ${one.tagName}`)
        }
      }
    }
    return [...new Set(over)]
  })

async function enCadaAncho(page: Page): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {}
  for (const width of ANCHOS) {
    await ajustado(page, { width, height: 768 })
    const over = await salidos(page)
    if (over.length > 0) wrong[width] = over
  }
  return wrong
}

test.each(['admin', 'supervisora', 'cajera', 'pagador', 'contadora'])(
  'the bar of %s fits in every window',
  async (usuario) => {
    const page = await casa.entrar(usuario)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // A long name leaves the menu its room.
    await page.getByTitle('Mi perfil').evaluate((link) => {
      for (const line of link.children) line.textContent = 'María Guadalupe Villavicencio Ordóñez'
    })
    expect(await enCadaAncho(page)).toEqual({})
  },
)

test('the counter and an order with their amounts fit in every window', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').fill('100')
  await page.getByText('El cliente entrega US$ 100.00').waitFor()
  expect(await enCadaAncho(page)).toEqual({})
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('150')
  await expect
    .poll(() =>
      page
        .getByLabel(/^Recibe /)
        .first()
        .inputValue(),
    )
    .not.toBe('')
  expect(await enCadaAncho(page)).toEqual({})
  expect(casa.errores).toEqual([])
})

test('in a narrow window a list has its main columns in sight, the others at a choice', async () => {
  const page = await casa.dentro('admin')
  await ajustado(page, { width: 1093, height: 768 })
  const head = (name: string) => page.locator('thead th', { hasText: name })
  const [list, fecha, cajero] = [
    page.locator('section:has(> table)'),
    head('Fecha'),
    head('Cajero'),
  ]
  await page.goto('/compras-ventas')
  await fecha.waitFor()
  expect(await cajero.count()).toBe(0)
  expect(await list.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)
  await ajustado(page, { width: 1366, height: 768 })
  await cajero.waitFor()
  await ajustado(page, { width: 1093, height: 768 })
  await cajero.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Cajero' }).click()
  await cajero.waitFor()
  await page.reload()
  await fecha.waitFor()
  expect(await cajero.count()).toBe(1)
  // What lies outside is announced by a shadow at that edge.
  await ajustado(page, { width: 800, height: 768 })
  const shadow = () => list.evaluate((frame) => getComputedStyle(frame).backgroundAttachment)
  await expect.poll(shadow).toContain('local')
  await page.evaluate(() => localStorage.clear())
  expect(casa.errores).toEqual([])
})
