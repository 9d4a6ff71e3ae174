import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Screen } from '../../src/web/marco/screens.ts'

/** Every screen that any area declares, collected as the program does. */
export async function pantallas(): Promise<Screen[]> {
  const areas = readdirSync('src/areas')
  const all = await Promise.all(
    areas.map(async (area): Promise<Screen[]> => {
      if (!readdirSync(`src/areas/${area}`).includes('screens.tsx')) return []
      const found = (await import(`../../src/areas/${area}/screens.tsx`)) as { screens?: Screen[] }
      // Some areas declare no screens, only tabs on the pages of others.
      return found.screens ?? []
    }),
  )
  return all.flat()
}

/** Navigates inside the program, as a link does, without reloading it. */
export async function ir(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
