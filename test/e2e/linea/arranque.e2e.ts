import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { quieta } from '../quieta.ts'

/* The page shows the bar's place before the program has come. */

const casa = await abrirCasa()

test.each([
  { colorScheme: 'light', width: 1366 },
  { colorScheme: 'light', width: 800 },
  { colorScheme: 'dark', width: 360 },
] as const)(
  '$colorScheme, $width wide: the bar has its place, its colours and its brand before any script',
  async ({ colorScheme, width }) => {
    const page = await casa.dentro('cajera', { colorScheme, viewport: { width, height: 740 } })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    try {
      await page.goto('/compras-ventas', { waitUntil: 'commit' })
      const place = page.locator('#arranque')
      await place.waitFor()
      // Nothing is painted before the style sheets have come; what is asked of the page then has no size yet.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
          ({ sheet }) => sheet,
        ),
      )
      const before = await colocada(place)
      expect(await page.locator('nav').count()).toBe(0)
      release()
      const bar = page.getByRole('navigation', { name: 'Principal' })
      await bar.waitFor()
      expect(await colocada(bar)).toEqual(before)
      await quieta(page)
      expect(await place.count()).toBe(0)
    } finally {
      release()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  },
)

/** Where a bar and its brand stand, and its colour. */
async function colocada(bar: Locator) {
  const brand = bar.locator('svg:has(rect)').first()
  const word = bar.getByText('Cambista', { exact: true })
  return {
    bar: await bar.boundingBox(),
    color: await bar.evaluate((node) => getComputedStyle(node).backgroundColor),
    brand: await brand.boundingBox(),
    word: (await word.isVisible()) && (await word.boundingBox()),
  }
}

test('the sign-in form and a screen that fills the window have no bar at any time', async () => {
  const page = await casa.visita()
  await page.goto('/')
  await page.getByLabel('Contraseña', { exact: true }).waitFor()
  expect(await page.locator('#arranque').isVisible()).toBe(false)
  const inside = await casa.dentro('admin')
  await inside.goto('/pizarra', { waitUntil: 'commit' })
  await inside.locator('#app').waitFor({ state: 'attached' })
  expect(await inside.locator('html').getAttribute('data-arranca')).toBeNull()
})
