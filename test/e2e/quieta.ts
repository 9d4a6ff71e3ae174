import type { Page, Request } from 'playwright-core'
import { alLimite } from '../support/plazos.ts'
import { dibujado } from './casa.ts'

const pedidas = new WeakMap<Page, Set<Request>>()

/** Tracks a page's open requests, from its first one on, for `quieta`. */
export function contar(page: Page): Page {
  const open = new Set<Request>()
  pedidas.set(page, open)
  page.on('request', (request) => {
    // The live event stream never ends.
    if (!request.url().endsWith('/api/eventos')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => open.delete(request))
  }
  return page
}

/** How many of its requests are not answered. */
export const abiertas = (page: Page): number => pedidas.get(page)?.size ?? 0

/**
 * Waits until the page is complete: `times` checks in a row, two frames apart, find no open request and no place of a
 * part that is still to be drawn, which React does a while after its file has come.
 */
export async function quieta(page: Page, times = 5): Promise<void> {
  const seguir = alLimite(`a quiet ${page.url()}`)
  for (let quiet = 0; quiet < times; seguir()) {
    await dibujado(page)
    const espera = await page.locator('[aria-busy=true]').count()
    quiet = abiertas(page) > 0 || espera > 0 ? 0 : quiet + 1
  }
}
