import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pantallas } from '../../support/web/pantallas.ts'
import { abrirCasa } from '../casa.ts'

/* The program opens without a line, with the last rates and their age, and keeps nothing else. */

const casa = await abrirCasa()

/** A page whose browser has kept the program and the rates. */
async function guardada(): Promise<Page> {
  const page = await casa.visita({ serviceWorkers: 'allow' })
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

/** Whether both the letters of a text and what it stands on are red: more of it by far than of green or blue. */
const enRojo = (text: Locator) =>
  text.evaluate((one) => {
    const { color, backgroundColor } = getComputedStyle(one)
    return [color, backgroundColor].every((drawn) => {
      const [r = 0, g = 0, b = 0, a = 1] = (drawn.match(/[\d.]+/g) ?? []).map(Number)
      return a > 0 && r - Math.max(g, b) >= 15
    })
  })

/** The width and height that a PNG says of itself. */
const medidas = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)].join('x')

test('a browser may install it: the page names a manifest, and each picture of it is what it says (R-245)', async () => {
  const page = await casa.visita()
  await page.goto('/')
  const traer = async (path: string) => {
    const answer = await page.context().request.get(new URL(path, page.url()).href)
    const type = answer.headers()['content-type']?.split(';')[0]
    return { status: answer.status(), type, body: await answer.body() }
  }
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const { status, type, body } = await traer(href ?? '')
  expect([status, type]).toEqual([200, 'application/manifest+json'])
  const manifest = JSON.parse(body.toString()) as {
    name: string
    start_url: string
    scope: string
    display: string
    icons: { src: string; sizes: string; type: string; purpose: string }[]
    shortcuts: { url: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Cambista', scope: '/', display: 'standalone' })
  // What systems ask for: a small one, a large one, and one whose edge they may cut off.
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await traer(src)
    expect([src, icon.status, icon.type, medidas(icon.body)]).toEqual([src, 200, type, sizes])
    expect([src, icon.body.toString('latin1', 1, 4)]).toEqual([src, 'PNG'])
  }
  const paths = new Set((await pantallas()).map(({ path }) => path))
  for (const url of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)])
    expect([url, paths.has(url)]).toEqual([url, true])
  const icon = await traer((await page.locator('link[rel=icon]').getAttribute('href')) ?? '')
  expect([icon.status, icon.type]).toEqual([200, 'image/svg+xml'])
  expect(casa.errores).toEqual([])
})

/** Waits that are longer than three seconds never end. */
const SIN_ESPERA = `{
  const start = window.setTimeout
  window.setTimeout = (run, ms, ...more) => start(run, ms > 3000 ? 2 ** 31 - 1 : ms, ...more)
}`

test('the program is kept as soon as the first page is there and calm: a reload over a cut line opens it (R-245)', async () => {
  const page = await casa.visita({ serviceWorkers: 'allow' })
  await page.addInitScript(SIN_ESPERA)
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Calculadora' }).first().waitFor()
  expect(casa.errores).toEqual([])
})

test('without a line the program opens, and calculates with the last rates and their age (R-245, R-246)', async () => {
  const page = await guardada()
  await page.context().setOffline(true)
  // As if they had been read some hours ago.
  await page.evaluate((age) => {
    const { en, ...rest } = JSON.parse(localStorage.getItem('ultimasTasas') ?? '{}')
    localStorage.setItem('ultimasTasas', JSON.stringify({ en: en - age, ...rest }))
  }, 5 * 3_600_000)
  await page.reload()
  await page.getByText('Volverá a su página en cuanto el sistema responda.').waitFor()
  await page.getByRole('button', { name: 'Calculadora con las últimas tasas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  const edad = dialog.getByText(/^Sin conexión\. Son las últimas tasas, de hace 5 h/)
  await edad.waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    expect([colorScheme, await enRojo(edad)]).toEqual([colorScheme, true])
  }
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
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/dashboard')
  await expect.poll(() => tasas(page)).not.toBeNull()
  expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
  expect(casa.errores).toEqual([])
})
