import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* The program opens without a line, with the last rates and their age, and keeps nothing else. */

const casa = await abrirCasa()

/** What comes long after the screen comes with it, so that the test need not wait. */
const PRONTO = `{
  const start = window.setTimeout
  window.setTimeout = (run, ms, ...more) => start(run, ms === 30000 ? 0 : ms, ...more)
}`

/** A page whose browser has kept the program and the rates. */
async function guardada(): Promise<Page> {
  const page = await casa.visita({ serviceWorkers: 'allow' })
  await page.addInitScript(PRONTO)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await page.reload()
  await expect.poll(() => tasas(page)).not.toBeNull()
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  return page
}

const tasas = (page: Page) => page.evaluate(() => localStorage.getItem('ultimasTasas'))

const guardado = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return all.flat().map(({ url }) => new URL(url).pathname)
  })

test('without a line the program opens, and calculates with the last rates and their age (R-245, R-246)', async () => {
  const page = await guardada()
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('Volverá a su página en cuanto el sistema responda.').waitFor()
  await page.getByRole('button', { name: 'Calculadora con las últimas tasas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  await dialog.getByText(/^Sin conexión\. Son las últimas tasas, de hace/).waitFor()
  await dialog.getByLabel('Monto a Enviar').fill('100')
  await expect
    .poll(() => dialog.getByLabel('Total a Recibir').inputValue())
    .toMatch(/^[\d,]+\.\d\d$/)
  const list = dialog.getByRole('region', { name: 'Últimas tasas' })
  expect(await list.getByRole('listitem').count()).toBeGreaterThan(5)
  await page.context().setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForURL('**/dashboard')
  expect(casa.errores).toEqual([])
})

test('nothing that the API answers is kept but the rates, and those end with Salir (R-245, R-246)', async () => {
  const page = await guardada()
  await page.goto('/clientes')
  await page.getByRole('row').nth(3).waitFor()
  const kept = await guardado(page)
  expect(kept).toContain('/')
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
  expect(Object.keys(JSON.parse((await tasas(page)) ?? '{}'))).toEqual(['en', 'tasas', 'monedas'])
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByLabel('Usuario o correo').waitFor()
  expect(await tasas(page)).toBeNull()
})

test('another machine over http works without keeping anything (R-245)', async () => {
  const page = await casa.visita({ baseURL: casa.urlDeOtra, serviceWorkers: 'allow' })
  await page.addInitScript(PRONTO)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await expect.poll(() => tasas(page)).not.toBeNull()
  expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
  expect(casa.errores).toEqual([])
})
