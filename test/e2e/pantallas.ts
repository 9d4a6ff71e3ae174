import type { Page } from 'playwright-core'

/** Navigates inside the program, as a link does, without reloading it. */
export async function ir(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
