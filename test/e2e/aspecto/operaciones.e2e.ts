import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reposado } from '../casa.ts'
import { probarAspecto } from './probar.ts'

const casa = await probarAspecto(
  ['mostrador', 'ordenes', 'clientes', 'expedientes', 'cuentas', 'cierres', 'inicio'],
  // She has a queue before her.
  ['cajera'],
)

const TELEFONO = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/**
 * The counter with an amount and a client of whom there is much to say: his limits, the data that he lacks, and three
 * operations, those of the house for his.
 */
async function conCliente(page: Page): Promise<void> {
  await page.goto('/compras-ventas/nueva')
  await page.route(/compras-ventas\?cliente_id=/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/cliente_id=\d+&/, ''),
    }),
  )
  await page.getByLabel('Recibimos US$').fill('150')
  await page.getByRole('textbox', { name: /^Cliente/ }).fill('XDA098765')
  await page.getByRole('option', { name: /Ibáñez/ }).click()
  await page.getByText(/^Puede operar hasta/).waitFor()
  await page.getByText(/^Falta en su ficha/).waitFor()
  await page.getByRole('list', { name: 'Sus últimas operaciones' }).waitFor()
  await reposado(page)
}

test('the counter fits 1366 × 768 without scrolling', async () => {
  const page = await casa.dentro('cajera')
  const over = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  // With a client whose limits are told, three operations of his, and a second way of paying out.
  await conCliente(page)
  await page.getByRole('button', { name: 'Otra forma de pago en entregamos' }).click()
  await page.getByRole('button', { name: /Guardar cotización/ }).waitFor()
  expect(await over()).toBeLessThanOrEqual(0)
})

test('the name of a till and its balance are read whole at 1366 × 768', async () => {
  const page = await casa.dentro('cajera')
  await conCliente(page)
  const cut = await page.getByRole('combobox', { name: 'Cuenta' }).evaluateAll((all) =>
    all.map((one) => {
      const pen = document.createElement('canvas').getContext('2d')
      const { font, paddingLeft, paddingRight } = getComputedStyle(one)
      if (!pen) return NaN
      pen.font = font
      const text = (one as HTMLSelectElement).selectedOptions[0]?.text ?? ''
      // The browser's own arrow stands inside.
      const arrow = 20
      const sides = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
      const room = one.clientWidth - sides - arrow
      return Math.max(0, pen.measureText(text).width - room)
    }),
  )
  expect(cut).toEqual([0, 0])
})

test('on a phone the amount and Guardar stay at the bottom, over no field, and no key is written', async () => {
  const page = await casa.dentro('cajera', TELEFONO)
  await conCliente(page)
  const bar = page.getByRole('region', { name: 'Guardar la operación' })
  await bar.getByText('US$ 150.00').waitFor()
  const boxes = () =>
    page.evaluate(() => {
      const at = document.activeElement?.getBoundingClientRect()
      const bar = document.querySelector('section[aria-label="Guardar la operación"]')
      return { field: at?.bottom ?? 0, bar: bar?.getBoundingClientRect() as DOMRect }
    })
  for (const field of ['Recibimos US$', 'Tasa (×)', 'Servicio S/', 'Observación']) {
    await page.getByLabel(field).focus()
    await reposado(page)
    const { field: bottom, bar: place } = await boxes()
    expect([field, bottom <= place.top]).toEqual([field, true])
    expect([field, place.bottom <= 740 && place.top > 600]).toEqual([field, true])
  }
  expect(await page.locator('#contenido kbd').filter({ visible: true }).count()).toBe(0)
  await bar.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  expect(casa.errores).toEqual([])
})

test('who counts cash reads what the till last counted, and when', async () => {
  const page = await casa.dentro('cajera')
  await conCliente(page)
  const given = page.getByRole('group', { name: /^Entregamos/ })
  await given.getByRole('button', { name: 'Contar el efectivo' }).click()
  const last = page.getByRole('region', { name: 'Último conteo de la caja' })
  await last.getByText(/el \d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}: S\//).waitFor()
  await last.getByText(/\d+ × 200/).waitFor()
  // How much moved since, and which way.
  await last
    .getByText(
      /^Desde entonces, en \d+ movimientos: (\+S\/\s[\d,.]+ \/ )?−S\/\s[\d,.]+\. Con qué billetes no se anota\.$/,
    )
    .waitFor()
})

test('beside a new order, what keeps its quote does not touch what sums it up', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/ordenes/nueva')
  const cards = page.getByRole('complementary', { name: 'Resumen de la orden' }).locator('> *')
  await cards.nth(1).waitFor()
  const [first, second] = await cards.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
  )
  expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBeGreaterThanOrEqual(8)
})
