import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { quieta } from '../quieta.ts'

/* The page shows the bar's place before the program has come. */

const casa = await abrirCasa()

test.each(['light', 'dark'] as const)(
  '%s: the bar has its place and its colours before any script',
  async (scheme) => {
    const page = await casa.dentro('cajera', { colorScheme: scheme })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    try {
      await page.goto('/compras-ventas', { waitUntil: 'commit' })
      const place = page.locator('#arranque')
      await place.waitFor()
      const box = await place.boundingBox()
      const background = await place.evaluate((node) => getComputedStyle(node).backgroundColor)
      expect((await place.innerText()).trim()).toBe('Cambista')
      expect(await page.locator('nav').count()).toBe(0)
      release()
      const bar = page.getByRole('navigation', { name: 'Principal' })
      await bar.waitFor()
      expect(await bar.boundingBox()).toEqual(box)
      expect(await bar.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(background)
      const brand = bar.getByText('Cambista', { exact: true })
      await brand.waitFor()
      await quieta(page)
      expect(await place.count()).toBe(0)
    } finally {
      release()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  },
)

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
