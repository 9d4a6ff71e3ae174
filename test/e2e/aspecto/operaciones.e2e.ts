import { expect, test } from 'vitest'
import { probarAspecto } from './visita.ts'

const casa = await probarAspecto([
  'mostrador',
  'ordenes',
  'clientes',
  'expedientes',
  'cuentas',
  'cierres',
  'inicio',
])

test('the counter fits 1366 × 768 without scrolling', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').fill('150')
  const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(over).toBeLessThanOrEqual(0)
})
