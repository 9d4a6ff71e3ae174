import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'
import { foto } from '../foto.ts'

/* an entity gets a logo in its form, which is seen where one of its accounts is chosen, and loses it again. */

const casa = await abrirCasa()

test('a logo is chosen, seen with the bank and its accounts, asked for once, and taken away', async () => {
  const page = await casa.dentro('admin')
  const asked: string[] = []
  page.on('request', (request) => {
    const found = /\/logos\/[0-9a-f]{64}$/.exec(request.url())
    if (found) asked.push(found[0])
  })
  await page.goto('/entidades-financieras')
  const fila = page.getByRole('row', { name: /BCP/ })
  await fila.getByText('BC', { exact: true }).waitFor()
  await fila.getByText('BCP', { exact: true }).click()
  await page.getByRole('heading', { name: 'BCP' }).waitFor()
  const archivo = page.locator('input[type=file]')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await archivo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
  await page.getByRole('alert').getByText('Elija una imagen PNG, JPEG o WebP.').waitFor()
  await archivo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await foto(page) })
  await page.getByRole('button', { name: 'Quitar logo' }).waitFor()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.locator('header img').waitFor()
  const before = asked.length
  expect(before).toBe(1)

  await page.getByRole('link', { name: 'Entidades financieras' }).first().click()
  await fila.locator('img').waitFor()
  await page.getByRole('link', { name: 'Ordenes' }).click()
  await page.getByRole('link', { name: 'Nueva orden' }).click()
  await page.getByLabel('Tipo de pago').selectOption({ label: 'Transferencia mismo banco' })
  await page.getByLabel('Cuenta', { exact: true }).selectOption({ label: 'BCP Soles' })
  await page.locator('select[data-marca]').waitFor()
  await page.locator('#campo-cobro img').waitFor()
  expect(asked.length).toBe(before)

  await page.goto('/entidades-financieras')
  await fila.getByText('BCP', { exact: true }).click()
  await page.getByRole('button', { name: 'Quitar logo' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.locator('header').getByText('BC', { exact: true }).waitFor()
  expect(await page.locator('header img').count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('a logo that is taken away while the next one is on its way stays away', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/entidades-financieras')
  await page.getByRole('row', { name: /BCP/ }).getByText('BCP', { exact: true }).click()
  const archivo = page.locator('input[type=file]')
  const poner = async () =>
    archivo.setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: await foto(page) })
  const quitar = page.getByRole('button', { name: 'Quitar logo' })
  await poner()
  await quitar.waitFor()
  const sube = (request: Request) => request.method() === 'POST' && /\/logos/.test(request.url())
  const held = Promise.withResolvers<void>()
  await page.route('**/entidades-financieras/logos**', async (route) => {
    await held.promise
    await route.continue().catch(() => {})
  })
  const sent = page.waitForRequest(sube)
  const over = Promise.race([
    page.waitForEvent('requestfailed', sube),
    page.waitForEvent('requestfinished', sube),
  ])
  await poner()
  await sent
  await quitar.click()
  held.resolve()
  await over
  await dibujado(page)
  expect(await quitar.count()).toBe(0)
  expect(casa.errores).toEqual([])
})
