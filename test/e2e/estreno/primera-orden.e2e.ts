import { expect, test } from 'vitest'
import { ESTRENA } from '../../../src/web/estreno.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('the first operation of a house is congratulated on its own page, also where it is an order', async () => {
  const page = await casa.dentro('admin')
  // As the way of a new house leaves it in the browser of whoever goes it.
  await page.addInitScript((key) => {
    if (!sessionStorage.getItem(key)) localStorage.setItem(key, 'sí')
    sessionStorage.setItem(key, 'sí')
  }, ESTRENA)
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('100')
  await page.keyboard.press('F8')
  await page.keyboard.type('zegarra')
  await page.getByRole('option', { name: /Zegarra/ }).click()
  // His one beneficiary is chosen with him.
  await page
    .getByText(/y Edgar recibe/)
    .first()
    .waitFor()
  await page.keyboard.press('F9')
  await page.waitForURL(/\/ordenes\/detalle\/\d+/)
  const bien = page.getByRole('region', { name: 'La casa ya opera' })
  await bien.getByRole('heading', { name: '¡Felicitaciones! Su casa ya opera' }).waitFor()
  await bien.getByRole('link', { name: 'lo que sigue' }).waitFor()
  // Closed, it is said no more.
  await bien.getByRole('button', { name: 'Cerrar' }).click()
  await bien.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: /^Orden / }).waitFor()
  expect(await bien.count()).toBe(0)
  expect(casa.errores).toEqual([])
})
